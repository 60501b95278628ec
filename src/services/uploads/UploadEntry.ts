/**
 * One upload in the registry: a plain record, below a kilobyte while it is queued. What costs more (a fiber, a Deferred, an open
 * file) is made when it is needed.
 */
import type * as Deferred from "effect/Deferred"
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { SpaceId, UploadId, Wsid } from "../../domain/Ids.js"
import type { UploadPhase } from "../../domain/UploadPhase.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadStatus } from "../../domain/UploadStatus.js"
import { Meter } from "../transfers/Meter.js"
import type { UploadRequest } from "../Uploads.js"
import type { UploadSource } from "../UploadSource.js"
import type { UploadCheckpoint } from "./UploadCheckpoint.js"
import * as Checkpoints from "./UploadCheckpoint.js"

export interface UploadEntry {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly meter: Meter
  request: UploadRequest
  phase: UploadPhase
  snapshot: UploadSnapshot
  checkpoint: UploadCheckpoint | undefined
  /** Bytes of a stream that were kept so far, while it is being read. */
  spooled: number | undefined
  open: { readonly source: UploadSource; readonly scope: Scope.CloseableScope } | undefined
  fiber: Fiber.RuntimeFiber<unknown, unknown> | undefined
  listeners: Set<() => void> | undefined
  ending: Deferred.Deferred<UploadResult, UploadError> | undefined
  lock: Effect.Semaphore | undefined
  /** Writes the session of the run that holds it. */
  rewrite: Effect.Effect<void> | undefined
}

/**
 * The entry's checkpoint, made when it is first needed.
 */
export const checkpointOf = (entry: UploadEntry): UploadCheckpoint => entry.checkpoint ??= Checkpoints.make()

const queued: UploadStatus = { _tag: "queued" }

export const make = (options: {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly request: UploadRequest
  readonly name: string
  readonly size: number | undefined
  readonly parallel: number
}): UploadEntry => {
  const meter = new Meter()
  meter.size = options.size ?? 0
  const phase = Phase.initial
  return {
    id: options.id,
    spaceId: options.spaceId,
    wsid: options.wsid,
    meter,
    request: options.request,
    phase,
    snapshot: {
      id: options.id,
      spaceId: options.spaceId,
      name: options.name,
      size: options.size,
      parentFileId: options.request.parentFileId,
      fileId: undefined,
      status: queued,
      waiting: undefined,
      progress: Phase.progressOf(phase),
      multipart: Phase.multipartOf(phase),
      bytes: meter.read(),
      speed: 0,
      eta: undefined,
      parallel: options.parallel,
      sizeOnlyParts: 0,
      resumable: true,
      needsFile: false,
      error: undefined,
      result: undefined
    },
    checkpoint: undefined,
    spooled: undefined,
    open: undefined,
    fiber: undefined,
    listeners: undefined,
    ending: undefined,
    lock: undefined,
    rewrite: undefined
  }
}
