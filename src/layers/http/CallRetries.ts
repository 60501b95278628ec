/**
 * Which failures of a call pass by themselves, and how such a call is repeated where a repeat does no harm.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"

interface Tagged {
  readonly _tag: string
}

/** A server that wants to be left alone for longer gets its wish: the caller gets the error, nothing waits. */
const longestWait = 60_000

/**
 * Milliseconds that the other side asked to wait, 0 if it did not.
 *
 * @since 1.0.7
 * @category combinators
 */
export const retryAfterOf = (failure: Tagged): number =>
  "retryAfter" in failure && typeof failure.retryAfter === "number" ? failure.retryAfter : 0

/** Repeats after about 0.2, 0.4 and 0.8 s, later where Retry-After says so. */
const mostRepeats = 3

const firstPause = 200

/**
 * Runs the attempt again, at most three times, while it fails in a way that passes. A Retry-After over 60 s fails at once.
 *
 * @since 1.0.7
 * @category combinators
 */
export const repeatWhere = <A, E extends Tagged, R>(
  attempt: Effect.Effect<A, E, R>,
  passes: (failure: E) => boolean
): Effect.Effect<A, E, R> => {
  // A loop of our own: a `Schedule` would weigh a page more than all of this file.
  const tried = (repeats: number): Effect.Effect<A, E, R> =>
    Effect.catchAll(attempt, (failure) => {
      const asked = retryAfterOf(failure)
      if (repeats === mostRepeats || !passes(failure) || asked > longestWait) return Effect.fail(failure)
      return Random.nextRange(0.8, 1.2).pipe(
        Effect.flatMap((chance) => Effect.sleep(Math.max(asked, chance * firstPause * 2 ** repeats))),
        Effect.zipRight(tried(repeats + 1))
      )
    })
  return tried(0)
}

/**
 * A code such as ECONNREFUSED. Messages of network stacks may hold header values or addresses, so they stay out.
 *
 * @since 1.0.7
 * @category combinators
 */
export const networkCode = (cause: unknown): string | undefined => {
  if (Predicate.hasProperty(cause, "code") && typeof cause.code === "string") return cause.code
  return Predicate.hasProperty(cause, "cause") ? networkCode(cause.cause) : undefined
}
