/**
 * Changes which upload goes first, while it waits, runs or is stopped.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { revisionOf, UploadSessions } from "../UploadSessions.js"
import { nextRevision } from "./SavedUploads.js"
import { inOrder } from "./UploadCommands.js"
import type { UploadEngine } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"

/**
 * `undefined` for a number that can be put in order.
 */
export const priorityProblem = (priority: number): InvalidInput | undefined =>
  Number.isFinite(priority) ? undefined : new InvalidInput({ field: "priority", message: "priority must be a number" })

/** The session as it is, which another tab may have written since: only where none drives the upload. */
const writeIntoSession = Effect.fnUntraced(function*({ checkpoint, id, request: { priority } }: UploadEntry) {
  const sessions = yield* UploadSessions
  if (!(yield* sessions.claim(id))) return
  const found = yield* sessions.load(id)
  if (Option.isNone(found)) return
  const { upload } = found.value
  if (upload.ended !== undefined) return
  const before = revisionOf(upload)
  const revision = nextRevision(before, yield* Clock.currentTimeMillis)
  const written = yield* sessions.update({ ...upload, revision, request: { ...upload.request, priority } }, before)
  if (written && checkpoint?.saved?.revision === before) checkpoint.saved = { revision }
}, Effect.scoped)

/** A run or a call under way writes the session itself; else the upload is kept from beginning meanwhile. */
const writePriority = (engine: UploadEngine, entry: UploadEntry) =>
  Effect.suspend(() => {
    if (engine.running.has(entry)) return entry.rewrite ?? Effect.void
    if (engine.steps.isUnderway(entry.id)) return Effect.void
    const waited = engine.queue.remove(entry)
    const rejoin = Effect.sync(() => {
      if (!waited) return
      engine.queue.push(entry)
      engine.admit()
    })
    return Effect.ensuring(writeIntoSession(entry), rejoin)
  })

export const setPriority = Effect.fnUntraced(function*(engine: UploadEngine, id: string, priority: number) {
  const problem = priorityProblem(priority)
  if (problem !== undefined) return yield* problem
  const entry = engine.registry.get(id)
  if (entry === undefined || (entry.request.priority ?? 0) === priority) return
  const waited = engine.queue.remove(entry)
  entry.request = { ...entry.request, priority }
  if (waited) engine.queue.push(entry)
  const scheduler = yield* TransferScheduler
  yield* scheduler.setPriority(entry.id, priority)
  if (entry.checkpoint?.saved !== undefined) yield* inOrder(engine, entry, writePriority(engine, entry))
})
