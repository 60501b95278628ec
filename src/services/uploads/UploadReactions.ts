/**
 * What uploads do by themselves when the session or the network changes.
 */
import * as Effect from "effect/Effect"
import type { Wsid } from "../../domain/Ids.js"
import * as Phase from "../../domain/UploadPhase.js"
import { followNetwork, followSession } from "../transfers/TransferLoops.js"
import { closeSource } from "./closeSource.js"
import { saveQueue } from "./SavedQueue.js"
import { sweepSessions } from "./sweepSessions.js"
import { forAll, online, stop } from "./UploadCommands.js"
import type { UploadEngine } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"

/** A create or begin call continues without its upload: what it brings counts when the upload comes back to the list. */
const detachCall = (engine: UploadEngine, { checkpoint, id }: UploadEntry) =>
  Effect.suspend(() => {
    if (checkpoint === undefined || !engine.steps.isUnderway(id)) return Effect.void
    engine.detached.set(id, checkpoint)
    const awaitCall = Effect.ensuring(
      Effect.exit(engine.steps.join(id, Effect.void)),
      Effect.sync(() => engine.detached.delete(id))
    )
    return Effect.forkIn(Effect.interruptible(awaitCall), engine.scope)
  })

/** The one who signed in must not see another user's uploads; their sessions stay for when that user comes back. */
const dropUploadsOfOthers = Effect.fnUntraced(function*(engine: UploadEngine, wsid: Wsid) {
  const others = engine.registry.all().filter((entry) => entry.wsid !== undefined && entry.wsid !== wsid)
  if (others.length === 0) return
  yield* Effect.forEach(others, (entry) => stop(engine, entry), { concurrency: 16, discard: true })
  yield* Effect.forEach(others, (entry) => Effect.zipRight(detachCall(engine, entry), closeSource(entry)), {
    discard: true
  })
  yield* saveQueue(engine)
  for (const entry of others) engine.registry.remove(entry)
  // What is saved of them is nobody's now.
  yield* saveQueue(engine)
  // Of what is cancelled sooner nothing would be kept. Who waits would wait for ever.
  for (const entry of others) if (!Phase.hasEnded(entry.phase)) engine.registry.apply(entry, "cancel")
})

const reactToSignIn = Effect.fnUntraced(function*(engine: UploadEngine, wsid: Wsid) {
  yield* dropUploadsOfOthers(engine, wsid)
  for (const entry of engine.registry.all()) engine.registry.apply(entry, "signedIn", { error: undefined })
  engine.signIns.next()
  yield* Effect.forkIn(Effect.interruptible(sweepSessions(engine)), engine.scope)
})

const reactToSignOut = Effect.fnUntraced(function*(engine: UploadEngine) {
  engine.folders.clear()
  yield* forAll(engine, stop)
})

/**
 * The step that reacts to the next sign-in or sign-out.
 */
export const reactToSession = (engine: UploadEngine) =>
  followSession(engine.user, {
    signedIn: (wsid) => engine.provided(reactToSignIn(engine, wsid)),
    signedOut: reactToSignOut(engine)
  })

/**
 * Shows who waits for the network, and resumes them when it is back.
 */
export const reactToNetwork = (engine: UploadEngine) =>
  followNetwork({
    online: Effect.suspend(() =>
      Effect.forEach(
        engine.registry.all().filter((entry) => entry.phase._tag === "Offline"),
        (entry) => online(engine, entry),
        { concurrency: 16, discard: true }
      )
    ),
    offline: () => {
      for (const entry of engine.running) engine.registry.apply(entry, "offline")
    }
  })
