/**
 * Decides which request of all uploads is made next: a limit for each kind of request (lane), fairness between uploads,
 * a limit of bytes in flight.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { defaultParallelParts } from "../domain/Constants.js"
import { bracket } from "./bracket.js"
import { layerOf } from "./inOrder.js"
import type { Permit } from "./transfers/PermitQueue.js"
import { PermitQueue } from "./transfers/PermitQueue.js"

/**
 * `finish`: completes, success-callbacks and settling; `control`: creates, lists and aborts; `part`: bytes; `hash`:
 * read passes.
 *
 * @since 1.0.7
 * @category models
 */
export type Lane = "finish" | "control" | "part" | "hash"

/**
 * How much may run at once. `bytes`: part bodies in flight.
 *
 * @since 1.0.7
 * @category models
 */
export interface TransferLimits {
  readonly finish: number
  readonly control: number
  readonly part: number
  readonly hash: number
  readonly bytes: number
}

export declare namespace TransferScheduler {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Runs the effect when its lane has room: round robin over groups, first come first served within one. */
    readonly withPermit: (place: {
      readonly lane: Lane
      readonly group: string
      readonly bytes?: number | undefined
      readonly priority: number
    }) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** What `withPermit` waits in, for who waits for many at once. */
    readonly queue: Pick<PermitQueue, "enqueue" | "release">
    /** Moves what the group waits for to another priority. */
    readonly setPriority: (group: string, priority: number) => Effect.Effect<void>
    /** Changes the limits that are named; what runs is not stopped. */
    readonly setLimits: (limits: Partial<TransferLimits>) => Effect.Effect<void>
    /** The limits as they are now. */
    readonly limits: () => TransferLimits
    /** Nothing new starts until this time (epoch milliseconds): the storage asked for fewer requests. */
    readonly slowDown: (until: number) => Effect.Effect<void>
    /** What runs and what waits in each lane, and the bytes of parts in flight. */
    readonly usage: () => {
      readonly running: Readonly<Record<Lane, number>>
      readonly waiting: Readonly<Record<Lane, number>>
      readonly bytes: number
    }
  }
}

/**
 * Five parts, 64 MiB of them, two read passes; completes and control calls have places of their own.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultLimits: TransferLimits = {
  finish: 8,
  control: 8,
  part: defaultParallelParts,
  hash: 2,
  bytes: 64 * 1024 * 1024
}

const waitFor = (permit: Permit): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (permit.state === "granted") resume(Effect.void)
    else permit.onGrant = () => resume(Effect.void)
  })

const make = Effect.fnUntraced(function*(limits: Partial<TransferLimits>) {
  const scope = yield* Effect.scope
  const queue = new PermitQueue({ ...defaultLimits, ...limits })
  let pausedUntil = 0

  const resumeAt = Effect.fnUntraced(function*(until: number) {
    yield* Effect.sleep(Math.max(0, until - (yield* Clock.currentTimeMillis)))
    if (pausedUntil > until) return
    queue.paused = false
    queue.grant()
  })

  const withPermit: TransferScheduler.Service["withPermit"] = (place) => (effect) =>
    // Held while it waits too: an interruption may come between the grant and the waiter's first step after it.
    bracket(
      () => queue.enqueue(place),
      (permit) => permit.state === "granted" ? effect : Effect.zipRight(waitFor(permit), effect),
      (permit) => queue.release(permit)
    )

  return TransferScheduler.of({
    queue,
    withPermit,
    setPriority: (group, priority) => Effect.sync(() => queue.setPriority(group, priority)),
    setLimits: (limits) =>
      Effect.sync(() => {
        queue.limits = { ...queue.limits, ...limits }
        queue.grant()
      }),
    limits: () => queue.limits,
    slowDown: (until) =>
      Effect.suspend(() => {
        if (until <= pausedUntil) return Effect.void
        pausedUntil = until
        queue.paused = true
        return Effect.asVoid(Effect.forkIn(Effect.interruptible(resumeAt(until)), scope))
      }),
    usage: () => ({ running: { ...queue.running }, waiting: queue.waiting(), bytes: queue.bytes })
  })
})

/**
 * Says whose request goes next: limits of requests and bytes at once, priorities, fairness.
 *
 * @since 1.0.7
 * @category tags
 */
export class TransferScheduler extends Context.Tag("effect-drive/TransferScheduler")<
  TransferScheduler,
  TransferScheduler.Service
>() {
  /** A scheduler with these limits; what is left out has its default. */
  static readonly layerWith = (limits: Partial<TransferLimits>): Layer.Layer<TransferScheduler> =>
    layerOf(TransferScheduler, make(limits))

  static readonly layer: Layer.Layer<TransferScheduler> = TransferScheduler.layerWith({})
}
