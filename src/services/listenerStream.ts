/**
 * Streams of what a listener is called with. `Stream.asyncPush` does the same, and would make a page 2 KiB larger.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/**
 * Plain functions by which a listener feeds the stream.
 */
export interface Emit<A> {
  readonly single: (value: A) => void
  readonly end: () => void
}

/**
 * Registers a listener when the stream is run; its scope ends with the stream. With a capacity the oldest values make room
 * for new ones.
 */
export const listenerStream = <A>(
  register: (emit: Emit<A>) => Effect.Effect<unknown, never, Scope.Scope>,
  capacity?: number
): Stream.Stream<A> =>
  Stream.unwrapScoped(Effect.gen(function*() {
    const queue = yield* Effect.acquireRelease(
      capacity === undefined ? Queue.unbounded<Option.Option<A>>() : Queue.sliding<Option.Option<A>>(capacity),
      Queue.shutdown
    )
    yield* register({
      single: (value) => void Queue.unsafeOffer(queue, Option.some(value)),
      end: () => void Queue.unsafeOffer(queue, Option.none())
    })
    return Stream.fromQueue(queue).pipe(
      Stream.takeWhile(Option.isSome),
      Stream.map((some) => some.value)
    )
  }))
