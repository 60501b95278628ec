/**
 * What the parts of the upload registry share.
 */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import type { SuccessCallbackFailed } from "../../domain/errors/TransferErrors.js"
import type { UploadId, Wsid } from "../../domain/Ids.js"
import type { Integrity } from "../../domain/Integrity.js"
import type { Space } from "../../domain/Space.js"
import type { UploadError } from "../../domain/UploadSnapshot.js"
import type { Connectivity } from "../Connectivity.js"
import type { Credentials } from "../Credentials.js"
import type { ApiFailure } from "../DriveApi.js"
import type { DriveEvents } from "../DriveEvents.js"
import type { Files } from "../Files.js"
import type { Hasher } from "../Hasher.js"
import type { StoreError } from "../PartStore.js"
import type { SingleFlight } from "../SingleFlight.js"
import type { Leave } from "../SmallRequests.js"
import type { Spaces } from "../Spaces.js"
import type { CreateFailure, StorageProvider, UploadTicket } from "../StorageProvider.js"
import type { StorageProviders } from "../StorageProviders.js"
import type { TransferRuns } from "../TransferRuns.js"
import type { Parallelism } from "../transfers/Parallelism.js"
import type { RetryPolicy, WatchdogLimits } from "../transfers/RetryPolicy.js"
import { defaultRetryPolicy, defaultWatchdogLimits } from "../transfers/RetryPolicy.js"
import type { SignIns } from "../transfers/SignIns.js"
import type { SpeedLimit } from "../transfers/SpeedLimit.js"
import type { TransferScheduler } from "../TransferScheduler.js"
import type { Transport } from "../Transport.js"
import type { UploadSessions } from "../UploadSessions.js"
import type { UploadSources } from "../UploadSource.js"
import type { AssetWishes } from "./AssetWishes.js"
import type { SavedQueue } from "./SavedQueue.js"
import type { UploadCheckpoint } from "./UploadCheckpoint.js"
import type { UploadEntry } from "./UploadEntry.js"
import type { UploadQueue } from "./UploadQueue.js"
import type { UploadRegistry } from "./UploadRegistry.js"

/**
 * The services that uploads are built on.
 */
export type UploadPorts =
  | AssetWishes
  | Connectivity
  | Credentials
  | DriveEvents
  | Files
  | Hasher
  | Spaces
  | StorageProviders
  | TransferRuns
  | TransferScheduler
  | Transport
  | UploadSessions
  | UploadSources

/** Tells the service that a file is stored, together with others of its space. */
export type ConfirmFailure = ApiFailure | SuccessCallbackFailed

/** One upload that is to be confirmed. Its priority is read when the call is made. */
export interface ToConfirm {
  readonly ticket: UploadTicket
  readonly priority: () => number
}

/** `join` does nothing where no call is on its way: then `ask` has to begin one. */
export interface Confirmations {
  readonly ask: (stored: ToConfirm) => Effect.Effect<void, ConfirmFailure, TransferScheduler>
  readonly join: (stored: ToConfirm, answer: (exit: Exit.Exit<void, ConfirmFailure>) => void) => Leave | undefined
}

/**
 * Retries, time limits and checks of uploads.
 *
 * - `retry`, `watchdog`: when a failed request is retried, and when a stalled one is aborted.
 * - `lookahead`: how many more uploads run than parts can be sent at once, so that the next files are hashed meanwhile.
 * Default 4.
 * - `linger`: how long a success-callback waits for others, to be sent in one call. Default 50 ms.
 * - `cancelTimeout`: how long a cancel waits for the storage before it continues in the background. Default 10 s.
 * - `sessionLifetime`: after this time without a resume, a saved upload expires. Default 7 days.
 * - `integrity`: how the bytes sent to a space are verified. Default `"auto"`. In a page `"crc32"` needs a bucket whose
 * CORS rules expose `x-amz-checksum-crc32`. Otherwise the ETag must be an MD5, or the upload fails with
 * `IntegrityError`.
 */
export interface UploadTuning {
  readonly retry: RetryPolicy
  readonly watchdog: WatchdogLimits
  readonly lookahead: number
  readonly linger: Duration.Duration
  readonly cancelTimeout: Duration.Duration
  readonly sessionLifetime: Duration.Duration
  readonly integrity: (space: Space) => Integrity
}

export const defaultTuning: UploadTuning = {
  retry: defaultRetryPolicy,
  watchdog: defaultWatchdogLimits,
  lookahead: 4,
  linger: Duration.millis(50),
  cancelTimeout: Duration.seconds(10),
  sessionLifetime: Duration.days(7),
  integrity: () => "auto"
}

/**
 * A step that must not be left half done, and how it can fail.
 */
export type StepFailure = CreateFailure | StoreError | Exclude<UploadError, { readonly _tag: "IntegrityError" }>

export interface UploadEngine {
  readonly registry: UploadRegistry
  readonly queue: UploadQueue
  /** Uploads with a run of their own; `slots` are those whose bytes are not stored yet. */
  readonly running: Set<UploadEntry>
  readonly slots: Set<UploadEntry>
  readonly scope: Scope.Scope
  readonly signIns: SignIns
  readonly events: DriveEvents.Service
  readonly width: Parallelism
  readonly pace: SpeedLimit
  readonly tuning: UploadTuning
  /** Create and begin calls, which outlive the run that asked for them. */
  readonly steps: SingleFlight<void, StepFailure>
  /** Checkpoints of uploads that have left the list while such a call was under way: it writes its answer there. */
  readonly detached: Map<UploadId, UploadCheckpoint>
  /** Ids of folders that uploads went into, by path. */
  readonly folders: Map<string, string>
  /** What gathers confirmations, for each open space. A space that is opened anew, perhaps for another user, gets a new one. */
  readonly confirmations: WeakMap<StorageProvider, Confirmations>
  readonly user: { wsid: Wsid | undefined }
  /** What saves queued uploads, once there was something to save. */
  savedQueue?: SavedQueue
  /** The services that a start needs, looked up beforehand: a page may start ten thousand uploads in one loop. */
  readonly starting: {
    readonly spaces: Spaces.Service
    readonly sources: UploadSources.Service
    readonly id: () => UploadId
  }
  /** Wakes the dispatcher: there may be room for the next upload. */
  readonly admit: () => void
  /** Provides the ports, for what runs outside the effect that has them. */
  readonly provided: <A, E>(effect: Effect.Effect<A, E, UploadPorts>) => Effect.Effect<A, E>
  /** The same for an effect that is all of its fiber. */
  readonly providedToFiber: UploadEngine["provided"]
}
