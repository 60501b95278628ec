/**
 * Node's file calls as effects.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
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
