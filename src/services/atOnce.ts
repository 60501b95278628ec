/**
 * Effects that are one plain step. A page may run ten thousand of them in one loop, and a fiber for each costs more than the step.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const step = Symbol("step")

interface Stepped<A, E, R> extends Effect.Effect<A, E, R> {
  [step]?: () => A
}

/**
 * The effect, with the plain step that does the same outside of a fiber, where nothing is set for one call alone.
 */
export const atOnce = <A, E = never, R = never>(
  effect: Effect.Effect<A, E, R>,
  run: () => A
): Effect.Effect<A, E, R> => {
  const marked: Stepped<A, E, R> = effect
  // Set by itself: `Object.assign` takes longer.
  marked[step] = run
  return marked
}

/**
 * The plain step of an effect that has one.
 */
export const stepOf = <A>(effect: Stepped<A, unknown, unknown>): (() => A) | undefined => effect[step]

/**
 * The value of an effect that is one already.
 */
export const valueOf = <A>(effect: Effect.Effect<A, unknown, unknown>): A | undefined =>
  // An effect that is an exit is one of its own type.
  Exit.isExit(effect) && Exit.isSuccess(effect) ? effect.value as A : undefined

/**
 * `Effect.flatMap`, which is no step of a fiber where the value is there: then `next` is called at once.
 */
export const flatMapNow = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  next: (value: A) => Effect.Effect<B, E2, R2>
): Effect.Effect<B, E | E2, R | R2> =>
  // An effect that is an exit is one of its own type.
  Exit.isExit(effect) && Exit.isSuccess(effect) ? next(effect.value as A) : Effect.flatMap(effect, next)

/**
 * `Effect.map` that keeps the plain step.
 */
export const mapAtOnce = <A, B>(effect: Effect.Effect<A>, map: (value: A) => B): Effect.Effect<B> => {
  const run = stepOf(effect)
  const mapped = Effect.map(effect, map)
  return run === undefined ? mapped : atOnce(mapped, () => map(run()))
}
