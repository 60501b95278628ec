/**
 * One call at a time for each key, shared by all who want its result.
 *
 * @since 1.0.7
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"

/**
 * @since 1.0.7
 * @category models
 */
export interface SingleFlight<A, E> {
  /**
   * The result of the call under way for this key; begins the call if there is none to join, with the caller's services. With `goesOn` the
   * call is not ended when all who wait for it have left.
   */
  readonly join: <R = never>(key: string, call: Effect.Effect<A, E, R>, goesOn?: boolean) => Effect.Effect<A, E, R>
  readonly isUnderway: (key: string) => boolean
  /** Begins the call of this key for whoever joins it; there must be none. It begins uninterruptibly, so that its end is never skipped. */
  readonly begin: <R = never>(key: string, call: Effect.Effect<A, E, R>) => Effect.Effect<void, never, R>
  /** From now on nobody joins the calls under way. Who has joined one still gets its result. */
  readonly forget: () => void
}

/** Milliseconds after which a call that only reads may as well be made again: it may never be answered. */
const patience = 60_000

interface Flight<A, E> {
  readonly landing: Deferred.Deferred<A, E>
  /** In epoch milliseconds. */
  readonly began: number
  /** So many wait for its result. */
  waiting: number
  goesOn: boolean
  fiber?: Fiber.Fiber<A, E>
}

/**
 * Calls belong to the scope, not to who began them: a caller that leaves takes nothing from the others. With `isRead` who asks again does
 * not wait for an answer that never comes: a call that all have left is ended, and one that has been under way for a minute is joined by
 * nobody else.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <A, E>(isRead = false): Effect.Effect<SingleFlight<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const flights = new Map<string, Flight<A, E>>()

    /** In the step in which the caller has seen that there is none. */
    const begin = <R>(key: string, call: Effect.Effect<A, E, R>, began: number) => {
      const flight: Flight<A, E> = { landing: Deferred.unsafeMake(FiberId.none), began, waiting: 0, goesOn: !isRead }
      flights.set(key, flight)
      const land = Effect.sync(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
      return call.pipe(
        Effect.onExit((exit) => Effect.zipRight(land, Deferred.done(flight.landing, exit))),
        Effect.forkIn(scope),
        Effect.map((fiber) => Object.assign(flight, { fiber }))
      )
    }

    const leave = (key: string, flight: Flight<A, E>) =>
      Effect.suspend(() => {
        flight.waiting--
        if (flight.goesOn || flight.waiting > 0 || flights.get(key) !== flight) return Effect.void
        flights.delete(key)
        return flight.fiber?.interruptAsFork(FiberId.none) ?? Effect.void
      })

    return {
      begin: (key, call) =>
        Effect.asVoid(Effect.uninterruptible(
          Effect.clockWith((clock) => begin(key, call, clock.unsafeCurrentTimeMillis()))
        )),
      join: (key, call, goesOn = false) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.clockWith((clock) => {
            const now = clock.unsafeCurrentTimeMillis()
            const flight = flights.get(key)
            return flight === undefined || (isRead && now - flight.began > patience)
              ? begin(key, Effect.interruptible(call), now)
              : Effect.succeed(flight)
          }).pipe(Effect.flatMap((flight) => {
            flight.waiting++
            flight.goesOn ||= goesOn
            return Effect.ensuring(restore(Deferred.await(flight.landing)), leave(key, flight))
          }))
        ),
      isUnderway: (key) => flights.has(key),
      forget: () => flights.clear()
    }
  })
