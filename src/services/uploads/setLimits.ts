/**
 * Brings the measured width to the scheduler.
 */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import * as Positive from "../../domain/Positive.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { UploadLimits } from "../Uploads.js"
import type { UploadEngine } from "./UploadEngine.js"

/**
 * An upload that asks for more parts at once gets them; all others share the measured width.
 */
export const applyWidth = (engine: UploadEngine) =>
  Effect.flatMap(TransferScheduler, (scheduler) => {
    let part = engine.width.current()
    for (const entry of engine.slots) part = Math.max(part, entry.request.parallel ?? 0)
    return scheduler.limits().part === part ? Effect.void : scheduler.setLimits({ part })
  })

const checkSpeed = (bytesPerSecond: number | undefined): Effect.Effect<void, InvalidInput> =>
  bytesPerSecond === undefined || (Number.isFinite(bytesPerSecond) && bytesPerSecond >= 0)
    ? Effect.void
    : new InvalidInput({ field: "bytesPerSecond", message: "bytesPerSecond must be 0 or a positive number" })

/**
 * The caller's own limits; a number of parts stays as it is from now on.
 */
export const setLimits = Effect.fnUntraced(function*(engine: UploadEngine, wanted: UploadLimits) {
  const scheduler = yield* TransferScheduler
  const names = ["bytesPerSecond", ...Object.keys(scheduler.limits())]
  const { bytesPerSecond, ...limits } = yield* FieldNames.only("limits", wanted, names)
  yield* checkSpeed(bytesPerSecond)
  // With no place at all in a lane nothing would ever end.
  for (const [lane, limit] of Object.entries(limits)) yield* Positive.optionalInteger(lane, limit)
  if (bytesPerSecond !== undefined) engine.pace.set(bytesPerSecond)
  if (limits.part !== undefined) engine.width.fix(limits.part)
  yield* scheduler.setLimits(limits)
  yield* applyWidth(engine)
  engine.admit()
})
