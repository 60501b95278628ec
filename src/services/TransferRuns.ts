/**
 * What moves bytes for uploads, downloads and folders, once one of them begins. A program may load it then.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { DownloadFailure, DownloadResult } from "../domain/DownloadSnapshot.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { UploadId } from "../domain/Ids.js"
import type { PartRange } from "../domain/UploadPlan.js"
import type { UploadError, UploadResult, UploadSnapshot } from "../domain/UploadSnapshot.js"
import type { DownloadError, Downloads } from "./Downloads.js"
import type { DownloadEngine as DownloadCore, DownloadPorts } from "./downloads/DownloadEngine.js"
import type { DownloadEntry } from "./downloads/DownloadEntry.js"
import type { FolderPorts, FolderRun, FolderTuning } from "./folders/FolderRun.js"
import type { StoreError } from "./PartStore.js"
import type { InSpace } from "./Spaces.js"
import type { StorageProvider } from "./StorageProvider.js"
import type { TaskMemory } from "./TaskMemory.js"
import type { SignIns } from "./transfers/SignIns.js"
import type { ByteRange, SignedAddress, Transport } from "./Transport.js"
import type { UploadEngine as UploadCore, UploadPorts } from "./uploads/UploadEngine.js"
import type { UploadEntry } from "./uploads/UploadEntry.js"

/**
 * `run` tells `stored` when the bytes are with the storage: from then on the upload takes no one's place. `end` shows what has come of
 * it. `abortUpload` gives back what a cancelled upload holds in the storage.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadRuns {
  readonly run: (
    engine: UploadCore,
    entry: UploadEntry,
    stored: () => void
  ) => Effect.Effect<UploadResult, UploadError, UploadPorts>
  readonly end: (engine: UploadCore, entry: UploadEntry, result: UploadResult) => Effect.Effect<void>
  readonly abortUpload: (engine: UploadCore, entry: UploadEntry) => Effect.Effect<void, UploadError, UploadPorts>
}

/**
 * What aborts multipart uploads: `abortParts` that of a cancelled upload, `sweepSession` what an earlier run of the program has left.
 *
 * @since 1.0.7
 * @category models
 */
export interface AbortRuns {
  readonly abortParts: (engine: UploadCore, entry: UploadEntry) => Effect.Effect<void, UploadError, UploadPorts>
  readonly sweepSession: (engine: UploadCore, id: UploadId) => Effect.Effect<void, UploadError, UploadPorts>
}

/**
 * @since 1.0.7
 * @category models
 */
export interface DownloadRuns {
  readonly run: (
    engine: DownloadCore,
    entry: DownloadEntry
  ) => Effect.Effect<DownloadResult, DownloadFailure, DownloadPorts>
  /** The bytes of a file for a program that reads them itself; the scope closes their connections. */
  readonly open: (
    engine: DownloadCore,
    request: { readonly fileId: string; readonly range?: ByteRange | undefined },
    options: InSpace | undefined
  ) => Effect.Effect<OpenedBytes, DownloadError, DownloadPorts | Scope.Scope>
  /** The same bytes as one `Blob`. */
  readonly readBlob: (
    engine: DownloadCore,
    request: { readonly fileId: string; readonly range?: ByteRange | undefined },
    options: InSpace | undefined
  ) => Effect.Effect<Blob, DownloadError, DownloadPorts>
  /** What an upload has stored there, whose ETag may be no digest; `name` is the file's. */
  readonly readBack: (
    reading: Effect.Effect<SignedAddress, StoreError>,
    range: PartRange,
    name: string
  ) => Effect.Effect<Uint8Array, InvalidInput | StoreError | TransportError, Transport>
  readonly several: (
    open: (options: InSpace | undefined) => Effect.Effect<StorageProvider, DownloadError>,
    memory: TaskMemory.Service
  ) => SeveralFiles
}

/**
 * What is asked about several files at once, and moves no bytes.
 *
 * @since 1.0.7
 * @category models
 */
export type SeveralFiles = Pick<Downloads.Service, "archive" | "batch">

/**
 * @since 1.0.7
 * @category models
 */
export interface OpenedBytes {
  readonly bytes: Stream.Stream<Uint8Array, DownloadError, DownloadPorts>
  /** As the storage tells it. */
  readonly contentType: string | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export interface FolderRuns {
  /** Reads the folder's entries and uploads them; `run` hears of its end. */
  readonly walkFolder: (
    run: FolderRun,
    tuning: FolderTuning,
    signIns: SignIns
  ) => Effect.Effect<void, never, FolderPorts>
}

/**
 * What saves queued uploads for the next run of the program, and finds those of earlier runs.
 *
 * @since 1.0.7
 * @category models
 */
export interface SavedRuns {
  readonly saveQueue: (engine: UploadCore) => Effect.Effect<void, never, UploadPorts>
  readonly findRecoverable: (
    engine: UploadCore
  ) => Effect.Effect<ReadonlyArray<UploadSnapshot>, never, UploadPorts>
  /** Writes the priority of an upload that does not run into its session. */
  readonly savePriority: (entry: UploadEntry) => Effect.Effect<void, never, UploadPorts>
}

/**
 * Code that may have to be loaded.
 *
 * @since 1.0.7
 * @category models
 */
export interface TransferCode<A> {
  /** Fails at once where it has to be loaded and cannot be. */
  readonly get: Effect.Effect<A, TransportError>
  /**
   * Waits for the network if it has to be loaded; for transfers, which wait for it anyway. `waits` is called each time that it
   * cannot come because the machine is offline.
   */
  readonly load: (waits?: () => void) => Effect.Effect<A, TransportError>
}

export declare namespace TransferRuns {
  /**
   * @since 1.0.7
   * @category models
   */
  export type Service = { readonly [Kind in keyof Runs]: TransferCode<Runs[Kind]> }

  /**
   * @since 1.0.7
   * @category models
   */
  export interface Runs {
    readonly uploads: UploadRuns
    readonly aborts: AbortRuns
    readonly downloads: DownloadRuns
    readonly folders: FolderRuns
    readonly saved: SavedRuns
  }
}

/**
 * @since 1.0.7
 * @category tags
 */
export class TransferRuns extends Context.Tag("effect-drive/TransferRuns")<TransferRuns, TransferRuns.Service>() {}
