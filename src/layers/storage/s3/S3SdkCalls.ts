/**
 * The calls of a bucket, made by the SDK.
 */
import * as Effect from "effect/Effect"
import * as Etag from "../../../domain/Etag.js"
import type { StoredPart } from "../../../services/PartStore.js"
import { completeTimeout } from "../bucket/BucketOptions.js"
import { markKey } from "../bucket/Signing.js"
import type { S3Calls } from "./S3Calls.js"
import type { S3Connection } from "./S3Connection.js"

const namedPart = ({ digest, etag, number }: StoredPart) => ({
  PartNumber: number,
  ETag: `"${etag ?? ""}"`,
  ...(digest?.crc32 === undefined ? {} : { ChecksumCRC32: digest.crc32 })
})

/**
 * @see {@link S3Calls}
 */
export const make = (connection: S3Connection): S3Calls => ({
  head: (key) =>
    connection.send(
      { method: "HEAD", key },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(new sdk.HeadObjectCommand({ Bucket: bucket.bucket, Key: key }), { abortSignal })
    ).pipe(
      Effect.map((found) => ({
        key,
        size: found.ContentLength ?? 0,
        etag: Etag.make(found.ETag),
        mark: found.Metadata?.[markKey]
      }))
    ),

  begin: ({ checksum, contentType, key, mark }) =>
    connection.send(
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
    ).pipe(Effect.map(({ UploadId }) => UploadId)),

  partPage: ({ key, uploadId }, { marker, most }) =>
    connection.send({ method: "GET", key, uploadId }, ({ bucket, client, sdk }, abortSignal) =>
      client.send(
        new sdk.ListPartsCommand({
          Bucket: bucket.bucket,
          Key: key,
          UploadId: uploadId,
          ...(marker === undefined ? {} : { PartNumberMarker: marker }),
          ...(most === undefined ? {} : { MaxParts: most })
        }),
        { abortSignal }
      )).pipe(
        Effect.map((page) => ({
          parts: (page.Parts ?? []).map((part): StoredPart => ({
            number: part.PartNumber ?? 0,
            size: part.Size ?? 0,
            etag: Etag.make(part.ETag),
            ...(part.ChecksumCRC32 === undefined ? {} : { digest: { crc32: part.ChecksumCRC32 } })
          })),
          checksum: { algorithm: page.ChecksumAlgorithm, type: page.ChecksumType },
          isTruncated: page.IsTruncated === true,
          marker: page.NextPartNumberMarker
        }))
      ),

  complete: ({ key, uploadId }, parts) =>
    connection.send(
      { method: "POST", key, uploadId, timeout: completeTimeout },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(
          new sdk.CompleteMultipartUploadCommand({
            Bucket: bucket.bucket,
            Key: key,
            UploadId: uploadId,
            MultipartUpload: { Parts: parts.map(namedPart) }
          }),
          { abortSignal }
        )
    ).pipe(Effect.map(({ ETag }) => Etag.make(ETag))),

  uploads: (key) =>
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
    ),

  abort: ({ key, uploadId }) =>
    Effect.asVoid(connection.send(
      { method: "DELETE", key, uploadId },
      ({ bucket, client, sdk }, abortSignal) =>
        client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket.bucket, Key: key, UploadId: uploadId }), {
          abortSignal
        })
    ))
})
