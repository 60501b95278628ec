/**
 * What the parts of the download registry share.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Wsid } from "../../domain/Ids.js"
import type { Space } from "../../domain/Space.js"
import type { Connectivity } from "../Connectivity.js"
import type { Credentials } from "../Credentials.js"
import type { Downloads } from "../Downloads.js"
import type { DriveEvents } from "../DriveEvents.js"
import type { FileSink } from "../FileSink.js"
import type { Hasher } from "../Hasher.js"
import type { Spaces } from "../Spaces.js"
import type { StorageProviders } from "../StorageProviders.js"
import type { TaskMemory } from "../TaskMemory.js"
import type { Tasks } from "../Tasks.js"
import type { TransferRuns } from "../TransferRuns.js"
import type { RetryPolicy, WatchdogLimits } from "../transfers/RetryPolicy.js"
import { defaultRetryPolicy, defaultWatchdogLimits } from "../transfers/RetryPolicy.js"
import type { SignIns } from "../transfers/SignIns.js"
import type { SpeedLimit } from "../transfers/SpeedLimit.js"
import type { TransferScheduler } from "../TransferScheduler.js"
import type { Transport } from "../Transport.js"
import type { UploadSources } from "../UploadSource.js"
import type { DownloadEntry } from "./DownloadEntry.js"
import type { DownloadRegistry } from "./DownloadRegistry.js"

/**
 * The services that downloads are built on.
 */
export type DownloadPorts =
  | Connectivity
  | Credentials
  | DriveEvents
  | FileSink
  | Hasher
  | Spaces
  | StorageProviders
  | TaskMemory
  | Tasks
  | TransferRuns
  | TransferScheduler
  | Transport
  | UploadSources

/**
 * Retries, time limits and connections of downloads.
 *
 * - `retry`, `watchdog`: when a failed request is retried, and when a stalled one is aborted.
 * - `atOnce`: how many downloads run; the others wait in the queue. Default 3.
 * - `ranges`: connections of one download. Default: 2 to 6, adapted to the throughput.
 * - `rangeSize`: bytes of one request, if the space has no speed limit. Default 16 MiB.
 */
export interface DownloadTuning {
  readonly retry: RetryPolicy
  readonly watchdog: WatchdogLimits
  readonly atOnce: number
  readonly ranges: number | undefined
  readonly rangeSize: number
}

export const defaultDownloadTuning: DownloadTuning = {
  retry: defaultRetryPolicy,
  watchdog: defaultWatchdogLimits,
  atOnce: 3,
  ranges: undefined,
  rangeSize: 16 * 1024 * 1024
}

export interface DownloadEngine {
  readonly registry: DownloadRegistry
  /** Those that wait to be started, in the order they came. */
  readonly queue: Set<DownloadEntry>
  readonly running: Set<DownloadEntry>
  readonly scope: Scope.Scope
  readonly signIns: SignIns
  readonly tuning: DownloadTuning
  readonly archive: Downloads.Service["archive"]
  /** The speed of a space, shared by all its downloads. */
  readonly paceOf: (space: Space) => SpeedLimit
  readonly user: { wsid: Wsid | undefined }
  readonly newId: () => string
  /** Wakes the dispatcher: there may be room for the next download. */
  readonly admit: () => void
  readonly context: Context.Context<DownloadPorts>
  /** Provides the ports, for what runs outside the effect that has them. */
  readonly provided: <A, E>(effect: Effect.Effect<A, E, DownloadPorts>) => Effect.Effect<A, E>
}
