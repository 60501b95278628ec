/**
 * Puts a download on the list, at once and without waiting for anything.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import { DownloadId, FileId } from "../../domain/Ids.js"
import type { DownloadRequest } from "../Downloads.js"
import type { PreparedSink, SaveTarget } from "../FileSink.js"
import { FileSink } from "../FileSink.js"
import { spaceIdOf } from "../spaceIdOf.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import type { ByteRange } from "../Transport.js"
import type { DownloadEngine } from "./DownloadEngine.js"
import type { DownloadEntry } from "./DownloadEntry.js"
import * as Entries from "./DownloadEntry.js"

/**
 * What is wrong with a range, before any call.
 */
export const problemOfRange = (range: ByteRange | undefined): InvalidInput | undefined => {
  if (range === undefined) return undefined
  // of what is no range at all nothing is left
  const { end, start = -1 }: Partial<ByteRange> = { ...range }
  return Number.isSafeInteger(start) && start >= 0 && (end === undefined || (Number.isSafeInteger(end) && end > start))
    ? undefined
    : new InvalidInput({ field: "range", message: "a range needs a start of at least 0 and an end after it" })
}

const wishes = ({ archive, fileId, fileIds }: DownloadRequest): number =>
  [archive, fileIds, fileId === "" ? undefined : fileId].filter((wish) => wish !== undefined).length

const problemOfMany = ({ fileIds, range }: DownloadRequest): InvalidInput | undefined => {
  if (fileIds === undefined) return undefined
  if (range !== undefined) return new InvalidInput({ field: "range", message: "many files have no range" })
  return Option.getOrUndefined(Either.getLeft(FileIdInput.batch(fileIds, "downloaded")))
}

const problemOf = (entry: DownloadEntry): InvalidInput | undefined => {
  const { request } = entry
  if (wishes(request) !== 1) {
    return new InvalidInput({ field: "fileId", message: "one of fileId, fileIds and archive required" })
  }
  const { name, problem } = entry.prepared
  if (name === "") return new InvalidInput({ field: "target", message: "target required" })
  if (problem !== undefined) return problem
  if (entry.spaceId === undefined) return new InvalidInput({ field: "spaceId", message: "spaceId required" })
  return problemOfMany(request) ?? problemOfRange(request.range)
}

const nameOf = (target: SaveTarget): string => typeof target === "string" ? target : target.name

/** Callers without types give anything. */
const isTarget = (target: SaveTarget | null | undefined): boolean =>
  target !== null && target !== undefined && typeof nameOf(target) === "string"

/** Each of many files has a target of its own, which is prepared when its turn comes. */
const folderOf = (name: string): PreparedSink => ({
  name,
  open: () => Effect.dieMessage("the folder of many files was opened as a file"),
  discard: Effect.void
})

/**
 * The download is queued, or shows what is wrong with it.
 */
export const startDownload = Effect.fnUntraced(
  function*(engine: DownloadEngine, wanted: DownloadRequest, options?: InSpace) {
    // what is no request at all is one that lacks everything
    const request = { ...wanted }
    const sink = yield* FileSink
    const spaces = yield* Spaces
    const current = yield* spaces.current()
    const spaceId = yield* spaceIdOf(spaces, options)
    const id = DownloadId.make(engine.newId())
    const { archive, fileId, fileIds, range } = request
    const target = request.target = sink.pinned?.(request.target) ?? request.target
    const isThrottled = current === undefined || current.spaceId !== spaceId
      ? undefined
      : current.downloadSpeed !== undefined
    const prepare = () =>
      fileIds === undefined
        ? sink.prepare(target, { id, throttled: isThrottled, ranged: range !== undefined })
        : folderOf(nameOf(target))
    const entry = Entries.make({
      id,
      spaceId,
      wsid: engine.user.wsid,
      request,
      prepared: isTarget(target) ? prepare() : folderOf(""),
      fileId: archive === undefined && typeof fileId === "string" && fileId !== "" ? FileId.make(fileId) : undefined
    })
    engine.registry.add(entry)
    const error = problemOf(entry)
    if (error !== undefined) engine.registry.apply(entry, "failed", { error })
    else {
      engine.queue.add(entry)
      engine.admit()
    }
    return entry
  }
)
