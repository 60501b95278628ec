/**
 * Digests of objects on a server that keeps none: read from their bytes, once for each content.
 */
import * as Effect from "effect/Effect"
import type { Blob, DigestName } from "./Blob.js"
import { BlobBroken } from "./BlobErrors.js"
import * as ByteSource from "./ByteSource.js"
import * as DigestSet from "./DigestSet.js"

export type KnownDigests<E> = (blob: Blob, name: DigestName) => Effect.Effect<string, E | BlobBroken>

/**
 * `open` gives the bytes of an object; an ETag stands for them.
 */
export const make = <E>(
  open: (blob: Blob) => Effect.Effect<ReadableStream<Uint8Array> | undefined, E>
): KnownDigests<E> => {
  const known = new Map<string, string>()

  const read = Effect.fnUntraced(function*(blob: Blob, name: DigestName) {
    const digestSet = yield* DigestSet.make([name])
    const stream = yield* open(blob)
    let size = 0
    if (stream !== undefined) {
      const update = (chunk: Uint8Array) => {
        size += chunk.length
        digestSet.update(chunk)
      }
      yield* ByteSource.reading(
        () => stream,
        (cause) => new BlobBroken({ operation: "digest", cause }),
        (body) => ByteSource.forEach(body, update)
      )
    }
    if (size !== blob.size) return yield* new BlobBroken({ operation: "digest", cause: `${blob.key} broke off` })
    return digestSet.digests()[name] ?? ""
  })

  return Effect.fnUntraced(function*(blob, name) {
    const id = `${name} ${blob.etag} ${blob.size}`
    const digest = known.get(id) ?? (yield* read(blob, name))
    known.set(id, digest)
    return digest
  })
}
