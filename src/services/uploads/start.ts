/**
 * Puts an upload on the list, at once and without waiting for anything.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Random from "effect/Random"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SpaceId, UploadId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import type { UploadRequest } from "../Uploads.js"
import { UploadSources } from "../UploadSource.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import * as Entries from "./Entry.js"
import { priorityProblem } from "./priority.js"

/**
 * Unlike any other, also over tabs and years: sessions are kept under it.
 */
export const freshId = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const words = yield* Effect.all([Random.nextIntBetween(0, 2 ** 31), Random.nextIntBetween(0, 2 ** 31)])
  return UploadId.make([now, ...words].map((word) => word.toString(36)).join("-"))
})

const spaceOf = Effect.fnUntraced(function*(options: InSpace | undefined) {
  if (options?.spaceId !== undefined && options.spaceId !== "") return SpaceId.make(options.spaceId)
  const spaces = yield* Spaces
  return (yield* spaces.current())?.spaceId
})

const problemOf = (entry: Entry): InvalidInput | undefined => {
  const { parallel, priority } = entry.request
  if (entry.spaceId === undefined) return new InvalidInput({ field: "spaceId", message: "spaceId required" })
  const width = Positive.optionalInteger("parallel", parallel)
  if (Either.isLeft(width)) return width.left
  return priority === undefined ? undefined : priorityProblem(priority)
}

/**
 * The upload waits in line, or shows what is wrong with it.
 */
export const start = Effect.fnUntraced(function*(core: Core, request: UploadRequest, options?: InSpace) {
  const sources = yield* UploadSources
  const { name, size } = sources.describe(request.source, { name: request.name })
  const entry = Entries.make({
    id: yield* freshId,
    spaceId: yield* spaceOf(options),
    wsid: core.user.wsid,
    request,
    name: name ?? "",
    size,
    parallel: request.parallel ?? core.width.current()
  })
  core.registry.add(entry)
  const error = problemOf(entry)
  if (error !== undefined) core.registry.apply(entry, "failed", { error })
  else {
    core.line.push(entry)
    core.admit()
  }
  return entry
})
