/**
 * One upload is driven by one tab or process at a time, which continues from what another one has written meanwhile.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { UploadInUse } from "../../domain/errors/UploadInUse.js"
import type { UploadId } from "../../domain/Ids.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { UploadSession } from "../../services/UploadSessions.js"
import { restoreCheckpoint } from "../saved/restoreCheckpoint.js"
import { checkpointOf } from "./checkpointOf.js"

/** A call that outlives its stopped run is mostly answered by then; who is at work on an upload takes longer. */
const patience = Schedule.intersect(Schedule.spaced("250 millis"), Schedule.recurs(12))

const acquire = Effect.fnUntraced(function*(id: UploadId, { claim }: UploadCheckpoint) {
  if (claim.holders === 0) {
    const sessions = yield* UploadSessions
    const scope = yield* Scope.make()
    if (!(yield* Scope.extend(sessions.claim(id), scope))) {
      yield* Scope.close(scope, Exit.void)
      return false
    }
    claim.held = scope
  }
  claim.holders++
  return true
})

const release = ({ claim }: UploadCheckpoint) =>
  Effect.suspend(() => {
    claim.holders--
    const { held } = claim
    if (claim.holders > 0 || held === undefined) return Effect.void
    claim.held = undefined
    return Scope.close(held, Exit.void)
  })

/**
 * Holds the session until the scope ends; `false` when another tab or process has it. A run, the calls that outlive it, and what
 * takes its parts back hold it together: nobody else has it before the last of them is done.
 */
export const holdSession = (
  id: UploadId,
  checkpoint: UploadCheckpoint
): Effect.Effect<boolean, never, UploadSessions | Scope.Scope> => {
  // Who comes while the lock is being given back waits, and takes it anew.
  const inTurn = checkpoint.claim.turn.withPermits(1)
  return Effect.acquireRelease(
    inTurn(acquire(id, checkpoint)),
    (isOurs) => isOurs ? inTurn(release(checkpoint)) : Effect.void
  )
}

/**
 * The same for what cannot do without. It waits three seconds for who has it, then it is `UploadInUse`.
 */
export const claimSession = ({ id }: UploadEntry, checkpoint: UploadCheckpoint) =>
  holdSession(id, checkpoint).pipe(
    Effect.flatMap((isOurs) => isOurs ? Effect.void : new UploadInUse({ uploadId: id, reason: "active" })),
    Effect.retry(patience)
  )

/**
 * Another tab or process may have continued an upload that this one had left: then what this one knows of it is out of date.
 * Continues from the session where it was written by somebody else since; the caller has claimed it. The file is compared anew, with
 * what the other one has read. Where there is a tombstone or no session any more, that one has brought the upload to its end. A
 * create or begin call under way is waited for: it is about what was known before. Meanwhile the other one may continue.
 */
export const reloadSession = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry) {
  const checkpoint = checkpointOf(entry)
  const { doubts } = checkpoint
  if (checkpoint.saved === undefined) return
  const sessions = yield* UploadSessions
  const isOurs = ({ upload }: UploadSession) => revisionOf(upload) === checkpoint.saved?.revision
  let found = yield* sessions.load(entry.id)
  if (Option.isSome(found) && !isOurs(found.value) && engine.steps.isUnderway(entry.id)) {
    yield* Effect.exit(engine.steps.join(entry.id, Effect.void))
    found = yield* sessions.load(entry.id)
  }
  doubts.session = Option.isNone(found) ? "gone" : found.value.upload.ended
  if (Option.isSome(found) && !isOurs(found.value)) restoreCheckpoint(checkpoint, found.value)
})
