/**
 * The page's side of the hash worker's protocol.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { Digests } from "../../../domain/HashPlan.js"
import type { HashResume } from "../../../services/Hasher.js"
import type { PartDigest } from "../../../services/PartStore.js"
import type { HashAnswer, HashRequest, SomePlan } from "./HashProtocol.js"
import type { HashWorker } from "./HashWorkers.js"
import type { Unreadable } from "./PageHashing.js"

/**
 * The worker ended in the middle of a job.
 *
 * @since 1.0.7
 * @category errors
 */
export interface Lost {
  readonly _tag: "Lost"
}

/**
 * @since 1.0.7
 * @category predicates
 */
export const isLost = <E>(error: E | Lost): error is Lost =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "Lost"

let lastId = 0

/** Sends a request and waits for its last answer, which `finish` recognises. Interruption returns at once. */
const ask = <A>(
  worker: HashWorker,
  request: (id: number) => HashRequest,
  finish: (answer: HashAnswer) => A | undefined
): Effect.Effect<A, Lost | Unreadable> =>
  Effect.async((resume) => {
    const id = ++lastId
    const stop = worker.listen(id, (answer) => {
      const end = (result: Effect.Effect<A, Lost | Unreadable>) => {
        stop()
        resume(result)
      }
      if (answer === "lost") return end(Effect.fail({ _tag: "Lost" }))
      if (answer.type === "unreadable") return end(Effect.fail({ _tag: "Unreadable" }))
      const value = finish(answer)
      if (value !== undefined) end(Effect.succeed(value))
    })
    worker.post(request(id))
    return Effect.sync(() => {
      stop()
      worker.post({ type: "cancel", id })
    })
  })

/**
 * SHA-1 of a Blob, by the worker.
 *
 * @since 1.0.7
 * @category constructors
 */
export const hashInWorker = (
  worker: HashWorker,
  job: { readonly blob: Blob; readonly plan: SomePlan },
  position: (bytes: number) => void,
  resume: HashResume
): Effect.Effect<Digests, Lost | Unreadable> =>
  ask(
    worker,
    (id) => ({ type: "hash", id, ...job, from: resume.from, checkpoints: resume.save !== undefined }),
    (answer) => {
      if (answer.type === "progress") position(answer.position)
      if (answer.type === "checkpoint") resume.save?.(answer.checkpoint)
      return answer.type === "hashed" ? answer.digests : undefined
    }
  )

/**
 * The states of SHA-1 after each `partSize` bytes of a Blob, by the worker.
 *
 * @since 1.0.7
 * @category constructors
 */
export const sha1StatesInWorker = (
  worker: HashWorker,
  job: { readonly blob: Blob; readonly partSize: number },
  position: (bytes: number) => void
): Effect.Effect<Uint32Array | undefined, Lost | Unreadable> =>
  Effect.map(
    ask(worker, (id) => ({ type: "sha1States", id, ...job }), (answer) => {
      if (answer.type === "progress") position(answer.position)
      return answer.type === "sha1States" ? answer : undefined
    }),
    ({ words }) => words
  )

/**
 * Checksums of a Blob, by the worker.
 *
 * @since 1.0.7
 * @category constructors
 */
export const digestInWorker = (
  worker: HashWorker,
  blob: Blob,
  kinds: ReadonlyArray<keyof PartDigest>
): Effect.Effect<PartDigest, Lost | Unreadable> =>
  ask(
    worker,
    (id) => ({ type: "digest", id, blob, kinds }),
    (answer) => answer.type === "digested" ? answer.digest : undefined
  )
