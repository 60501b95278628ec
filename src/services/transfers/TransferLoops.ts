/**
 * The loops that a registry of transfers runs for as long as it is there.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Wsid } from "../../domain/Ids.js"
import { Connectivity } from "../Connectivity.js"
import { DriveEvents } from "../DriveEvents.js"
import type { Meter } from "./Meter.js"

/**
 * Repeats the step until the scope ends. A bug in one step is logged and does not end the loop.
 */
export const forever = <R>(
  name: string,
  scope: Scope.Scope,
  step: Effect.Effect<void, never, R>
): Effect.Effect<Fiber.RuntimeFiber<never>, never, R> =>
  step.pipe(
    Effect.catchAllDefect((defect) => Effect.logError(`${name} failed`, Cause.die(defect))),
    Effect.forever,
    Effect.interruptible,
    Effect.forkIn(scope)
  )

/** How often what moves is shown. */
const interval = "100 millis"

/**
 * One step of the ticker: sleeps until `wake` opens, then shows byte counts and speeds at most ten times a second for each transfer,
 * until nothing moves.
 */
export const showMoving = <Entry extends { readonly meter: Meter }>(
  transfers: {
    readonly registry: { readonly dirty: Set<Entry> }
    readonly running: ReadonlySet<Entry>
  },
  wake: Effect.Latch,
  publish: (entry: Entry) => void
): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { registry, running } = transfers
    yield* wake.await
    yield* wake.close
    let isMoving = true
    while (isMoving) {
      yield* Effect.sleep(interval)
      const now = yield* Clock.currentTimeMillis
      isMoving = false
      for (const entry of running) {
        const isDirty = registry.dirty.has(entry)
        const before = entry.meter.speed()
        if (!isDirty && before === 0) continue
        isMoving = entry.meter.measure(now) || isMoving
        if (isDirty || entry.meter.speed() !== before) publish(entry)
      }
      registry.dirty.clear()
    }
  })

/**
 * Listens to sign-ins and sign-outs until the scope ends, and gives the step that reacts to the next one. Whose session it is, is
 * written into `user` at once: a transfer that is started in the same step is that user's.
 */
export const followSession = Effect.fnUntraced(function*(
  user: { wsid: Wsid | undefined },
  react: {
    readonly signedIn: (wsid: Wsid) => Effect.Effect<void>
    readonly signedOut: Effect.Effect<void>
  }
) {
  const events = yield* DriveEvents
  const reactions = yield* Queue.unbounded<Effect.Effect<void>>()
  yield* events.on((event) => {
    if (event._tag === "SignedIn") {
      user.wsid = event.wsid
      Queue.unsafeOffer(reactions, react.signedIn(event.wsid))
    }
    if (event._tag === "SignedOut") {
      user.wsid = undefined
      Queue.unsafeOffer(reactions, react.signedOut)
    }
  })
  return Effect.flatten(Queue.take(reactions))
})

/**
 * Reacts to the machine's word on being offline or online. The word is a hint: an answer that comes all the same counts more.
 */
export const followNetwork = <R>(react: {
  readonly online: Effect.Effect<void, never, R>
  readonly offline: () => void
}): Effect.Effect<void, never, Connectivity | R> =>
  Effect.flatMap(
    Connectivity,
    ({ changes }) => Stream.runForEach(changes, (isOnline) => isOnline ? react.online : Effect.sync(react.offline))
  )
