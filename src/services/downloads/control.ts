/**
 * What downloads do by themselves when the session or the network changes.
 */
import * as Effect from "effect/Effect"
import type { Wsid } from "../../domain/Ids.js"
import { followNetwork, sessionReactions } from "../transfers/loops.js"
import type { Core } from "./Core.js"
import { closeSink } from "./heldSink.js"
import { forAll, online, stop } from "./intents.js"

/** The downloads of another user end here: the one who signed in must not see them. */
const signedIn = Effect.fnUntraced(function*(core: Core, wsid: Wsid) {
  const { registry } = core
  const others = registry.all().filter((entry) => entry.wsid !== undefined && entry.wsid !== wsid)
  yield* Effect.forEach(others, (entry) => stop(core, entry), { concurrency: 16, discard: true })
  for (const entry of others) registry.remove(entry)
  // What is not on the list any more would stay open until the client ends.
  yield* Effect.forEach(others, closeSink, { discard: true })
  for (const entry of registry.all()) registry.apply(entry, "signedIn", { error: undefined })
  core.signIns.next()
})

/**
 * The step that reacts to the next sign-in or sign-out.
 */
export const sessionStep = (core: Core) =>
  sessionReactions(core.user, {
    signedIn: (wsid) => signedIn(core, wsid),
    signedOut: forAll(core, stop)
  })

/**
 * Shows who waits for the network, and goes on when it is back.
 */
export const reactToNetwork = (core: Core) =>
  followNetwork({
    online: Effect.suspend(() =>
      Effect.forEach(
        core.registry.all().filter((entry) => entry.snapshot.status === "offline"),
        (entry) => online(core, entry),
        { concurrency: 16, discard: true }
      )
    ),
    offline: () => {
      for (const entry of core.running) core.registry.apply(entry, "offline")
    }
  })
