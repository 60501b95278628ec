/**
 * Bodies of a known size on their way to a server, none of which it keeps unless all of them are good.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { PassThrough, type Readable } from "node:stream"
import { BlobBroken } from "./BlobErrors.js"
import * as ByteSource from "./ByteSource.js"

/** Up to here bytes are held, so that the SDK can sign them and send them again when a connection breaks. */
const heldSize = 1024 * 1024

const wrongSize = () =>
  new BlobBroken({ operation: "write", cause: "the body has not the size that it was said to have" })

const unread = () => new BlobBroken({ operation: "write", cause: "the server answered before it had the body" })

const push = (body: PassThrough, chunk: Uint8Array): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (body.write(chunk)) resume(Effect.void)
    else body.once("drain", () => resume(Effect.void))
  })

/** The last bytes wait until the source has ended well: without them the server has no body. `whole` runs before them. */
const feed = Effect.fnUntraced(function*<E>(
  source: ByteSource.ByteSource<E>,
  size: number,
  body: PassThrough,
  whole: () => void
) {
  let last: Uint8Array | undefined
  let left = size
  for (let chunk = yield* source; chunk !== undefined; chunk = yield* source) {
    if (chunk.length === 0) continue
    left -= chunk.length
    if (left < 0) return yield* wrongSize()
    if (last !== undefined) yield* push(body, last)
    last = chunk
  }
  if (left > 0) return yield* wrongSize()
  whole()
  if (last !== undefined) yield* push(body, last)
  yield* Effect.sync(() => body.end())
})

const stream = <A, E, E2>(
  source: ByteSource.ByteSource<E>,
  size: number,
  send: (body: Readable) => Effect.Effect<A, E2>
): Effect.Effect<A, E | E2 | BlobBroken> =>
  Effect.gen(function*() {
    const body = new PassThrough({ highWaterMark: heldSize })
    // A request that fails destroys its body; the failure itself comes with the answer.
    body.on("error", () => body.destroy())
    let isWhole = false
    const fed = feed(source, size, body, () => {
      isWhole = true
    })
    const answer = yield* Effect.fork(send(body))
    const answered = Effect.flatMap(Fiber.join(answer), () => isWhole ? Effect.void : Effect.fail(unread()))
    return yield* Effect.raceFirst(fed, answered).pipe(
      Effect.zipRight(Fiber.join(answer)),
      Effect.ensuring(Effect.zipRight(
        Fiber.interrupt(answer),
        Effect.sync(() => body.destroy())
      ))
    )
  })

const hold = <A, E, E2>(
  source: ByteSource.ByteSource<E>,
  size: number,
  send: (body: Uint8Array) => Effect.Effect<A, E2>
): Effect.Effect<A, E | E2 | BlobBroken> =>
  Effect.flatMap(
    ByteSource.collect(source),
    (bytes): Effect.Effect<A, E2 | BlobBroken> => bytes.length === size ? send(bytes) : Effect.fail(wrongSize())
  )

/**
 * Runs `send` with a body of `size` bytes out of the source. A source that fails, or has another number of bytes, ends the
 * call before its last byte.
 */
export const sendOf = <A, E, E2>(
  source: ByteSource.ByteSource<E>,
  size: number,
  send: (body: Uint8Array | Readable) => Effect.Effect<A, E2>
): Effect.Effect<A, E | E2 | BlobBroken> => size <= heldSize ? hold(source, size, send) : stream(source, size, send)
