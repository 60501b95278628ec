/**
 * What keeps uploads for the next run of the program.
 */
import * as Effect from "effect/Effect"
import type { SavedRuns } from "../../services/TransferRuns.js"
import { findRecoverable } from "./findRecoverable.js"
import { lineOf } from "./lineOf.js"

export const saved: SavedRuns = { saveLine: (engine) => Effect.suspend(() => lineOf(engine).write), findRecoverable }
