/**
 * Effects that only wait to be called back. A page may wait for ten thousand uploads, and a fiber for each weighs more than the upload.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

const register = Symbol("register")

/**
 * Calls back once, now or later. Returns the function that stops waiting.
 */
export type Register<A, E> = (done: (exit: Exit.Exit<A, E>) => void) => () => void

/**
 * Waits until it is called back; what is interrupted stops waiting. The function itself serves those who need no fiber to wait.
 */
export const calledBack = <A, E>(registering: Register<A, E>): Effect.Effect<A, E> => {
  const marked: Effect.Effect<A, E> & { [register]?: Register<A, E> } = Effect.async<A, E>((resume) => {
    const stop = registering(resume)
    return Effect.sync(stop)
  })
  marked[register] = registering
  return marked
}

/**
 * The plain function of an effect that only waits to be called back.
 */
export const registerOf = <A, E>(effect: Effect.Effect<A, E, unknown>): Register<A, E> | undefined =>
  // nothing else has the symbol
  register in effect ? effect[register] as Register<A, E> : undefined
