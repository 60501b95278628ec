/**
 * The target that a download holds open, as long as it does.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Entry } from "./Entry.js"

/**
 * Closes what is open of the target.
 */
export const closeSink = (entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { sink } = entry
    entry.sink = undefined
    return sink === undefined ? Effect.void : Scope.close(sink.scope, Exit.void)
  })
