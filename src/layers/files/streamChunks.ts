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

const readBefore = "it was read before, and gives its bytes only once"

/** One that others have read to its end ends at once, and an empty file would be stored. */
const refusingNothing = <A>(iterator: AsyncIterator<A>): AsyncIterator<A> => {
  let hasGiven = false
  return {
    next: async () => {
      const result = await iterator.next()
      if (result.done === true && !hasGiven) throw new Error(readBefore)
      hasGiven = true
      return result
    },
    return: async () => await iterator.return?.() ?? { done: true, value: undefined }
  }
}

const beginning = <A>(stream: AsyncIterable<A>, wasRead: boolean): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    if (begun.has(stream)) throw new Error(readBefore)
    const iterator = stream[Symbol.asyncIterator]()
    if (givesOnce(stream, iterator)) begun.add(stream)
    return wasRead ? refusingNothing(iterator) : iterator
  }
})

/**
 * The chunks of a stream; one that fails is `SourceChanged` (gone). So is one that was begun before and can be read only once: what is
 * left of it is another file, most often an empty one. `wasRead`: somebody else has read of it, and perhaps all.
 *
 * @since 1.0.7
 * @category constructors
 */
export const streamChunks = (
  stream: AsyncIterable<Uint8Array>,
  name: string,
  wasRead = false
): Stream.Stream<Uint8Array, SourceChanged> =>
  iterated(
    beginning(stream, wasRead),
    (cause) => new SourceChanged({ name, what: "gone", actual: cause instanceof Error ? cause.message : String(cause) })
  )
