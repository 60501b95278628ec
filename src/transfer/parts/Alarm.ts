/**
 * One sleeping fiber for all time limits that run at the same time. Each request has some, and nearly all are over before their end.
 */
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"

/** `rest`: milliseconds until it has to be looked at again; none when it is late. */
export interface Limit {
  readonly rest: () => number
  readonly ring: () => void
}

const makeAlarm = (clock: Clock.Clock) => {
  const limits = new Set<Limit>()
  /** Of the newest limit: an older one's would keep all that its drive has. */
  let runtime: Runtime.Runtime<never> = Runtime.defaultRuntime
  let sleeper: Fiber.RuntimeFiber<void> | undefined
  let wakesAt = 0

  const stop = () => {
    const left = sleeper
    sleeper = undefined
    left?.unsafeInterruptAsFork(FiberId.none)
    if (limits.size === 0) runtime = Runtime.defaultRuntime
  }

  const wakeIn = (millis: number) => {
    const end = clock.unsafeCurrentTimeMillis() + millis
    if (sleeper !== undefined && end >= wakesAt) return
    stop()
    wakesAt = end
    const own = sleeper = Runtime.runFork(runtime)(Effect.interruptible(Effect.sleep(millis)))
    own.addObserver((exit) => {
      if (sleeper !== own) return
      sleeper = undefined
      if (Exit.isSuccess(exit)) look(limits)
    })
  }

  /** Of many limits only the new one is looked at when it comes, and all of them when one of them may be over. */
  const look = (some: Iterable<Limit>) => {
    let next = Number.POSITIVE_INFINITY
    for (const limit of some) {
      const rest = limit.rest()
      if (rest > 0) next = Math.min(next, rest)
      else {
        limits.delete(limit)
        limit.ring()
      }
    }
    if (limits.size === 0) stop()
    else if (next < Number.POSITIVE_INFINITY) wakeIn(next)
  }

  return {
    add: (limit: Limit, own: Runtime.Runtime<never>) => {
      runtime = own
      limits.add(limit)
      look([limit])
    },
    /** Nobody is kept waiting by a fiber that sleeps for nothing, nor a program from its end. */
    remove: (limit: Limit) => {
      limits.delete(limit)
      if (limits.size === 0) stop()
    }
  }
}

const alarms = new WeakMap<Clock.Clock, ReturnType<typeof makeAlarm>>()

/**
 * The alarm of a clock: limits are added with the runtime that the alarm may sleep in, and must be removed.
 */
export const alarmOf = (clock: Clock.Clock) => {
  const alarm = alarms.get(clock) ?? makeAlarm(clock)
  alarms.set(clock, alarm)
  return alarm
}

/**
 * Breaks the effect off when there is no `rest` of milliseconds left, and fails with `late` once it has ended. Whenever the rest is
 * over it is asked for again. A race of two effects would do the same, at several times the price for each part.
 */
export const unlessLate = <A, E, R, E2>(
  clock: Clock.Clock,
  effect: Effect.Effect<A, E, R>,
  rest: () => number,
  late: () => E2
): Effect.Effect<A, E | E2, R> =>
  Effect.withFiberRuntime((parent, { runtimeFlags }) => {
    const context = parent.currentContext as Context.Context<R> // `Effect.runtime` says so too, in three steps
    const runtime = Runtime.make({ context, runtimeFlags, fiberRefs: parent.getFiberRefs() })
    return Effect.async<A, E | E2>((resume) => {
      const alarm = alarmOf(clock)
      const fiber = Runtime.runFork(runtime)(Effect.interruptible(effect))
      let error: Effect.Effect<never, E2> | undefined
      const limit: Limit = {
        rest,
        ring: () => {
          error = Effect.fail(late())
          fiber.unsafeInterruptAsFork(FiberId.none)
        }
      }
      if (fiber.unsafePoll() === null) alarm.add(limit, runtime as Runtime.Runtime<never>)
      fiber.addObserver((exit) => {
        alarm.remove(limit)
        resume(error ?? exit)
      })
      return Effect.zipRight(Effect.sync(() => alarm.remove(limit)), Fiber.interrupt(fiber))
    })
  })
