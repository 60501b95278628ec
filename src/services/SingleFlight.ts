/**
 * One call at a time for each key, shared by all who want its result.
 *
 * @since 1.0.7
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"

/**
 * @since 1.0.7
 * @category models
 */
export interface SingleFlight<A, E> {
  /** The result of the call under way for this key; begins the call if there is none, with the caller's services. */
  readonly join: <R = never>(key: string, call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly isUnderway: (key: string) => boolean
  /** Begins the call of this key for whoever joins it; there must be none. It begins uninterruptibly, so that its end is never skipped. */
  readonly begin: <R = never>(key: string, call: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  /** From now on nobody joins the calls under way. Who has joined one still gets its result. */
  readonly forget: () => void
}

interface Flight<A, E> {
  readonly end: Deferred.Deferred<A, E>
  /** So many wait for its result. */
  waiting: number
  fiber?: Fiber.Fiber<A, E>
}

/**
 * Calls belong to the scope, not to who began them: a caller that leaves takes nothing from the others. With `isRead` a call that all
 * have left is ended, so that who asks again does not wait for the same answer.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <A, E>(isRead = false): Effect.Effect<SingleFlight<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const flights = new Map<string, Flight<A, E>>()

    const begin = <R>(key: string, call: Effect.Effect<A, E, R>) => {
      const flight: Flight<A, E> = { end: Deferred.unsafeMake(FiberId.none), waiting: 0 }
      flights.set(key, flight)
      const land = Effect.sync(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
      return call.pipe(
        Effect.onExit((exit) => Effect.zipRight(land, Deferred.done(flight.end, exit))),
        Effect.forkIn(scope),
        Effect.map((fiber) => {
          flight.fiber = fiber
          return flight
        })
      )
    }

    const leave = (key: string, flight: Flight<A, E>) =>
      Effect.suspend(() => {
        flight.waiting--
        if (!isRead || flight.waiting > 0 || flight.fiber === undefined || flights.get(key) !== flight) {
          return Effect.void
        }
        flights.delete(key)
        return Fiber.interruptFork(flight.fiber)
      })

    return {
      begin: (key, call) => Effect.asVoid(Effect.uninterruptible(Effect.suspend(() => begin(key, call)))),
      join: (key, call) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.suspend(() => {
            const flight = flights.get(key)
            return flight === undefined ? begin(key, Effect.interruptible(call)) : Effect.succeed(flight)
          }).pipe(Effect.flatMap((flight) => {
            flight.waiting++
            return Effect.ensuring(restore(Deferred.await(flight.end)), leave(key, flight))
          }))
        ),
      isUnderway: (key) => flights.has(key),
      forget: () => flights.clear()
    }
  })
