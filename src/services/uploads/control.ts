/**
 * What uploads do by themselves when the session or the network changes.
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { Wsid } from "../../domain/Ids.js"
import { Connectivity } from "../Connectivity.js"
import { DriveEvents } from "../DriveEvents.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import { closeSource } from "./heldSource.js"
import { forAll, online, stop } from "./intents.js"
import { sweep } from "./sweep.js"

/** A create or begin call goes on: what it brings counts when the upload comes back to the list. */
const letLand = (core: Core, { checkpoint, id }: Entry) =>
  Effect.suspend(() => {
    if (checkpoint === undefined || !core.steps.isUnderway(id)) return Effect.void
    core.landing.set(id, checkpoint)
    const landed = Effect.ensuring(
      Effect.exit(core.steps.join(id, Effect.void)),
      Effect.sync(() => core.landing.delete(id))
    )
    return Effect.forkIn(Effect.interruptible(landed), core.scope)
  })

/** Another user's uploads are none of this one's business; their sessions stay for when that user comes back. */
const dropUploadsOfOthers = Effect.fnUntraced(function*(core: Core, wsid: Wsid) {
  const others = core.registry.all().filter((entry) => entry.wsid !== undefined && entry.wsid !== wsid)
  yield* Effect.forEach(others, (entry) => stop(core, entry), { concurrency: 16, discard: true })
  yield* Effect.forEach(others, (entry) => Effect.zipRight(letLand(core, entry), closeSource(entry)), { discard: true })
  for (const entry of others) core.registry.remove(entry)
})

const signedIn = Effect.fnUntraced(function*(core: Core, wsid: Wsid) {
  yield* dropUploadsOfOthers(core, wsid)
  for (const entry of core.registry.all()) core.registry.apply(entry, "signedIn", { error: undefined })
  core.signIns.next()
  yield* Effect.forkIn(Effect.interruptible(sweep(core)), core.scope)
})

const signedOut = Effect.fnUntraced(function*(core: Core) {
  core.folders.clear()
  yield* forAll(core, stop)
})

/**
 * Reacts to sign-in and sign-out, until the layer ends.
 */
export const followSession = Effect.fnUntraced(function*(core: Core) {
  const events = yield* DriveEvents
  const reactions = yield* Queue.unbounded<Effect.Effect<void>>()
  yield* events.on((event) => {
    // At once: an upload that is started in the next breath is this user's.
    if (event._tag === "SignedIn") {
      core.user.wsid = event.wsid
      Queue.unsafeOffer(reactions, core.provided(signedIn(core, event.wsid)))
    }
    if (event._tag === "SignedOut") {
      core.user.wsid = undefined
      Queue.unsafeOffer(reactions, core.provided(signedOut(core)))
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
          core.registry.all().filter((entry) => entry.phase._tag === "Offline"),
          (entry) => online(core, entry),
          { concurrency: 16, discard: true }
        )
        : Effect.sync(() => {
          for (const entry of core.running) core.registry.apply(entry, "offline")
        })))
