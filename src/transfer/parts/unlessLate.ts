/**
 * Runs an effect that a plain function watches. A race of two effects would do the same, at several times the price for each part.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"

/**
 * Breaks the effect off when there is no `rest` of milliseconds left, and fails with `late` once it has ended. Whenever the rest is
 * over it is asked for again.
 */
export const unlessLate = <A, E, R, E2>(
  effect: Effect.Effect<A, E, R>,
  rest: () => number,
  late: () => E2
): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.async<A, E | E2>((resume) => {
      const fiber = Runtime.runFork(runtime)(Effect.interruptible(effect))
      let error: Effect.Effect<never, E2> | undefined
      let stop = () => {}
      const look = () => {
        const left = rest()
        if (left > 0) {
          stop = Runtime.runCallback(runtime)(Effect.sleep(left), {
            onExit: (exit) => {
              if (Exit.isSuccess(exit)) look()
            }
          })
          return
        }
        error = Effect.fail(late())
        fiber.unsafeInterruptAsFork(FiberId.none)
      }
      if (fiber.unsafePoll() === null) look()
      fiber.addObserver((exit) => {
        stop()
        resume(error ?? exit)
      })
      return Effect.zipRight(Effect.sync(() => stop()), Fiber.interrupt(fiber))
    }))
