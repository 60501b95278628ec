/**
 * One upload in the registry: a plain record, below a kilobyte while it is queued. What costs more (a fiber, a Deferred, an open
 * file) is made when it is needed.
 */
import type * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Digests } from "../../domain/HashPlan.js"
import type { SpaceId, UploadId, Wsid } from "../../domain/Ids.js"
import type { UploadPhase } from "../../domain/UploadPhase.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../../domain/UploadSnapshot.js"
import type { UploadStatus } from "../../domain/UploadStatus.js"
import type { Journal } from "../engine/listedParts.js"
import { Meter } from "../engine/Meter.js"
import type { HashCheckpoint } from "../Hasher.js"
import type { UploadTicket } from "../StorageProvider.js"
import type { UploadRequest } from "../Uploads.js"
import type { SourceIdentity, UploadSource } from "../UploadSource.js"

/**
 * How far the upload has come. A run goes on from here, whatever ended the one before.
 */
export interface Checkpoint {
  identity: SourceIdentity | undefined
  digests: Digests | undefined
  /** Where an unfinished hash stands; a file that was found or picked again goes on from it only once it was compared. */
  hash: HashCheckpoint | undefined
  /** The digest of the leading bytes that an earlier run has read, and whether this run's file is still to be compared. */
  preHash: string | undefined
  unproven: boolean
  /** The file of this run may be another one than that of the parts that were sent: they do not count. */
  inDoubt: boolean
  ticket: UploadTicket | undefined
  /** Somebody else has brought the upload to its end: its session is gone. */
  endedElsewhere: boolean
  /** The answer to a create call got lost, or may have. */
  createLost: boolean
  rapid: UploadResult | undefined
  uploadId: string | undefined
  partSize: number | undefined
  /** When the first begin call was made whose answer got lost: it may have left a multipart upload behind. */
  beginLostAt: number | undefined
  journal: Journal
  /** Bodies accepted by the storage in this process. */
  accepted: number
  /** Fresh starts after the storage had forgotten the upload, or had joined the wrong bytes. */
  restarts: number
  /** The multipart upload has become an object, right or wrong. */
  joined: boolean
  stored: boolean
  confirmed: boolean
  /** There is a session in the store. */
  saved: boolean
  /** That session as this process wrote or read it last; one of another revision is another process's. */
  revision: number | undefined
  /** One after the other: what is written last is what was known last. */
  readonly writing: Effect.Semaphore
  /** The session is this client's for as long as somebody holds it. */
  readonly claim: {
    holders: number
    held: Scope.CloseableScope | undefined
    readonly turn: Effect.Semaphore
  }
}

export interface Entry {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly meter: Meter
  request: UploadRequest
  phase: UploadPhase
  snapshot: UploadSnapshot
  checkpoint: Checkpoint | undefined
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
export const checkpointOf = (entry: Entry): Checkpoint =>
  entry.checkpoint ??= {
    identity: undefined,
    digests: undefined,
    hash: undefined,
    preHash: undefined,
    unproven: false,
    inDoubt: false,
    ticket: undefined,
    endedElsewhere: false,
    createLost: false,
    rapid: undefined,
    uploadId: undefined,
    partSize: undefined,
    beginLostAt: undefined,
    journal: new Map(),
    accepted: 0,
    restarts: 0,
    joined: false,
    stored: false,
    confirmed: false,
    saved: false,
    revision: undefined,
    writing: Effect.unsafeMakeSemaphore(1),
    claim: { holders: 0, held: undefined, turn: Effect.unsafeMakeSemaphore(1) }
  }

/**
 * The storage's upload is of no use any more; where its id came with the create call, that is repeated too.
 */
export const startAfresh = (checkpoint: Checkpoint): void => {
  checkpoint.inDoubt = false
  checkpoint.uploadId = undefined
  checkpoint.joined = false
  checkpoint.journal = new Map()
  if (checkpoint.ticket?.uploadId !== undefined) checkpoint.ticket = undefined
}

const queued: UploadStatus = { _tag: "queued" }

export const make = (options: {
  readonly id: UploadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly request: UploadRequest
  readonly name: string
  readonly size: number | undefined
  readonly parallel: number
}): Entry => {
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
