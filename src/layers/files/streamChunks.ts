/**
 * The bytes of a source that is an async iterable.
 *
 * @since 1.0.7
 */
import type * as Stream from "effect/Stream"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import { iterated } from "../../services/iterated.js"

const begun = new WeakSet<object>()

/** Iterators and generators, and the streams of the platform; other iterables begin anew each time. */
const givesOnce = (stream: object, iterator: object): boolean =>
  stream === iterator || "getReader" in stream || "pipe" in stream

const beginning = <A>(stream: AsyncIterable<A>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    if (begun.has(stream)) throw new Error("it was read before, and gives its bytes only once")
    const iterator = stream[Symbol.asyncIterator]()
    if (givesOnce(stream, iterator)) begun.add(stream)
    return iterator
  }
})

/**
 * The chunks of a stream; one that fails is `SourceChanged` (gone). So is one that was begun before and can be read only once: what is
 * left of it is another file, most often an empty one.
 *
 * @since 1.0.7
 * @category constructors
 */
export const streamChunks = (
  stream: AsyncIterable<Uint8Array>,
  name: string
): Stream.Stream<Uint8Array, SourceChanged> =>
  iterated(
    beginning(stream),
    (cause) => new SourceChanged({ name, what: "gone", actual: cause instanceof Error ? cause.message : String(cause) })
  )
