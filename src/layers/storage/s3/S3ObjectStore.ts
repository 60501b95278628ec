/**
 * One S3 bucket as an `ObjectStore`.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as Etag from "../../../domain/Etag.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { StoredObject, StoredPart, StoreError } from "../../../services/PartStore.js"
import * as Storage from "../../loading/s3Storage.js"
import * as S3Like from "../bucket/BucketOptions.js"
import type { WholeStore } from "../bucket/lateStore.js"
import { lateRules } from "../bucket/lateStore.js"
import { markKey } from "../bucket/Signing.js"
import type { S3ConnectionOptions } from "./S3Connection.js"
import * as S3Connection from "./S3Connection.js"
import { isAmazon } from "./S3Connection.js"
import { partRules } from "./s3PartRules.js"
import * as S3Presign from "./S3Presign.js"

/**
 * What a bucket on S3 is opened with.
 */
export interface S3ObjectStoreOptions extends S3ConnectionOptions, S3Like.BucketOptions {
  /** Whether the storage compares checksums that go along with bodies. Default: Amazon does; a page does not send them. */
  readonly checksums?: boolean | undefined
}

/** A page may only send what the bucket's CORS rules allow, and cannot see why a request was not made. */
const needsLeave = (): boolean => "XMLHttpRequest" in globalThis

/**
 * Opens without a call; SDK and credential are fetched on first use.
 */
