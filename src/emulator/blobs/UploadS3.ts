/**
 * Objects of unknown length on their way to an S3 server: one PUT when they are small, in parts when they are not.
 *
 * @since 1.0.7
 */
import type { CompletedPart } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import type { BlobNotFound, BlobWriteError } from "./BlobErrors.js"
import type * as ByteSource from "./ByteSource.js"
import type { S3Call } from "./S3Calls.js"

/** Held in memory once; with the most parts there are, objects may have 156 GiB. */
const partSize = 16 * 1024 * 1024

/** The source in parts of one size, the last one shorter. */
const inParts = <E>(source: ByteSource.ByteSource<E>): ByteSource.ByteSource<E> => {
  let rest: Uint8Array | undefined
  return Effect.gen(function*() {
    const gathered: Array<Uint8Array> = []
    let size = 0
    while (size < partSize) {
      const chunk: Uint8Array | undefined = rest ?? (yield* source)
      rest = undefined
      if (chunk === undefined) break
      const fitting = chunk.subarray(0, partSize - size)
      if (fitting.length < chunk.length) rest = chunk.subarray(fitting.length)
      gathered.push(fitting)
      size += fitting.length
    }
    return size === 0 ? undefined : new Uint8Array(Buffer.concat(gathered))
  })
}

type Failure = BlobNotFound | BlobWriteError

/**
 * Stores the object; a failure leaves nothing there.
 *
 * @since 1.0.7
 * @category combinators
 */
export const put = (
  call: S3Call,
  Bucket: string,
  Key: string,
  body: ByteSource.ByteSource<BlobWriteError>
): Effect.Effect<void, Failure> =>
  Effect.gen(function*() {
    const parts = inParts(body)
    const first = (yield* parts) ?? new Uint8Array(0)
    let next = first.length < partSize ? undefined : yield* parts
    if (next === undefined) {
      yield* call("put", Key, (client, sdk, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: first }), { abortSignal }))
      return
    }
    const { UploadId } = yield* call("begin", Key, (client, sdk, abortSignal) =>
      client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal }))
    const done: Array<CompletedPart> = []
    const send = (Body: Uint8Array) => {
      const PartNumber = done.length + 1
      return Effect.map(
        call("putPart", Key, (client, sdk, abortSignal) =>
          client.send(new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }), { abortSignal })),
        ({ ETag }) =>
          void done.push({ PartNumber, ETag })
      )
    }
    const abort = call("abort", Key, (client, sdk, abortSignal) =>
      client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }))
    yield* Effect.gen(function*() {
      yield* send(first)
      for (; next !== undefined; next = yield* parts) {
        yield* send(next)
      }
      yield* call("complete", Key, (client, sdk, abortSignal) =>
        client.send(
          new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: done } }),
          { abortSignal }
        ))
    }).pipe(
      Effect.onError(() =>
        Effect.catchAll(abort, (error) =>
          Effect.logWarning(`parts were left behind: ${error.message}`))
      )
    )
  })
