/**
 * Changes which upload goes first, while it waits, runs or is stopped.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { revisionOf, UploadSessions } from "../UploadSessions.js"
import type { Core } from "./Core.js"
import type { Entry } from "./Entry.js"
import { serialised } from "./intents.js"
import { revisionAfter } from "./revisionAfter.js"

/**
 * `undefined` for a number that can be put in order.
 */
export const priorityProblem = (priority: number): InvalidInput | undefined =>
  Number.isFinite(priority) ? undefined : new InvalidInput({ field: "priority", message: "priority must be a number" })

/** The session as it is, which another tab may have written since: only where none drives the upload. */
const writtenInSession = Effect.fnUntraced(function*({ checkpoint, id, request: { priority } }: Entry) {
  const sessions = yield* UploadSessions
  if (!(yield* sessions.claim(id))) return
  const found = yield* sessions.load(id)
  if (Option.isNone(found)) return
  const { upload } = found.value
  if (upload.ended !== undefined) return
  const before = revisionOf(upload)
  const revision = revisionAfter(before, yield* Clock.currentTimeMillis)
  const written = yield* sessions.update({ ...upload, revision, request: { ...upload.request, priority } }, before)
  if (written && checkpoint?.saved?.revision === before) checkpoint.saved = { revision }
}, Effect.scoped)

/** A run or a call under way writes the session itself; else the upload is kept from beginning meanwhile. */
const written = (core: Core, entry: Entry) =>
  Effect.suspend(() => {
    if (core.running.has(entry)) return entry.rewrite ?? Effect.void
    if (core.steps.isUnderway(entry.id)) return Effect.void
    const waited = core.line.remove(entry)
    const back = Effect.sync(() => {
      if (!waited) return
      core.line.push(entry)
      core.admit()
    })
    return Effect.ensuring(writtenInSession(entry), back)
  })

export const setPriority = Effect.fnUntraced(function*(core: Core, id: string, priority: number) {
  const problem = priorityProblem(priority)
  if (problem !== undefined) return yield* problem
  const entry = core.registry.get(id)
  if (entry === undefined || (entry.request.priority ?? 0) === priority) return
  const waited = core.line.remove(entry)
  entry.request = { ...entry.request, priority }
  if (waited) core.line.push(entry)
  const scheduler = yield* TransferScheduler
  yield* scheduler.setPriority(entry.id, priority)
  if (entry.checkpoint?.saved !== undefined) yield* serialised(core, entry, written(core, entry))
})
