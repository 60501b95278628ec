/**
 * A source that is a `Blob` or a `File`.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { SourceIdentity, UploadSource } from "../../services/UploadSource.js"
import { sliceSize } from "./Slices.js"

const identityOf = (blob: Blob, name: string): SourceIdentity => ({
  name,
  size: blob.size,
  modifiedAt: "lastModified" in blob && typeof blob.lastModified === "number" ? blob.lastModified : undefined
})

/** A page's `File` that was changed or deleted on disk cannot be read any more; the browser does not say which. */
const read = (blob: Blob, name: string): Effect.Effect<Uint8Array, SourceChanged> =>
  Effect.tryPromise({
    try: async () => new Uint8Array(await blob.arrayBuffer()),
    catch: () => new SourceChanged({ name, what: "gone" })
  })

/**
 * How the bytes of a part are lent: `slice` leaves the reading to whoever sends them, `bytes` reads them first.
 *
 * @since 1.0.7
 * @category models
 */
export type PartLending = "slice" | "bytes"

/**
 * Parts are untyped slices: a typed body would break the signature of its address.
 *
 * @since 1.0.7
 * @category constructors
 */
export const blobSource = (options: {
  readonly blob: Blob
  readonly name: string
  readonly lending: PartLending
}): UploadSource => {
  const { blob, lending, name } = options
  const readRange = (start: number, end: number) =>
    Effect.flatMap(
      read(start === 0 && end === blob.size ? blob : blob.slice(start, end), name),
      (bytes) =>
        bytes.byteLength === end - start ? Effect.succeed(bytes) : new SourceChanged({
          name,
          what: "size",
          expected: String(end),
          actual: String(start + bytes.byteLength)
        })
    )
  const readable = Effect.suspend(() => blob.size === 0 ? Effect.void : Effect.asVoid(readRange(0, 1)))

  return {
    identity: identityOf(blob, name),
    contentType: blob.type === "" ? undefined : blob.type,
    origin: { _tag: "Blob", blob },
    // A sender cannot tell a file that is gone from a broken connection, so the file is asked.
    withPart: (range, use) =>
      lending === "bytes"
        ? Effect.flatMap(readRange(range.start, range.end), use)
        : Effect.tapError(use(blob.slice(range.start, range.end)), () => readable),
    readAll: Effect.fnUntraced(function*(start: number, onChunk: (chunk: Uint8Array) => void) {
      const sliceAt = (position: number) => readRange(position, Math.min(position + sliceSize, blob.size))
      for (let position = start; position < blob.size; position += sliceSize) onChunk(yield* sliceAt(position))
    }),
    // A file that has changed since it was picked cannot be read, or is one that changes unseen.
    verify: Effect.void
  }
}
