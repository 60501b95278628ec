/**
 * A few threads that hash files (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { type ThreadAnswer, type ThreadRequest, threadSource } from "./NodeThreadSource.js"

type WithoutId<Request> = Request extends { readonly id: number } ? Omit<Request, "id"> : never

/**
 * A request that is given its number when it is sent.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadJob = WithoutId<Exclude<ThreadRequest, { readonly type: "cancel" }>>

/**
 * The last answer to a job; `lost` when its thread ended or could not be started.
 *
 * @since 1.0.7
 * @category models
 */
export type ThreadOutcome = Exclude<ThreadAnswer, { readonly type: "progress" }> | { readonly type: "lost" }

/**
 * @since 1.0.7
 * @category models
 */
export interface NodeThreads {
  /** `position` is called with the bytes done so far. Interruption returns at once; the thread stops after its read. */
  readonly run: (job: ThreadJob, position: (bytes: number) => void) => Effect.Effect<ThreadOutcome>
}

interface Job {
  readonly position: (bytes: number) => void
  readonly end: (outcome: ThreadOutcome) => void
}

interface Thread {
  readonly post: (request: ThreadRequest) => void
  readonly jobs: Map<number, Job>
  readonly worker: Worker
  isEnding: boolean
}

// A busy thread keeps the process alive, and so does one whose end is waited for; an idle one does not.
const finish = (thread: Thread, id: number): Job | undefined => {
  const job = thread.jobs.get(id)
  thread.jobs.delete(id)
  if (thread.jobs.size === 0 && !thread.isEnding) thread.worker.unref()
  return job
}

/** Until it has ended there may still come an answer to a job that was broken off. */
const endThread = (thread: Thread): Promise<unknown> => {
  thread.isEnding = true
  thread.worker.ref()
  return thread.worker.terminate()
}

const startThread = (ended: (thread: Thread) => void): Thread => {
  const worker = new Worker(threadSource, { eval: true, execArgv: [] })
  const thread: Thread = {
    worker,
    jobs: new Map(),
    post: (request) => worker.postMessage(request),
    isEnding: false
  }
  const lose = () => {
    ended(thread)
    for (const id of [...thread.jobs.keys()]) finish(thread, id)?.end({ type: "lost" })
  }
  worker.on("message", (answer: ThreadAnswer) => {
    if (answer.type === "progress") thread.jobs.get(answer.id)?.position(answer.position)
    else finish(thread, answer.id)?.end(answer)
  })
  worker.on("error", lose)
  worker.on("exit", lose)
  worker.unref()
  return thread
}

/**
 * Threads that are started when they are first needed, one per core and at most `limit` (default 4), and end with the
 * scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (limit = 4): Effect.Effect<NodeThreads, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Set<Thread>()),
      (threads) => Effect.promise(() => Promise.all([...threads].map(endThread)))
    ),
    (threads) => {
      const width = Math.min(limit, availableParallelism())
      let nextId = 0

      const leastBusy = (): Thread => {
        const [first] = [...threads].sort((one, other) => one.jobs.size - other.jobs.size)
        if (first !== undefined && (first.jobs.size === 0 || threads.size >= width)) return first
        const thread = startThread((lost) => threads.delete(lost))
        threads.add(thread)
        return thread
      }

      const run: NodeThreads["run"] = (job, position) =>
        Effect.async((resume) => {
          const id = ++nextId
          const thread = leastBusy()
          thread.jobs.set(id, { position, end: (outcome) => resume(Effect.succeed(outcome)) })
          thread.worker.ref()
          thread.post({ id, ...job })
          return Effect.sync(() => {
            if (finish(thread, id) !== undefined) thread.post({ type: "cancel", id })
          })
        })

      return { run }
    }
  )
