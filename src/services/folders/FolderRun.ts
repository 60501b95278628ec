/**
 * One folder being uploaded: what its parts share.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import type { SpaceId, UploadId, Wsid } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import { checkListener } from "../checkListener.js"
import type { Connectivity } from "../Connectivity.js"
import type { Credentials } from "../Credentials.js"
import type { DriveEvents } from "../DriveEvents.js"
import type { FolderReader } from "../FolderReader.js"
import type { FolderError, FolderReport, FolderRequest, FolderSnapshot, FolderStatus } from "../FolderUploads.js"
import type { Spaces } from "../Spaces.js"
import type { StorageProviders } from "../StorageProviders.js"
import type { TransferRuns } from "../TransferRuns.js"
import type { RetryPolicy } from "../transfers/RetryPolicy.js"
import { defaultRetryPolicy } from "../transfers/RetryPolicy.js"
import type { TransferScheduler } from "../TransferScheduler.js"
import type { Uploads } from "../Uploads.js"
import { FolderTally } from "./FolderTally.js"

/**
 * The services that folder uploads are built on.
 */
export type FolderPorts =
  | Connectivity
  | Credentials
  | DriveEvents
  | FolderReader
  | Spaces
  | StorageProviders
  | TransferRuns
  | TransferScheduler
  | Uploads

/**
 * `window`: how many entries of a folder are in progress at once, however large it is; the default is enough to keep
 * hashing and sending busy. `retry`: for the calls about folders; files have their own policy.
 */
export interface FolderTuning {
  readonly window: number
  readonly retry: RetryPolicy
}

export const defaultFolderTuning: FolderTuning = { window: 200, retry: defaultRetryPolicy }

const isEnd = (status: FolderStatus): boolean => status !== "running" && status !== "stopped"

export class FolderRun {
  readonly tally = new FolderTally()
  /** Uploads under way. */
  readonly active = new Set<UploadId>()
  /** Uploads that failed; they stay on the list of uploads, so that they can be retried. */
  readonly failed = new Set<UploadId>()
  readonly ending = Deferred.unsafeMake<FolderReport, FolderError>(FiberId.none)
  /** Open while the folder is not stopped. */
  readonly gate = Effect.unsafeMakeLatch(true)
  /** Opens when there is something to show. */
  readonly news = Effect.unsafeMakeLatch(false)
  /** Commands of its user go one after the other. */
  lock: Effect.Semaphore | undefined
  fiber: Fiber.RuntimeFiber<void> | undefined
  status: FolderStatus = "running"
  snapshot: FolderSnapshot
  private readonly listeners = new Set<() => void>()

  constructor(
    readonly id: string,
    readonly request: FolderRequest,
    readonly spaceId: SpaceId | undefined,
    readonly wsid: Wsid | undefined,
    private readonly onDefect: (cause: unknown) => void
  ) {
    this.snapshot = this.read(undefined)
  }

  get parentFileId(): string {
    return this.request.parentFileId ?? rootFileId
  }

  hasEnded(): boolean {
    return isEnd(this.status)
  }

  /** Something moved; it is shown within 100 ms. */
  touch(): void {
    this.news.unsafeOpen()
  }

  enter(status: FolderStatus, error?: FolderError): void {
    this.status = status
    if (status === "stopped") this.gate.unsafeClose()
    else this.gate.unsafeOpen()
    this.publish(error)
  }

  publish(error?: FolderError): void {
    this.snapshot = this.read(error ?? this.snapshot.error)
    for (const listener of [...this.listeners]) {
      try {
        listener()
      } catch (cause) {
        this.onDefect(cause)
      }
    }
  }

  subscribe(listener: () => void): () => void {
    checkListener(listener)
    // wrapped, so that one function may listen twice
    const own = () => listener()
    this.listeners.add(own)
    return () => {
      this.listeners.delete(own)
    }
  }

  succeed(): void {
    this.enter("done")
    Deferred.unsafeDone(this.ending, Effect.succeed(this.tally.report()))
  }

  fail(status: "cancelled" | "error", error: FolderError): void {
    this.enter(status, error)
    Deferred.unsafeDone(this.ending, Effect.fail(error))
  }

  die(defect: unknown): void {
    this.enter("error")
    Deferred.unsafeDone(this.ending, Effect.die(defect))
  }

  private read(error: FolderError | undefined): FolderSnapshot {
    const { id, parentFileId, spaceId, status } = this
    return { id, spaceId, parentFileId, status, ...this.tally.progress(), error }
  }
}
