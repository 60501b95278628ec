/**
 * Puts an upload on the list, at once and without waiting for anything.
 */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { SpaceId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import { mapAtOnce } from "../atOnce.js"
import { spaceIdOf } from "../spaceIdOf.js"
import type { InSpace } from "../Spaces.js"
import type { UploadRequest } from "../Uploads.js"
import { priorityProblem } from "./setPriority.js"
import type { UploadEngine } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"
import * as Entries from "./UploadEntry.js"

const problemOf = (entry: UploadEntry): InvalidInput | undefined => {
  const { parallel, priority } = entry.request
  if (entry.spaceId === undefined) return new InvalidInput({ field: "spaceId", message: "spaceId required" })
  const width = Positive.optionalInteger("parallel", parallel)
  if (Either.isLeft(width)) return width.left
  return priority === undefined ? undefined : priorityProblem(priority)
}

const add = (engine: UploadEngine, request: UploadRequest, spaceId: SpaceId | undefined): UploadEntry => {
  const entry = Entries.make({
    id: engine.starting.id(),
    spaceId,
    wsid: engine.user.wsid,
    request,
    parallel: request.parallel ?? engine.width.current(),
    describe: engine.starting.sources.describe
  })
  engine.registry.add(entry)
  const error = problemOf(entry)
  if (error !== undefined) engine.registry.apply(entry, "failed", { error })
  else {
    engine.queue.push(entry)
    engine.admit()
  }
  return entry
}

/**
 * The upload is queued, or shows what is wrong with it; `handle` makes of it what the caller gets. A page may start ten thousand in one
 * loop: one step, and no more.
 */
export const startUpload = <A>(
  engine: UploadEngine,
  request: UploadRequest,
  options: InSpace | undefined,
  handle: (entry: UploadEntry) => A
): Effect.Effect<A> => {
  const { sources, spaces } = engine.starting
  return mapAtOnce(spaceIdOf(spaces, options), (spaceId) => {
    // what is no request at all is one that lacks everything
    const wanted = { ...request }
    wanted.source = sources.pinned?.(wanted.source) ?? wanted.source
    return handle(add(engine, wanted, spaceId))
  })
}
