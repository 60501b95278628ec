/**
 * A started upload, as the Promise face gives it out.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { UploadId } from "../domain/Ids.js"
import type { UploadResult, UploadSnapshot } from "../domain/UploadSnapshot.js"
import type { FolderRequest, FolderUploads } from "../services/FolderUploads.js"
import type { Upload, UploadRequest, Uploads } from "../services/Uploads.js"
import type { SourceInput } from "../services/UploadSource.js"
import { unlessFailed } from "./endPromise.js"
import type { Face, SpaceCallOptions } from "./Face.js"
import type { FolderHandle } from "./FolderHandle.js"
import * as FolderHandles from "./FolderHandle.js"
import { listenTo } from "./listenTo.js"
import type { CancelOnAbort } from "./onAbort.js"
import { cancelOnAbort, endOf, startSignal } from "./onAbort.js"
import type { CallOptions, Runner } from "./Runner.js"

/**
 * A started upload. It belongs to the drive: dropping the handle changes nothing, and `uploads.get(id)` gives another.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadHandle {
  readonly id: UploadId
  /** The upload's present state. */
  readonly snapshot: () => UploadSnapshot
  /** Calls back with each new snapshot. Returns the function that unsubscribes. */
  readonly subscribe: (listener: (snapshot: UploadSnapshot) => void) => () => void
  /**
   * Resolves when the upload has ended. Stays pending while it is stopped; rejects with `UploadCancelled` if it is
   * cancelled or another user signs in. You may ignore it: it never causes an unhandled rejection. After `retry` or `resume`
   * it is a new promise.
   */
  readonly done: Promise<UploadResult>
  /** Closes the requests in flight and keeps what is stored. */
  readonly stop: (options?: CallOptions) => Promise<void>
  /** Sends the rest. `source`: the file, if it had to be picked again. */
  readonly resume: (source?: SourceInput, options?: CallOptions) => Promise<void>
  /** Ends the upload permanently and deletes its parts from the storage. */
  readonly cancel: (options?: CallOptions) => Promise<void>
  /** Starts a failed upload again, from what is stored. */
  readonly retry: (options?: CallOptions) => Promise<void>
  /** Higher goes first, in the queue and for the next requests. `InvalidInput` if it is not a finite number. */
  readonly setPriority: (priority: number, options?: CallOptions) => Promise<void>
}

/**
 * The registry of uploads. `start` returns at once; aborting its signal cancels the upload.
 *
 * @since 1.0.7
 * @category models
 */
export interface UploadsFace extends Omit<Face<Uploads.Service>, "start" | "get"> {
  /** Puts the upload into the queue and returns its handle at once. Aborting the signal cancels it. */
  readonly start: (request: UploadRequest, options?: SpaceCallOptions) => UploadHandle
  /** Another handle of the upload; `undefined` when it is not on the list. */
  readonly get: (id: string) => UploadHandle | undefined
  /** Starts the upload of a whole folder and returns at once; aborting its signal cancels it. */
  readonly startFolder: (request: FolderRequest, options?: SpaceCallOptions) => FolderHandle
}

interface Surroundings<R> {
  readonly runner: Runner<R>
  readonly uploads: Uploads.Service
}

/** What a handle does. */
type Functions = Omit<UploadHandle, "id" | "done">

/**
 * Ten thousand may be started in one loop: what a handle does is made when somebody asks for it, and then stays. Its fields are private
 * for printers too: who prints a handle does not print the drive.
 */
class Handle<R> implements UploadHandle {
  readonly id: UploadId
  readonly #around: Surroundings<R>
  readonly #upload: Upload
  readonly #how: CancelOnAbort | undefined
  #done: Promise<UploadResult> | undefined
  #functions: Functions | undefined

  constructor(around: Surroundings<R>, upload: Upload, how: CancelOnAbort | undefined) {
    this.id = upload.id
    this.#around = around
    this.#upload = upload
    this.#how = how
  }

