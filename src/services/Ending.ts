/**
 * What ends, and can be waited for without a fiber. A page may wait for ten thousand uploads, and a fiber for each weighs more than the
 * upload.
 */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/**
 * Names the plain function that does what `await` does: it calls back once, now or later, and returns the function that stops waiting.
 */
export const onEnd: unique symbol = Symbol("onEnd")

export type OnEnd<A, E> = (done: (exit: Exit.Exit<A, E>) => void) => () => void

/**
 * What callers of the library have made of it lacks the plain function.
 */
export interface Ending<A, E, R = never> {
  readonly await: Effect.Effect<A, E, R>
  readonly [onEnd]?: OnEnd<A, E>
}
