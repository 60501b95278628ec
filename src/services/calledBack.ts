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

interface Registering<A, E, R> extends Effect.Effect<A, E, R> {
  [register]?: Register<A, E>
}

/**
 * Waits until it is called back; what is interrupted stops waiting. The function itself serves those who need no fiber to wait.
 */
export const calledBack = <A, E>(registering: Register<A, E>): Effect.Effect<A, E> => {
  // Made when a fiber runs it: ten thousand may be made for promises alone.
  const waiting = () => Effect.async<A, E>((resume) => Effect.sync(registering(resume)))
  const marked: Registering<A, E, never> = Effect.suspend(waiting)
  marked[register] = registering
  return marked
}

/**
 * The plain function of an effect that only waits to be called back.
 */
export const registerOf = <A, E>(effect: Registering<A, E, unknown>): Register<A, E> | undefined => effect[register]
