/**
 * Node's file calls as effects.
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as fs from "node:fs"

/**
 * @since 1.0.7
 * @category models
 */
export type NodeError = NodeJS.ErrnoException

/**
 * One call. An interruption waits for its end, because until then it may write into the caller's buffer.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fileCall = <A>(
  run: (done: (error: NodeError | null, value: A) => void) => void
): Effect.Effect<A, NodeError> =>
  Effect.async((resume) => {
    let over = false
    let ended = () => {}
    run((error, value) => {
      over = true
      ended()
      resume(error === null ? Effect.succeed(value) : Effect.fail(error))
    })
    return Effect.async<void>((done) => {
      if (over) done(Effect.void)
      else ended = () => done(Effect.void)
    })
  })

/**
 * Closes a descriptor; a failure to do so is logged.
 *
 * @since 1.0.7
 * @category constructors
 */
export const closeFile = (descriptor: number): Effect.Effect<void> =>
  Effect.catchAll(
    fileCall<void>((done) => fs.close(descriptor, (error) => done(error ?? null))),
    (error) => Effect.logDebug("a file could not be closed", error)
  )

const passing = new Set(["EMFILE", "ENFILE", "EAGAIN", "EBUSY", "EIO", "ESTALE"])

/**
 * Says nothing of the file itself: too many files are open, somebody else has it, or its disk is in trouble.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isPassing = ({ code = "" }: NodeError): boolean => passing.has(code)

const longestPause = Duration.seconds(5)

const pauses = Schedule.exponential("100 millis").pipe(
  Schedule.union(Schedule.spaced(longestPause)),
  Schedule.upTo("30 seconds")
)

/**
 * Tries again for half a minute while the trouble is a passing one.
 *
 * @since 1.0.7
 * @category combinators
 */
export const outlast = <A, R>(call: Effect.Effect<A, NodeError, R>): Effect.Effect<A, NodeError, R> =>
  Effect.retry(call, { schedule: pauses, while: isPassing })
