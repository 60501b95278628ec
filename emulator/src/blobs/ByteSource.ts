/**
 * Bytes that are pulled chunk by chunk: what the blob store reads from.
 */
import * as Effect from "effect/Effect"

/**
 * Each run gives the next chunk, `undefined` at the end. A chunk belongs to who pulled it.
 *
 * A plain effect and no `Stream`: large bodies pass half again as fast.
 */
export type ByteSource<E = never> = Effect.Effect<Uint8Array | undefined, E>

export const fromBytes = (...chunks: ReadonlyArray<Uint8Array>): ByteSource => {
  let next = 0
  return Effect.sync(() => chunks[next++])
}

const readerSource = <E>(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onError: (cause: unknown) => E
): ByteSource<E> =>
  Effect.tryPromise({
    try: () => reader.read().then((result) => result.done ? undefined : result.value),
    catch: onError
  })

/**
 * Reads a web stream; a failing stream fails the pull with what `onError` makes of it.
 */
export const fromReadableStream = <E>(
  stream: ReadableStream<Uint8Array>,
  onError: (cause: unknown) => E
): ByteSource<E> => readerSource(stream.getReader(), onError)

/**
 * Opens a web stream, has it read, and lets go of it however that ends, so that nobody keeps for a reader what none reads.
 */
export const reading = <A, E, E2, R>(
  open: () => ReadableStream<Uint8Array>,
  onError: (cause: unknown) => E,
  use: (source: ByteSource<E>) => Effect.Effect<A, E2, R>
): Effect.Effect<A, E2, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => open().getReader()),
    (reader) => use(readerSource(reader, onError)),
    // A stream that has failed fails its cancel too, and its reader knows already.
    (reader) => Effect.promise(() => reader.cancel().catch(() => undefined))
  )

/**
 * The chunks first, then the source.
 */
export const prepend = <E>(chunks: ReadonlyArray<Uint8Array>, source: ByteSource<E>): ByteSource<E> => {
  let next = 0
  return Effect.suspend(() => next < chunks.length ? Effect.succeed(chunks[next++]) : source)
}

/**
 * Runs `finish` when the source has ended, once however often the end is asked for; its failure is the source's.
 */
export const onEnd = <E, E2>(source: ByteSource<E>, finish: Effect.Effect<void, E2>): ByteSource<E | E2> => {
  let isEnded = false
  const end = Effect.suspend(() => {
    isEnded = true
    return Effect.as(finish, undefined)
  })
  return Effect.suspend((): ByteSource<E | E2> =>
    isEnded
      ? Effect.succeed(undefined)
      : Effect.flatMap(source, (chunk): ByteSource<E2> => chunk === undefined ? end : Effect.succeed(chunk))
  )
}

/**
 * The sources one behind the other; each is opened when the one before has ended.
 */
export const concat = <E>(sources: Iterable<() => ByteSource<E>>): ByteSource<E> => {
  const rest = sources[Symbol.iterator]()
  let current: ByteSource<E> = Effect.succeed(undefined)
  const next: ByteSource<E> = Effect.suspend(() => current).pipe(
    Effect.flatMap((chunk): ByteSource<E> => {
      if (chunk !== undefined) return Effect.succeed(chunk)
      const opened = rest.next()
      if (opened.done === true) return Effect.succeed(undefined)
      current = opened.value()
      return next
    })
  )
  return next
}

/**
 * Runs `use` on every chunk until the end.
 */
export const forEach = <E, E2 = never>(
  source: ByteSource<E>,
  use: (chunk: Uint8Array) => Effect.Effect<void, E2> | void
): Effect.Effect<void, E | E2> =>
  Effect.gen(function*() {
    for (let chunk = yield* source; chunk !== undefined; chunk = yield* source) {
      const used = use(chunk)
      if (used !== undefined) yield* used
    }
  })

/**
 * Everything in one array: for small bodies only.
 */
export const collect = <E>(source: ByteSource<E>): Effect.Effect<Uint8Array, E> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    return Effect.as(
      forEach(source, (chunk) => {
        chunks.push(chunk)
      }),
      chunks
    )
  }).pipe(Effect.map((chunks) => new Uint8Array(Buffer.concat(chunks))))
