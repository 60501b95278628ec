/**
 * Runs an effect that a plain function watches. A race of two fibers would do the same, at ten times the price for each part.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"

/** Calls back after so many milliseconds; gives what calls that off. */
type Alarm = (millis: number, ring: () => void) => () => void

const machineTime: Alarm = (millis, ring) => {
  const timer = setTimeout(ring, millis)
  return () => clearTimeout(timer)
}

const kindOf = (clock: Clock.Clock): unknown => Object.getPrototypeOf(clock)

const machineClock = kindOf(Clock.make())

/** A sleep is a fiber, which the machine's own clock does without. */
const alarmOf = (clock: Clock.Clock, runtime: Runtime.Runtime<never>): Alarm =>
  kindOf(clock) === machineClock ? machineTime : (millis, ring) =>
    Runtime.runCallback(runtime)(clock.sleep(Duration.millis(millis)), {
      onExit: (exit) => {
        if (Exit.isSuccess(exit)) ring()
      }
    })

/**
 * Breaks the effect off when there is no `rest` of milliseconds left, and fails with `late` once it has ended. Whenever the rest is
 * over it is asked for again.
 */
export const unlessLate = <A, E, R, E2>(
  effect: Effect.Effect<A, E, R>,
  rest: () => number,
  late: () => E2
): Effect.Effect<A, E | E2, R> =>
  Effect.flatMap(Effect.all([Effect.clock, Effect.runtime<never>()]), ([clock, runtime]) => {
    const alarm = alarmOf(clock, runtime)
    const watch = (fiber: Fiber.RuntimeFiber<A, E>): Effect.Effect<A, E | E2> =>
      Effect.async((resume) => {
        let error: Effect.Effect<never, E2> | undefined
        let stop = () => {}
        const look = () => {
          const left = rest()
          if (left > 0) stop = alarm(left, look)
          else {
            error = Effect.fail(late())
            fiber.unsafeInterruptAsFork(FiberId.none)
          }
        }
        look()
        fiber.addObserver((exit) => {
          stop()
          resume(error ?? exit)
        })
      })
    return Effect.acquireUseRelease(Effect.fork(Effect.interruptible(effect)), watch, Fiber.interrupt)
  })
