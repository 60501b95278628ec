/**
 * Puts a download on the list, at once and without waiting for anything.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { DownloadId, FileId, SpaceId } from "../../domain/Ids.js"
import type { DownloadRequest } from "../Downloads.js"
import { FileSink } from "../FileSink.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import type { ByteRange } from "../Transport.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import * as Entries from "./Entry.js"

const freshId = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const words = yield* Effect.all([Random.nextIntBetween(0, 2 ** 31), Random.nextIntBetween(0, 2 ** 31)])
  return DownloadId.make([now, ...words].map((word) => word.toString(36)).join("-"))
})

/**
 * What is wrong with a range, before any call.
 */
export const problemOfRange = (range: ByteRange | undefined): InvalidInput | undefined =>
  range === undefined ||
    (Number.isSafeInteger(range.start) && range.start >= 0 &&
      (range.end === undefined || (Number.isSafeInteger(range.end) && range.end > range.start)))
    ? undefined
    : new InvalidInput({ field: "range", message: "a range needs a start of at least 0 and an end after it" })

const hasFile = ({ archive, fileId }: DownloadRequest): boolean =>
  archive === undefined ? typeof fileId === "string" && fileId !== "" : fileId === undefined

const problemOf = (entry: Entry): InvalidInput | undefined => {
  const { request } = entry
  if (!hasFile(request)) return new InvalidInput({ field: "fileId", message: "fileId or archive required, not both" })
  if (entry.prepared.name === "") return new InvalidInput({ field: "target", message: "target required" })
  if (entry.spaceId === undefined) return new InvalidInput({ field: "spaceId", message: "spaceId required" })
  return problemOfRange(request.range)
}

/**
 * The download waits in line, or shows what is wrong with it.
 */
export const start = Effect.fnUntraced(function*(core: Core, request: DownloadRequest, options?: InSpace) {
  const sink = yield* FileSink
  const spaces = yield* Spaces
  const current = yield* spaces.current()
  const named = options?.spaceId
  const spaceId = named === undefined || named === "" ? current?.spaceId : SpaceId.make(named)
  const id = yield* freshId
  const { archive, fileId, range, target } = request
  const isThrottled = current === undefined || current.spaceId !== spaceId
    ? undefined
    : current.downloadSpeed !== undefined
  const entry = Entries.make({
    id,
    spaceId,
    wsid: core.user.wsid,
    request,
    prepared: sink.prepare(target, { id, throttled: isThrottled, ranged: range !== undefined }),
    fileId: archive === undefined && typeof fileId === "string" && fileId !== "" ? FileId.make(fileId) : undefined
  })
  core.registry.add(entry)
  const error = problemOf(entry)
  if (error !== undefined) core.registry.apply(entry, "failed", { error })
  else {
    core.line.add(entry)
    core.admit()
  }
  return entry
})
