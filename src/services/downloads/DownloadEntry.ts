/**
 * One download in the registry: a plain record. What costs more (a fiber, an open file) is made when it is needed.
 */
import type * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { ByteRanges } from "../../domain/ByteRanges.js"
import type {
  DownloadedFiles,
  DownloadFailure,
  DownloadResult,
  DownloadSnapshot
} from "../../domain/DownloadSnapshot.js"
import type { DownloadId, FileId, SpaceId, Wsid } from "../../domain/Ids.js"
import type { DownloadRequest } from "../Downloads.js"
import type { OpenSink, PreparedSink, SaveTarget } from "../FileSink.js"
import { Meter } from "../transfers/Meter.js"
import type { Waiting } from "../transfers/TransferList.js"
import type { ObjectVersion } from "../Transport.js"

/**
 * How far the download has come. A run continues from here, whatever ended the one before. `done` counts from the start of
 * what is saved.
 */
export interface DownloadCheckpoint {
  fileId: FileId | undefined
  /** The task that makes the archive, or has made it. */
  taskId: string | undefined
  packed: boolean
  version: ObjectVersion | undefined
  done: ByteRanges
  /** Fresh starts after the object, or what was written of it, turned out to be another one. */
  restarts: number
  /** The service was asked again for the address of an object that the storage does not have. */
  lookedAgain: boolean
}

/**
 * How far a download of many files has come. `underway` has those that have begun and not ended, so that a run resumes
 * them; `plan` is made once.
 */
export interface DownloadBatch {
  plan: ReadonlyArray<PlannedFile> | undefined
  readonly underway: Map<FileId, DownloadEntry>
  readonly succeeded: Map<FileId, DownloadedFiles["successItems"][number]>
  readonly failed: Map<FileId, DownloadFailure>
  /** Those that failed: something of them may lie beside their targets. */
  readonly unsaved: Array<DownloadEntry>
  /** Bytes of those that have succeeded: what came from the network, and what there is of them. */
  readonly saved: { received: number; size: number }
}

/**
 * A file of many, and what it is to be called. Size in bytes; one that cannot be saved has its error instead.
 */
export type PlannedFile =
  | {
    readonly fileId: FileId
    readonly name: string
    readonly originalName: string | undefined
    readonly size: number
    readonly target: SaveTarget
  }
  | { readonly fileId: FileId; readonly error: DownloadFailure }

export interface DownloadEntry {
  readonly id: DownloadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly request: DownloadRequest
  readonly prepared: PreparedSink
  readonly meter: Meter
  readonly checkpoint: DownloadCheckpoint
  readonly batch: DownloadBatch | undefined
  snapshot: DownloadSnapshot
  /** Bytes that came from the network in this program. */
  arrived: number
  written: number
  sink: { readonly open: OpenSink; readonly scope: Scope.CloseableScope } | undefined
  /** Something of it may lie beside the target. */
  touched: boolean
  /** The file is being given its name: this run ends, whatever is wanted of it. */
  publishing: boolean
  fiber: Fiber.RuntimeFiber<void> | undefined
  listeners: Set<() => void> | undefined
  waiting: Waiting<DownloadResult, DownloadFailure>
  lock: Effect.Semaphore | undefined
}

export const make = (options: {
  readonly id: DownloadId
  readonly spaceId: SpaceId | undefined
  readonly wsid: Wsid | undefined
  readonly request: DownloadRequest
  readonly prepared: PreparedSink
  readonly fileId: FileId | undefined
}): DownloadEntry => ({
  id: options.id,
  spaceId: options.spaceId,
  wsid: options.wsid,
  request: options.request,
  prepared: options.prepared,
  meter: new Meter(),
  checkpoint: {
    fileId: options.fileId,
    taskId: undefined,
    packed: false,
    version: undefined,
    done: [],
    restarts: 0,
    lookedAgain: false
  },
  batch: options.request.fileIds === undefined
    ? undefined
    : {
      plan: undefined,
      underway: new Map(),
      succeeded: new Map(),
      failed: new Map(),
      unsaved: [],
      saved: { received: 0, size: 0 }
    },
  snapshot: {
    id: options.id,
    spaceId: options.spaceId,
    fileId: options.fileId,
    name: options.prepared.name,
    status: "waiting",
    via: undefined,
    received: 0,
    written: 0,
    size: undefined,
    speed: 0,
    eta: undefined,
    error: undefined,
    result: undefined
  },
  arrived: 0,
  written: 0,
  sink: undefined,
  touched: false,
  publishing: false,
  fiber: undefined,
  listeners: undefined,
  waiting: undefined,
  lock: undefined
})
