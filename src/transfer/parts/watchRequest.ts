/**
 * Tells of requests and parts where an inspector is open. Where none is, the same requester comes back and nothing is made.
 */
import * as Effect from "effect/Effect"
import type { PartsToWatch, RequestToWatch, RequestWatch } from "../../services/Inspection.js"
import { tellEnd } from "../../services/Inspection.js"
import type { Failure } from "./Failure.js"
import type { RetryHooks } from "./RetryHooks.js"

interface Watchable {
  readonly id: string
  readonly hooks: RetryHooks
}

/**
 * The requester for one request with all its tries.
 */
export const watchRequest = <T extends Watchable>(requester: T, request: Omit<RequestToWatch, "owner">): T => {
  const { hooks, id } = requester
  const observer = hooks.inspection?.observer
  if (observer === undefined) return requester
  return { ...requester, hooks: { ...hooks, watch: observer.request({ ...request, owner: id }) } }
}

/**
 * Runs the tries of a request, and tells how they end.
 */
export const watchEnd = <A, E extends Failure, R>(watch: RequestWatch | undefined, effect: Effect.Effect<A, E, R>) =>
  watch === undefined ? effect : Effect.onExit(watch.around(effect), (exit) => tellEnd(watch, exit))

/**
 * Shows the parts of an upload for as long as they are sent.
 */
export const showParts = <A, E, R>(
  { hooks: { inspection }, id }: Watchable,
  parts: Omit<PartsToWatch, "found" | "owner">,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  if (inspection === undefined) return effect
  return Effect.suspend(() => {
    const shown = { ...parts, owner: id, found: new Set(parts.stored.keys()) }
    const all = inspection.parts ??= new Map()
    all.set(id, shown)
    inspection.observer?.parts(shown)
    return Effect.ensuring(effect, Effect.sync(() => all.get(id) === shown && all.delete(id)))
  })
}
