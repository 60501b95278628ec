/**
 * What uploads do by themselves when the session or the network changes.
 */
import * as Effect from "effect/Effect"
import type { Wsid } from "../../domain/Ids.js"
import { followNetwork, sessionReactions } from "../transfers/loops.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import { closeSource } from "./heldSource.js"
import { forAll, online, stop } from "./intents.js"
import { sweep } from "./sweep.js"

/** A create or begin call goes on without its upload: what it brings counts when the upload comes back to the list. */
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

/** The one who signed in must not see another user's uploads; their sessions stay for when that user comes back. */
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
 * The step that reacts to the next sign-in or sign-out.
 */
export const sessionStep = (core: Core) =>
  sessionReactions(core.user, {
    signedIn: (wsid) => core.provided(signedIn(core, wsid)),
    signedOut: signedOut(core)
  })

/**
 * Shows who waits for the network, and goes on when it is back.
 */
export const reactToNetwork = (core: Core) =>
  followNetwork({
    online: Effect.suspend(() =>
      Effect.forEach(
        core.registry.all().filter((entry) => entry.phase._tag === "Offline"),
        (entry) => online(core, entry),
        { concurrency: 16, discard: true }
      )
    ),
    offline: () => {
      for (const entry of core.running) core.registry.apply(entry, "offline")
    }
  })
