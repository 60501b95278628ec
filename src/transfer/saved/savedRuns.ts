/**
 * What keeps uploads for the next run of the program.
 */
import * as Effect from "effect/Effect"
import type { SavedRuns } from "../../services/TransferRuns.js"
import { findRecoverable } from "./findRecoverable.js"
import { savedQueueOf } from "./savedQueueOf.js"

export const saved: SavedRuns = {
  saveQueue: (engine) => Effect.suspend(() => savedQueueOf(engine).write),
  findRecoverable
}