export const make = (options: S3ObjectStoreOptions): WholeStore => {
  const connection = S3Connection.make(options)
  const { presign, presignPart } = S3Presign.make(connection, options)

  const head = Effect.fn("S3ObjectStore.head")((key: string) =>
    connection.send(
      { method: "HEAD", key },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(new sdk.HeadObjectCommand({ Bucket: bucket.bucket, Key: key }), { abortSignal })
    ).pipe(
      Effect.map((found): StoredObject => ({
        key,
        size: found.ContentLength ?? 0,
        etag: Etag.make(found.ETag),
        mark: found.Metadata?.[markKey]
      })),
      S3Like.ifThere
    )
  )

  const createMultipart: ObjectStore["createMultipart"] = Effect.fn("S3ObjectStore.createMultipart")(
    function*({ checksum, contentType, key, mark }) {
      const created = yield* connection.send(
        { method: "POST", key },
        ({ bucket, client, sdk }, abortSignal) =>
          client.send(
            new sdk.CreateMultipartUploadCommand({
              Bucket: bucket.bucket,
              Key: key,
              ...(contentType === undefined ? {} : { ContentType: contentType }),
              ...(mark === undefined ? {} : { Metadata: { [markKey]: mark } }),
              ...(checksum === undefined ? {} : { ChecksumAlgorithm: "CRC32" })
            }),
            { abortSignal }
          )
      )
      return created.UploadId ??
        (yield* new StorageError({ platform: "s3", reason: "Rejected", detail: "the answer has no UploadId" }))
    }
  )

  const accept: ObjectStore["accept"] = Effect.fnUntraced(function*({ key, uploadId }, part, address, reply) {
    if (reply.status < 200 || reply.status >= 300) {
      return yield* connection.refusedAddress({ method: "PUT", key, uploadId }, address, reply)
    }
    const etag = Etag.make(reply.headers["etag"])
    if (etag === undefined) {
      return yield* new StorageError({
        platform: "s3",
        reason: "MissingEtag",
        status: reply.status,
        requestId: reply.headers["x-amz-request-id"]
      })
    }
    const crc32 = reply.headers["x-amz-checksum-crc32"]
    return {
      number: part.number,
      size: part.end - part.start,
      etag,
      ...(crc32 === undefined ? {} : { digest: { crc32 } })
    }
  })

  const partPage = Effect.fn("S3ObjectStore.listParts")((key: string, uploadId: string, marker: string | undefined) =>
    connection.send({ method: "GET", key, uploadId }, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.ListPartsCommand({
          Bucket: bucket.bucket,
          Key: key,
          UploadId: uploadId,
          ...(marker === undefined ? {} : { PartNumberMarker: marker }),
          ...(options.listPageSize === undefined ? {} : { MaxParts: options.listPageSize })
        }),
        { abortSignal }
      ))
  )

  const listParts: ObjectStore["listParts"] = ({ after, key, uploadId }) =>
    Stream.paginateChunkEffect(
      after === undefined || after < 1 ? undefined : String(after),
      (marker) =>
        Effect.map(partPage(key, uploadId, marker), (page) => {
          const parts = (page.Parts ?? []).map((part): StoredPart => ({
            number: part.PartNumber ?? 0,
            size: part.Size ?? 0,
            etag: Etag.make(part.ETag),
            ...(part.ChecksumCRC32 === undefined ? {} : { digest: { crc32: part.ChecksumCRC32 } })
          }))
          const next = page.NextPartNumberMarker ?? parts.at(-1)?.number.toString()
          const hasMore = page.IsTruncated === true && next !== undefined && next !== marker
          return [Chunk.unsafeFromArray(parts), hasMore ? Option.some<string | undefined>(next) : Option.none()]
        })
    )

  /** Ceph answers 500 to the complete of an upload that is gone; its part list says so. */
  const orGone = (key: string, uploadId: string) => (error: StorageError): Effect.Effect<never, StoreError> =>
    error.reason !== "Rejected" || error.retry === "never"
      ? Effect.fail(error)
      : partPage(key, uploadId, undefined).pipe(
        Effect.catchIf((other) => other._tag !== "NoSuchUpload", () => Effect.void),
        Effect.zipRight(Effect.fail(error))
      )

  const namedPart = ({ digest, etag, number }: StoredPart) => ({
    PartNumber: number,
    ETag: `"${etag ?? ""}"`,
    ...(digest?.crc32 === undefined ? {} : { ChecksumCRC32: digest.crc32 })
  })

  const complete: ObjectStore["complete"] = Effect.fn("S3ObjectStore.complete")(function*({ key, parts, uploadId }) {
    const inOrder = [...parts].sort((one, other) => one.number - other.number)
    const call = { method: "POST", key, uploadId, timeout: S3Like.completeTimeout }
    const done = yield* connection.send(call, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({
          Bucket: bucket.bucket,
          Key: key,
          UploadId: uploadId,
          MultipartUpload: { Parts: inOrder.map(namedPart) }
        }),
        { abortSignal }
      )).pipe(Effect.catchTag("StorageError", orGone(key, uploadId)))
    const etag = Etag.make(done.ETag)
    if (etag !== undefined) return { key, size: inOrder.reduce((sum, part) => sum + part.size, 0), etag }
    // Ceph leaves the ETag of this reply empty. Another answer than one to this call has none either.
    const stored = yield* head(key)
    return Option.isSome(stored)
      ? stored.value
      : (yield* new TransportError({ reason: "Decode", method: "POST", path: "complete" }))
  })

  const listUploads = Effect.fn("S3ObjectStore.listUploads")((key: string) =>
    connection.send(
      { method: "GET", key },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket.bucket, Prefix: key }), { abortSignal })
    ).pipe(
      Effect.map(({ Uploads = [] }) =>
        Uploads.flatMap(({ Initiated, Key, UploadId }) =>
          Key === key && UploadId !== undefined && Initiated !== undefined
            ? [{ uploadId: UploadId, begunAt: Initiated.getTime() }]
            : []
        )
      )
    )
  )

  const abort: ObjectStore["abort"] = Effect.fn("S3ObjectStore.abort")(({ key, uploadId }) =>
    connection.send(
      { method: "DELETE", key, uploadId },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket.bucket, Key: key, UploadId: uploadId }), {
          abortSignal
        })
    ).pipe(
      Effect.asVoid,
      Effect.catchTag("NoSuchUpload", () => Effect.void)
    )
  )

  const comparesChecksums = options.checksums === undefined
    ? Effect.map(options.credential, ({ bucket }) => !needsLeave() && isAmazon(bucket?.endpoint))
    : Effect.succeed(options.checksums)

  return {
    platform: "s3",
    comparesChecksums,
    etags: { kind: "unknown" },
    rules: partRules,
    uploads: options.uploads,
    signedUrlExpiry: options.signedUrlExpiry,
    head,
    presign,
    presignPart,
    createMultipart,
    accept,
    listParts,
    complete,
    listUploads,
    abort,
    bucketRules: lateRules(Effect.map(Storage.s3Rules.load, (rules) => rules.make(connection)))
  }
}
