/**
 * An async iterable of the caller's as a Stream that can be left at any time.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** How long an iterator may take to end. */
const patience = "5 seconds"

/**
 * A generator that waits answers `return` only when its wait is over, which may be never. So whoever leaves meanwhile asks for the
 * end, and does not wait for it; nor for long where it was not waiting. What an iterator fails with then is nobody's business any more.
 *
 * @since 1.0.7
 * @category constructors
 */
export const iterated = <A, E>(iterable: AsyncIterable<A>, onError: (cause: unknown) => E): Stream.Stream<A, E> => {
  const open = Effect.try({
    try: () => ({ iterator: iterable[Symbol.asyncIterator](), isAsked: false }),
    catch: onError
  })
  const opened = Effect.acquireRelease(open, ({ isAsked, iterator }) =>
    Effect.suspend(() => {
      const ended = Promise.resolve().then(() => iterator.return?.()).catch(() => {})
      return isAsked ? Effect.void : Effect.raceFirst(
        Effect.interruptible(Effect.promise(() => ended)),
        Effect.interruptible(Effect.sleep(patience))
      )
    }))
  return Stream.unwrapScoped(Effect.map(opened, (reading) => {
    const next = Effect.tryPromise({
      try: async () => {
        reading.isAsked = true
        try {
          // What an iterator gives that is none fails here.
          const { done, value } = await reading.iterator.next()
          return { done, value }
        } finally {
          reading.isAsked = false
        }
      },
      catch: (cause) => Option.some(onError(cause))
    })
    return Stream.repeatEffectOption(
      Effect.flatMap(next, ({ done, value }) => done === true ? Effect.fail(Option.none()) : Effect.succeed(value))
    )
  }))
}
