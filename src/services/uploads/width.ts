/**
 * Brings the measured width to the scheduler.
 */
import * as Effect from "effect/Effect"
import { TransferScheduler } from "../TransferScheduler.js"
import type { UploadLimits } from "../Uploads.js"
import type { Core } from "./Core.js"

/**
 * An upload that asks for more parts at once gets them; all others share the measured width.
 */
export const applyWidth = Effect.fnUntraced(function*(core: Core) {
  const scheduler = yield* TransferScheduler
  let part = core.width.current()
  for (const entry of core.slots) part = Math.max(part, entry.request.parallel ?? 0)
  if (scheduler.limits().part !== part) yield* scheduler.setLimits({ part })
})

/**
 * The caller's own limits; a number of parts stays as it is from now on.
 */
export const setLimits = Effect.fnUntraced(function*(core: Core, { bytesPerSecond, ...limits }: UploadLimits) {
  const scheduler = yield* TransferScheduler
  if (bytesPerSecond !== undefined) core.pace.set(bytesPerSecond)
  if (limits.part !== undefined) core.width.fix(limits.part)
  yield* scheduler.setLimits(limits)
  yield* applyWidth(core)
  core.admit()
})
