/**
 * What downloads do by themselves when the session or the network changes.
 */
import * as Effect from "effect/Effect"
import type { Wsid } from "../../domain/Ids.js"
import { followNetwork, followSession } from "../transfers/TransferLoops.js"
import { closeSink } from "./closeSink.js"
import { forAll, online, stop } from "./DownloadCommands.js"
import type { DownloadEngine } from "./DownloadEngine.js"

/** The downloads of another user end here: the one who signed in must not see them. */
const reactToSignIn = Effect.fnUntraced(function*(engine: DownloadEngine, wsid: Wsid) {
  const { registry } = engine
  const others = registry.all().filter((entry) => entry.wsid !== undefined && entry.wsid !== wsid)
  yield* Effect.forEach(others, (entry) => stop(engine, entry), { concurrency: 16, discard: true })
  for (const entry of others) registry.remove(entry)
  // What is not on the list any more would stay open until the client ends.
  yield* Effect.forEach(others, closeSink, { discard: true })
  for (const entry of registry.all()) registry.apply(entry, "signedIn", { error: undefined })
  engine.signIns.next()
})

/**
 * The step that reacts to the next sign-in or sign-out.
 */
export const reactToSession = (engine: DownloadEngine) =>
  followSession(engine.user, {
    signedIn: (wsid) => reactToSignIn(engine, wsid),
    signedOut: forAll(engine, stop)
  })

/**
 * Shows who waits for the network, and resumes them when it is back.
 */
export const reactToNetwork = (engine: DownloadEngine) =>
  followNetwork({
    online: Effect.suspend(() =>
      Effect.forEach(
        engine.registry.all().filter((entry) => entry.snapshot.status === "offline"),
        (entry) => online(engine, entry),
        { concurrency: 16, discard: true }
      )
    ),
    offline: () => {
      for (const entry of engine.running) engine.registry.apply(entry, "offline")
    }
  })
