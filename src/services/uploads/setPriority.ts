/**
 * Changes which upload goes first, while it waits, runs or is stopped.
 */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { TransferRuns } from "../TransferRuns.js"
import { TransferScheduler } from "../TransferScheduler.js"
import { inOrder } from "./UploadCommands.js"
import type { UploadEngine } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"

/**
 * `undefined` for a number that can be put in order.
 */
export const priorityProblem = (priority: number): InvalidInput | undefined =>
  Number.isFinite(priority) ? undefined : new InvalidInput({ field: "priority", message: "priority must be a number" })

/** Without a network its code may not come. Other commands wait for this one, so it does not wait for that. */
const savePriority = (entry: UploadEntry) =>
  Effect.flatMap(Effect.flatMap(TransferRuns, ({ saved }) => saved.get), (saved) => saved.savePriority(entry)).pipe(
    Effect.catchAll((error) => Effect.logWarning(`the new priority of upload ${entry.id} could not be saved`, error))
  )

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
    return Effect.ensuring(savePriority(entry), rejoin)
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
