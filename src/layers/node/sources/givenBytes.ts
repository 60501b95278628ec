/**
 * A source that is the caller's own bytes (Node). They are not copied, so the caller may write into them or give them away meanwhile.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { crc32 } from "node:zlib"
import { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { UploadSource } from "../../../services/UploadSource.js"
import { bytesSource } from "../../files/bytesSource.js"
import { requireAttached } from "../../files/requireAttached.js"

const hexOf = (crc: number): string => crc.toString(16).padStart(8, "0")

/**
 * Bytes that are sent must be those that were hashed: a service that knows them by another digest would give them to whoever uploads a
 * file of that digest. So what has left is compared with what was there when the source was opened.
 *
 * @since 1.0.7
 * @category constructors
 */
export const givenBytes = Effect.fnUntraced(function*(options: {
  readonly bytes: Uint8Array
  readonly name: string
}): Effect.fn.Return<UploadSource, SourceChanged> {
  const { bytes, name } = options
  yield* requireAttached(bytes, name)
  const source = bytesSource(options)
  const { size } = source.identity

  /** A buffer that was given away, such as to a worker, has no bytes any more. */
  const areThere = Effect.suspend(() => {
    const now = bytes.byteLength
    if (now === size) return Effect.void
    return now === 0
      ? new SourceChanged({ name, what: "gone" })
      : new SourceChanged({ name, what: "size", expected: String(size), actual: String(now) })
  })

  const checksum = Effect.suspend(() => {
    let crc = 0
    const reading = source.readAll(0, (chunk) => {
      crc = crc32(chunk, crc)
    })
    return Effect.map(Effect.zipRight(reading, areThere), () => hexOf(crc))
  })

  const expected = yield* checksum
  let haveLeft = false

  const verify = Effect.gen(function*() {
    yield* areThere
    if (!haveLeft) return
    const actual = yield* checksum
    if (actual !== expected) return yield* new SourceChanged({ name, what: "content", expected, actual })
    haveLeft = false
  })

  return {
    ...source,
    withPart: (range, use) =>
      Effect.flatMap(areThere, () => {
        haveLeft = true
        return source.withPart(range, use)
      }),
    readAll: (start, onChunk) => Effect.zipRight(areThere, Effect.zipRight(source.readAll(start, onChunk), areThere)),
    verify
  }
})
