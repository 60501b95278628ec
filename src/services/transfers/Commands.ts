/**
 * How commands of users (stop, resume, cancel, remove) are carried out: for each transfer one after the other, in the scope of the
 * registry. A caller who leaves in the middle does not leave half a cancel behind.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

interface Transfer {
  /** Made with the first command. */
  lock: Effect.Semaphore | undefined
  readonly fiber: Fiber.Fiber<unknown, unknown> | undefined
}

/**
 * Runs the command after those that came before it.
 */
export const inTurn = <A, E>(
  transfer: Transfer,
  scope: Scope.Scope,
  command: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    transfer.lock ??= Effect.unsafeMakeSemaphore(1)
    return transfer.lock.withPermits(1)(command).pipe(
      Effect.interruptible,
      Effect.forkIn(scope),
      Effect.flatMap(Fiber.join)
    )
  })

/**
 * Closes the connections and waits until they are closed, and what has arrived is written.
 */
export const interruptRun = (transfer: Transfer): Effect.Effect<void> =>
  Effect.suspend(() => transfer.fiber === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(transfer.fiber)))

/**
 * The same for several. Those that wait come first: a place that becomes free must not start one of them.
 */
export const forEach = <T extends Transfer>(
  transfers: ReadonlyArray<T>,
  command: (transfer: T) => Effect.Effect<void>
): Effect.Effect<void> => {
  const waiting = transfers.filter(({ fiber }) => fiber === undefined)
  const running = transfers.filter(({ fiber }) => fiber !== undefined)
  return Effect.zipRight(
    Effect.forEach(waiting, command, { discard: true }),
    Effect.forEach(running, command, { concurrency: 16, discard: true })
  )
}
