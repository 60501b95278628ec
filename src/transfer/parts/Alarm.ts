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
interface Limit {
  readonly rest: () => number
  readonly ring: () => void
}

class Alarm {
  private readonly limits = new Set<Limit>()
  private sleeper: Fiber.RuntimeFiber<void> | undefined
  private wakesAt = Number.POSITIVE_INFINITY

  constructor(private readonly clock: Clock.Clock) {}

  add(limit: Limit, runtime: Runtime.Runtime<never>): void {
    this.limits.add(limit)
    this.look([limit], runtime)
  }

  /** Nobody is kept waiting by a fiber that sleeps for nothing, nor a program from its end. */
  remove(limit: Limit): void {
    this.limits.delete(limit)
    if (this.limits.size === 0) this.stop()
  }

  private look(limits: Iterable<Limit>, runtime: Runtime.Runtime<never>): void {
    let next = Number.POSITIVE_INFINITY
    for (const limit of limits) {
      const rest = limit.rest()
      if (rest > 0) {
        next = Math.min(next, rest)
        continue
      }
      this.limits.delete(limit)
      limit.ring()
    }
    if (this.limits.size === 0) this.stop()
    else if (next < Number.POSITIVE_INFINITY) this.wakeIn(next, runtime)
  }

  private wakeIn(millis: number, runtime: Runtime.Runtime<never>): void {
    const wakesAt = this.clock.unsafeCurrentTimeMillis() + millis
    if (wakesAt >= this.wakesAt) return
    this.stop()
    this.wakesAt = wakesAt
    const sleeper = Runtime.runFork(runtime)(Effect.interruptible(Effect.sleep(millis)))
    this.sleeper = sleeper
    sleeper.addObserver((exit) => {
      if (this.sleeper !== sleeper) return
      this.stop()
      if (Exit.isSuccess(exit)) this.look([...this.limits], runtime)
    })
  }

  private stop(): void {
    const { sleeper } = this
    this.sleeper = undefined
    this.wakesAt = Number.POSITIVE_INFINITY
    sleeper?.unsafeInterruptAsFork(FiberId.none)
  }
}

const alarms = new WeakMap<Clock.Clock, Alarm>()

const alarmOf = (clock: Clock.Clock): Alarm => {
  const known = alarms.get(clock)
  if (known !== undefined) return known
  const alarm = new Alarm(clock)
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
