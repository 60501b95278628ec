/**
 * What downloads do by themselves when time passes, and when the session or the network changes.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { Wsid } from "../../domain/Ids.js"
import { Connectivity } from "../Connectivity.js"
import { DriveEvents } from "../DriveEvents.js"
import type { Core } from "./Core.js"
import { forAll, online, stop } from "./intents.js"

const interval = "100 millis"

/** Another user's downloads are none of this one's business. */
const signedIn = Effect.fnUntraced(function*(core: Core, wsid: Wsid) {
  const { registry } = core
  const others = registry.all().filter((entry) => entry.wsid !== undefined && entry.wsid !== wsid)
  yield* Effect.forEach(others, (entry) => stop(core, entry), { concurrency: 16, discard: true })
  for (const entry of others) registry.remove(entry)
  for (const entry of registry.all()) registry.apply(entry, "signedIn", { error: undefined })
  core.signIns.next()
})

/**
 * Reacts to sign-in and sign-out, until the layer ends.
 */
export const followSession = Effect.fnUntraced(function*(core: Core) {
  const events = yield* DriveEvents
  const reactions = yield* Queue.unbounded<Effect.Effect<void>>()
  yield* events.on((event) => {
    // At once: a download that is started in the next breath is this user's.
    if (event._tag === "SignedIn") {
      core.user.wsid = event.wsid
      Queue.unsafeOffer(reactions, signedIn(core, event.wsid))
    }
    if (event._tag === "SignedOut") {
      core.user.wsid = undefined
      Queue.unsafeOffer(reactions, forAll(core, stop))
    }
  })
  return Effect.flatten(Queue.take(reactions))
})

/**
 * Reacts to the machine's word on being offline or online. It is a hint: an answer that comes all the same counts more.
 */
export const followNetwork = (core: Core) =>
  Effect.flatMap(Connectivity, (connectivity) =>
    Stream.runForEach(connectivity.changes, (isOnline) =>
      isOnline
        ? Effect.forEach(
          core.registry.all().filter((entry) => entry.snapshot.status === "offline"),
          (entry) => online(core, entry),
          { concurrency: 16, discard: true }
        )
        : Effect.sync(() => {
          for (const entry of core.running) core.registry.apply(entry, "offline")
        })))

/**
 * Shows counts and speeds at most ten times a second for each download, and sleeps when nothing moves.
 */
export const tick = (core: Core, wake: Effect.Latch) =>
  Effect.gen(function*() {
    const { registry, running } = core
    yield* wake.await
    yield* wake.close
    let isMoving = true
    while (isMoving) {
      yield* Effect.sleep(interval)
      const now = yield* Clock.currentTimeMillis
      isMoving = false
      for (const entry of running) {
        const before = entry.meter.speed()
        const isDirty = registry.dirty.has(entry)
        if (!isDirty && before === 0) continue
        isMoving = entry.meter.measure(now) || isMoving
        if (isDirty || entry.meter.speed() !== before) registry.publish(entry)
      }
      registry.dirty.clear()
    }
  })
