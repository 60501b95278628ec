/**
 * A source that is a small `Blob` or `File` of a page, read once for its hash and its PUT.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { UploadSource } from "../../../services/UploadSource.js"
import { blobSource } from "../../files/BlobSource.js"
import { pageRequests } from "../requests/pageRequests.js"

/**
 * Files up to this size are worth being kept: to slice a Blob the page waits for the browser's main process, about a millisecond
 * each time, and of a small file that is most of the work.
 *
 * @since 1.0.7
 * @category constants
 */
export const smallFileSize = 65_536

/**
 * The bytes stay in memory from the first read until they were lent with success, so that uploads which only wait for their
 * confirmation hold none. What a worker has read for its hash it also sends: the file itself is lent then.
 *
 * @since 1.0.7
 * @category constructors
 */
export const smallBlobSource = (options: { readonly blob: Blob; readonly name: string }): UploadSource => {
  const onDisk = blobSource({ ...options, lending: "bytes" })
  const whole = { start: 0, end: options.blob.size }
  let kept: Uint8Array | undefined

  const bytes: Effect.Effect<Uint8Array, SourceChanged> = Effect.suspend(() =>
    kept === undefined
      ? onDisk.withPart(whole, (body) => Effect.sync(() => kept = body instanceof Uint8Array ? body : new Uint8Array()))
      : Effect.succeed(kept)
  )
  /** A sender cannot tell a file that is gone from a broken connection, so the file is asked. */
  const readable = onDisk.withPart(whole, () => Effect.void)

  const isReadBySender = ({ end, start }: { readonly start: number; readonly end: number }): boolean =>
    kept === undefined && pageRequests.thread?.hasRead(options.blob) === true && start === 0 && end === whole.end

  return {
    ...onDisk,
    withPart: (range, use) =>
      Effect.suspend(() =>
        isReadBySender(range)
          ? Effect.tapError(use(options.blob), () => readable)
          : Effect.flatMap(bytes, (whole) => use(whole.subarray(range.start, range.end)))
      ).pipe(
        Effect.tap(() => {
          kept = undefined
        })
      ),
    readAll: (start, onChunk) => Effect.map(bytes, (whole) => onChunk(whole.subarray(start)))
  }
}