  get done(): Promise<UploadResult> {
    return this.#done = unlessFailed(this.#done) ?? endOf(this.#around.runner.runToEnd(this.#upload), this.#how)
  }

  get snapshot(): UploadHandle["snapshot"] {
    return this.functions.snapshot
  }

  get subscribe(): UploadHandle["subscribe"] {
    return this.functions.subscribe
  }

  get stop(): UploadHandle["stop"] {
    return this.functions.stop
  }

  get resume(): UploadHandle["resume"] {
    return this.functions.resume
  }

  get cancel(): UploadHandle["cancel"] {
    return this.functions.cancel
  }

  get retry(): UploadHandle["retry"] {
    return this.functions.retry
  }

  get setPriority(): UploadHandle["setPriority"] {
    return this.functions.setPriority
  }

  private get functions(): Functions {
    return this.#functions ??= this.make()
  }

  private make(): Functions {
    const { id } = this
    const upload = this.#upload
    const { runner, uploads } = this.#around
    /** It has another end afterwards. */
    const again = (command: Effect.Effect<void, unknown, R>, call: CallOptions | undefined) => {
      this.#done = undefined
      return runner.run(command, call)
    }
    const snapshot = () => uploads.snapshot(id) ?? upload.snapshot()
    return {
      snapshot,
      subscribe: listenTo((changed) => uploads.subscribe(changed, id), snapshot),
      stop: (call) => runner.run(uploads.stop(id), call),
      resume: (source, call) => again(uploads.resume(id, source), call),
      cancel: (call) => runner.run(uploads.cancel(id), call),
      retry: (call) => again(uploads.retry(id), call),
      setPriority: (priority, call) => runner.run(uploads.setPriority(id, priority), call)
    }
  }
}

/** Aborting the signal cancels the upload. */
const cancelledBy = <R>(around: Surroundings<R>, upload: Upload, signal: AbortSignal | undefined): UploadHandle => {
  const { id } = upload
  const { runner, uploads } = around
  const how = signal && cancelOnAbort(signal, {
    cancel: () => runner.run(uploads.cancel(id)),
    subscribe: (listener) => uploads.subscribe(listener, id),
    // one that has failed is heard of until it is taken off the list
    hasEnded: () => ["done", "cancelled", undefined].includes(uploads.snapshot(id)?.status._tag)
  })
  return new Handle(around, upload, how)
}

/**
 * The handle of an upload that another service begins, once it has; aborting the signal cancels the upload.
 *
 * @since 1.0.7
 * @category constructors
 */
export const begun = <R>(
  runner: Runner<R>,
  uploads: Uploads.Service
) =>
<E>(beginning: Effect.Effect<Upload, E, R>, signal: AbortSignal | undefined): Promise<UploadHandle> =>
  runner.run(beginning, { signal }).then((upload) => cancelledBy({ runner, uploads }, upload, signal))

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = <R>(
  runner: Runner<R>,
  uploads: Uploads.Service,
  folders: FolderUploads.Service,
  derived: Face<Uploads.Service>
): UploadsFace => {
  const around = { runner, uploads }
  return {
    ...derived,
    // folders first: they start nothing more then
    stopAll: (options) => runner.run(Effect.zipRight(folders.stopAll(), uploads.stopAll()), options),
    resumeAll: (options) => runner.run(Effect.zipRight(folders.resumeAll(), uploads.resumeAll()), options),
    cancelAll: (options) => runner.run(Effect.zipRight(folders.cancelAll(), uploads.cancelAll()), options),
    startFolder: FolderHandles.starting(runner, folders),
    start: (request, options) => {
      const signal = startSignal(options)
      return cancelledBy(around, runner.runSync(uploads.start(request, options)), signal)
    },
    get: (id) => {
      const upload = uploads.get(id)
      return upload && new Handle(around, upload, undefined)
    }
  }
}
