/**
 * A started folder, as the Promise face gives it out.
 *
 * @since 1.0.7
 */
import type {
  FolderReport,
  FolderRequest,
  FolderSnapshot,
  FolderUpload,
  FolderUploads
} from "../services/FolderUploads.js"
import { unlessFailed } from "./endPromise.js"
import type { SpaceCallOptions } from "./Face.js"
import { listenTo } from "./listenTo.js"
import { cancelOnAbort, endOf, startSignal } from "./onAbort.js"
import type { CallOptions, Runner } from "./Runner.js"

/**
 * A started folder. It belongs to the drive: dropping the handle changes nothing.
 *
 * @since 1.0.7
 * @category models
 */
export interface FolderHandle {
  readonly id: string
  /** The folder's present state; the same object until something changes. */
  readonly snapshot: () => FolderSnapshot
  /** Calls back with each new snapshot, at most ten times a second. Returns the function that unsubscribes. */
  readonly subscribe: (listener: (snapshot: FolderSnapshot) => void) => () => void
  /**
   * Resolves with the report on all entries, including failed files. Stays pending while the folder is stopped; rejects
   * with `UploadCancelled` if it is cancelled. You may ignore it: it never causes an unhandled rejection.
   */
  readonly done: Promise<FolderReport>
  /** Stops the folder and all its files; what is stored is kept. */
  readonly stop: (options?: CallOptions) => Promise<void>
  /** Resumes the folder and its files. */
  readonly resume: (options?: CallOptions) => Promise<void>
  /** Cancels the folder and all of its files that have not ended. */
  readonly cancel: (options?: CallOptions) => Promise<void>
}

const hasEnded = (folder: FolderUpload): boolean => {
  const { status } = folder.snapshot()
  return status !== "running" && status !== "stopped"
}

/**
 * `startFolder` of the uploads' face; aborting its signal cancels the folder.
 *
 * @since 1.0.7
 * @category constructors
 */
export const starting =
  <R>(runner: Runner<R>, folders: FolderUploads.Service) =>
  (request: FolderRequest, options?: SpaceCallOptions): FolderHandle => {
    const signal = startSignal(options)
    const folder = runner.runSync(folders.start(request, options))
    const how = signal && cancelOnAbort(signal, {
      cancel: () => runner.run(folder.cancel),
      subscribe: folder.subscribe,
      hasEnded: () => hasEnded(folder)
    })
    let done: Promise<FolderReport> | undefined
    return {
      id: folder.id,
      snapshot: folder.snapshot,
      subscribe: listenTo(folder.subscribe, folder.snapshot),
      get done() {
        return done = unlessFailed(done) ?? endOf(runner.runToEnd(folder), how)
      },
      stop: (call) => runner.run(folder.stop, call),
      resume: (call) => runner.run(folder.resume, call),
      cancel: (call) => runner.run(folder.cancel, call)
    }
  }
