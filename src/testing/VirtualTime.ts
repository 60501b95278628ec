/**
 * A clock that jumps: when nothing runs, the earliest sleeper wakes at once. Hours of back-off pass in milliseconds. A
 * program in which all fibers wait and none sleeps is reported instead of hanging.
 *
 * Promises, Blob reads and presigning are waited for, because they fit between two turns of the event loop. Longer work of the
 * outside world, such as WebCrypto or `import()`, is not: put {@link hold} around it, or time runs on meanwhile.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"

/**
 * All fibers wait for something and none of them sleeps. `at` is the virtual time in epoch milliseconds.
 *
 * @since 1.0.7
 * @category errors
 */
export class Deadlock extends Data.TaggedError("Deadlock")<{ readonly at: number }> {
  override get message(): string {
    return `everything waits and nobody sleeps (virtual time ${new Date(this.at).toISOString()})`
  }
}

/** `order` counts those that lie down: of two that are due at once the earlier one wakes first. */
interface Sleeper {
  readonly due: number
  readonly order: number
  readonly wake: () => void
  gone: boolean
}

const isBefore = (one: Sleeper, other: Sleeper): boolean =>
  one.due < other.due || (one.due === other.due && one.order < other.order)

/** A binary heap, because ten thousand clients sleep at once: the first is at the top, those that left are dropped there. */
class Sleepers {
  private readonly heap: Array<Sleeper> = []

  add(sleeper: Sleeper): void {
    let at = this.heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = this.heap[parent]
      if (above === undefined || isBefore(above, sleeper)) break
      this.heap[at] = above
      at = parent
    }
    this.heap[at] = sleeper
  }

  first(): Sleeper | undefined {
    while (this.heap[0]?.gone === true) this.takeFirst()
    return this.heap[0]
  }

  takeFirst(): void {
    const last = this.heap.pop()
    if (last === undefined || this.heap.length === 0) return
    let at = 0
    while (true) {
      const left = 2 * at + 1
      const [one, other] = [this.heap[left], this.heap[left + 1]]
      if (one === undefined) break
      const [child, below] = other !== undefined && isBefore(other, one) ? [left + 1, other] : [left, one]
      if (isBefore(last, below)) break
      this.heap[at] = below
      at = child
    }
    this.heap[at] = last
  }
}

class VirtualClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  private readonly sleepers = new Sleepers()
  private slept = 0
  held = 0

  constructor(private now: number, private readonly step: number) {}

  unsafeCurrentTimeMillis(): number {
    return this.now
  }

  unsafeCurrentTimeNanos(): bigint {
    return BigInt(Math.round(this.now * 1_000_000))
  }

  readonly currentTimeMillis = Effect.sync(() => this.unsafeCurrentTimeMillis())
  readonly currentTimeNanos = Effect.sync(() => this.unsafeCurrentTimeNanos())

  scheduler(): Effect.Effect<Clock.ClockScheduler> {
    return Effect.succeed({
      unsafeSchedule: (task, duration) => {
        const sleeper = this.add(Duration.toMillis(duration), task)
        return () => {
          const wasAsleep = !sleeper.gone
          sleeper.gone = true
          return wasAsleep
        }
      }
    })
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      const sleeper = this.add(Duration.toMillis(duration), () => resume(Effect.void))
      return Effect.sync(() => {
        sleeper.gone = true
      })
    })
  }

  /** Wakes all that are due at the earliest time; `false` when nobody sleeps. */
  jump(): boolean {
    const earliest = this.sleepers.first()
    // For ever is no time to jump to.
    if (earliest === undefined || earliest.due === Number.POSITIVE_INFINITY) return false
    const { due } = earliest
    this.now = Math.max(this.now, due)
    const before = this.slept
    for (
      let next: Sleeper | undefined = earliest;
      next !== undefined && next.due === due && next.order < before;
      next = this.sleepers.first()
    ) {
      this.sleepers.takeFirst()
      next.gone = true
      next.wake()
    }
    return true
  }

  private add(millis: number, wake: () => void): Sleeper {
    const due = this.now + millis
    const stepped = this.step === 0 ? due : Math.ceil(due / this.step) * this.step
    const sleeper = { due: stepped, order: this.slept++, wake, gone: false }
    this.sleepers.add(sleeper)
    return sleeper
  }
}

/** Turns of the event loop without a sleeper after which a program counts as stuck. */
const patience = 200

const drive = (clock: VirtualClock, fiber: Fiber.RuntimeFiber<unknown, unknown>): Effect.Effect<void, Deadlock> =>
  Effect.async((resume) => {
    let idle = 0
    let stopped = false
    const turn = () => {
      if (stopped) return
      if (fiber.unsafePoll() !== null) return resume(Effect.void)
      if (clock.held > 0 || clock.jump()) idle = 0
      else if (++idle > patience) return resume(new Deadlock({ at: clock.unsafeCurrentTimeMillis() }))
      setImmediate(turn)
    }
    setImmediate(turn)
    return Effect.sync(() => {
      stopped = true
    })
  })

/**
 * Runs the effect under virtual time. Fails with {@link Deadlock} when it can never end; the time starts at
 * 2026-01-01 unless `startAt` (epoch milliseconds) is given. With a `step` in milliseconds sleepers wake at multiples of it only: a
 * crowd of them wakes together, which is cheaper.
 *
 * @since 1.0.7
 * @category combinators
 */
export const run = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  options?: { readonly startAt?: number | undefined; readonly step?: number | undefined }
): Effect.Effect<A, E | Deadlock, R> =>
  Effect.gen(function*() {
    const clock = new VirtualClock(options?.startAt ?? Date.UTC(2026, 0, 1), options?.step ?? 0)
    // The default scheduler goes to a timer after 2,048 turns, and the clock would take that for idleness.
    const scheduler = new Scheduler.MixedScheduler(Number.MAX_SAFE_INTEGER)
    const fiber = yield* Effect.forkDaemon(effect.pipe(Effect.withClock(clock), Effect.withScheduler(scheduler)))
    yield* drive(clock, fiber).pipe(Effect.onError(() => Fiber.interruptFork(fiber)))
    return yield* Fiber.join(fiber)
  })

/**
 * Stops the virtual clock while the effect runs; nothing under another clock.
 *
 * @since 1.0.7
 * @category combinators
 */
export const hold = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    clock instanceof VirtualClock
      ? Effect.acquireUseRelease(
        Effect.sync(() => clock.held++),
        () => effect,
        () => Effect.sync(() => clock.held--)
      )
      : effect
  )
