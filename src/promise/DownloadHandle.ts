/**
 * A started download, as the Promise face gives it out.
 *
 * @since 1.0.7
 */
import type { DownloadResult, DownloadSnapshot } from "../domain/DownloadSnapshot.js"
import type { DownloadId } from "../domain/Ids.js"
import type { Download, DownloadRequest, Downloads } from "../services/Downloads.js"
import { unlessFailed } from "./endPromise.js"
import type { Face, SpaceCallOptions } from "./Face.js"
import { listenTo } from "./listenTo.js"
import { cancelOnAbort, endOf, startSignal } from "./onAbort.js"
import type { CallOptions, Runner } from "./Runner.js"

/**
 * A started download. It belongs to the drive: dropping the handle changes nothing, and `downloads.get(id)` gives another.
 *
 * @since 1.0.7
 * @category models
 */
export interface DownloadHandle {
  readonly id: DownloadId
  /** The download's present state; its last one after it was removed from the list. */
  readonly snapshot: () => DownloadSnapshot
  /** Calls back with each new snapshot, at most ten times a second. Returns the function that unsubscribes. */
  readonly subscribe: (listener: (snapshot: DownloadSnapshot) => void) => () => void
  /**
   * Resolves when the download has ended. Stays pending while it is stopped; rejects with `DownloadCancelled` if it is
   * cancelled or another user signs in. You may ignore it: it never causes an unhandled rejection. After `resume` it is a new promise.
   */
  readonly done: Promise<DownloadResult>
  /** Closes the connections and keeps what has arrived. */
  readonly stop: (options?: CallOptions) => Promise<void>
  /** Resumes where it stopped, also after an error. */
  readonly resume: (options?: CallOptions) => Promise<void>
  /** Ends the download permanently and removes what has arrived. */
  readonly cancel: (options?: CallOptions) => Promise<void>
}

/**
 * `start` returns at once; aborting its signal cancels the download.
 *
 * @since 1.0.7
 * @category models
 */
export interface StartedDownloads {
  /** Puts the download into the queue and returns its handle at once. Aborting the signal cancels it. */
  readonly start: (request: DownloadRequest, options?: SpaceCallOptions) => DownloadHandle
  /** Another handle of the download; `undefined` when it is not on the list. */
  readonly get: (id: string) => DownloadHandle | undefined
}

/** Aborting the signal cancels the download. */
const handle = <R>(
  runner: Runner<R>,
  downloads: Downloads.Service,
  download: Download,
  signal?: AbortSignal
): DownloadHandle => {
  const { id, snapshot } = download
  const how = signal && cancelOnAbort(signal, {
    cancel: () => runner.run(downloads.cancel(id)),
    subscribe: (listener) => downloads.subscribe(listener, id),
    hasEnded: () => ["success", "cancelled", undefined].includes(downloads.snapshot(id)?.status)
  })
  let done: Promise<DownloadResult> | undefined
  return {
    id,
    snapshot,
    subscribe: listenTo((changed) => downloads.subscribe(changed, id), snapshot),
    get done() {
      return done = unlessFailed(done) ?? endOf(runner.runToEnd(download), how)
    },
    stop: (call) => runner.run(downloads.stop(id), call),
    resume: (call) => {
      done = undefined
      return runner.run(downloads.resume(id), call)
    },
    cancel: (call) => runner.run(downloads.cancel(id), call)
  }
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = <R>(
  runner: Runner<R>,
  downloads: Downloads.Service,
  derived: Face<Downloads.Service>
): Omit<Face<Downloads.Service>, keyof StartedDownloads> & StartedDownloads => ({
  ...derived,
  start: (request, options) => {
    const signal = startSignal(options)
    return handle(runner, downloads, runner.runSync(downloads.start(request, options)), signal)
  },
  get: (id) => {
    const download = downloads.get(id)
    return download && handle(runner, downloads, download)
  }
})
