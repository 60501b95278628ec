/**
 * Objects of unknown length on their way to an S3 server: one PUT when they are small, in parts when they are not.
 */
import type { CompletedPart, HeadObjectCommandOutput } from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import { BlobBroken, BlobNotFound } from "./BlobErrors.js"
import * as ByteSource from "./ByteSource.js"
import { confirmed, type S3Call } from "./S3Calls.js"

/**
 * Held in memory once; with the most parts there are, objects may have 156 GiB.
 */
export const usualSize = 16 * 1024 * 1024

const mostParts = 10_000

/** Large enough for all bytes to fit into the parts that there may be. */
const partSizeFor = (size: number | undefined): number => Math.max(usualSize, Math.ceil((size ?? 0) / mostParts))

/** The source in parts of one size, the last one shorter. */
const inParts = <E>(source: ByteSource.ByteSource<E>, partSize: number): ByteSource.ByteSource<E> => {
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

type Failure = BlobNotFound | BlobBroken

/**
 * An upload in parts that is open on the server.
 */
export interface ServerUpload {
  readonly Bucket: string
  readonly Key: string
  readonly UploadId: string
}

export const sendPart = (call: S3Call, upload: ServerUpload, PartNumber: number, Body: Uint8Array) =>
  call(
    "putPart",
    upload.Key,
    (client, sdk, abortSignal) =>
      client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body }), { abortSignal })
  ).pipe(
    Effect.flatMap((reply) => confirmed("putPart", reply)),
    Effect.map(({ ETag }): CompletedPart => ({ PartNumber, ETag }))
  )

/** Each chunk of the source is a part. */
const sendParts = Effect.fnUntraced(function*<E>(
  call: S3Call,
  upload: ServerUpload,
  parts: ByteSource.ByteSource<E>
) {
  const done: Array<CompletedPart> = []
  let size = 0
  for (let bytes = yield* parts; bytes !== undefined; bytes = yield* parts) {
    done.push(yield* sendPart(call, upload, done.length + 1, bytes))
    size += bytes.length
  }
  return { done, size }
})

/** What is there under the upload's name, if it has just so many bytes. */
const find = (call: S3Call, { Bucket, Key, UploadId }: ServerUpload, size: number) =>
  call(
    "head",
    Key,
    (client, sdk, abortSignal) => client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal })
  ).pipe(
    Effect.filterOrFail(
      ({ ContentLength }) => ContentLength === size,
      () => new BlobNotFound({ what: "upload", name: UploadId })
    )
  )

/**
 * Makes an object of `size` bytes of the parts, and says what the server has then. An upload that it knows no more may
 * have been completed by a call whose answer was lost; it is gone, `BlobNotFound`, only if no object is there either.
 */
export const complete = <E>(
  call: S3Call,
  upload: ServerUpload,
  size: number,
  parts: Effect.Effect<ReadonlyArray<CompletedPart>, E>
): Effect.Effect<HeadObjectCommandOutput, Failure | E> =>
  Effect.flatMap(parts, (Parts) =>
    call("complete", upload.Key, (client, sdk, abortSignal) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: [...Parts] } }),
        { abortSignal }
      ))).pipe(
      Effect.as(true),
      Effect.catchIf((error) => error instanceof BlobNotFound, () => Effect.succeed(false)),
      Effect.flatMap((isAnswered) =>
        Effect.catchTag(
          find(call, upload, size),
          "BlobNotFound",
          (error) => Effect.fail(isAnswered ? new BlobBroken({ operation: "complete", cause: error }) : error)
        )
      )
    )

/**
 * An answer without an id is not from a server that has begun one.
 */
export const begin = (call: S3Call, Bucket: string, Key: string): Effect.Effect<ServerUpload, Failure> =>
  Effect.flatMap(
    call(
      "begin",
      Key,
      (client, sdk, abortSignal) => client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal })
    ),
    ({ UploadId = "" }) =>
      UploadId === ""
        ? Effect.fail(new BlobBroken({ operation: "begin", cause: "the answer has no upload id" }))
        : Effect.succeed({ Bucket, Key, UploadId })
  )

/**
 * An upload that is gone already counts as aborted; one that cannot be aborted is logged.
 */
export const abort = (call: S3Call, upload: ServerUpload): Effect.Effect<void> =>
  call(
    "abort",
    upload.Key,
    (client, sdk, abortSignal) => client.send(new sdk.AbortMultipartUploadCommand({ ...upload }), { abortSignal })
  ).pipe(
    Effect.catchTag("BlobNotFound", () => Effect.void),
    Effect.catchTag("BlobBroken", (error) => Effect.logWarning(`parts were left behind: ${error.message}`))
  )

/**
 * Stores the object; `size`, if it is known, chooses the size of the parts. A failure leaves no parts there; the object
 * itself may be there when only the answer was lost.
 */
export const put = <E>(
  call: S3Call,
  Bucket: string,
  Key: string,
  body: ByteSource.ByteSource<E>,
  size?: number
): Effect.Effect<void, E | Failure> =>
  Effect.gen(function*() {
    const partSize = partSizeFor(size)
    const parts = inParts(body, partSize)
    const first = (yield* parts) ?? new Uint8Array(0)
    const second = first.length < partSize ? undefined : yield* parts
    if (second === undefined) {
      const reply = yield* call("put", Key, (client, sdk, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: first }), { abortSignal }))
      yield* confirmed("put", reply)
      return
    }
    const upload = yield* begin(call, Bucket, Key)
    yield* sendParts(call, upload, ByteSource.prepend([first, second], parts)).pipe(
      Effect.flatMap(({ done, size: sent }) =>
        complete(call, upload, sent, Effect.succeed(done))
      ),
      Effect.onError(() => abort(call, upload))
    )
  })
