/**
 * Signed addresses of one bucket.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { PresignRequest } from "../../services/ObjectStore.js"
import type { PartDigest, StoreError } from "../../services/PartStore.js"
import type { SignedAddress } from "../../services/Transport.js"
import * as Base64 from "../storage/Base64.js"
import { attachment, lifeOf, markKey, signedAddress } from "../storage/Signing.js"
import type { S3Connection, S3Session } from "./S3Connection.js"

/**
 * The digest headers of the SDK's commands: S3 verifies the body against them.
 */
const digestInput = (digest: PartDigest | undefined) => ({
  ...(digest?.md5 === undefined ? {} : { ContentMD5: Base64.ofHex(digest.md5) }),
  ...(digest?.crc32 === undefined ? {} : { ChecksumCRC32: digest.crc32 })
})

const digestHeaders = (digest: PartDigest | undefined): Record<string, string> => ({
  ...(digest?.md5 === undefined ? {} : { "content-md5": Base64.ofHex(digest.md5) }),
  ...(digest?.crc32 === undefined ? {} : { "x-amz-checksum-crc32": digest.crc32 })
})

type SigningOptions = NonNullable<Parameters<S3Session["sdk"]["getSignedUrl"]>[2]>

/**
 * Signs with the current credential, and gives the headers that must be sent with the address.
 */
export const make = (connection: S3Connection) => {
  const sign = Effect.fnUntraced(function*(
    signedUrl: (session: S3Session, options: SigningOptions) => Promise<string>,
    headers: Readonly<Record<string, string>>,
    expiresIn: Duration.DurationInput | undefined
  ): Effect.fn.Return<SignedAddress, InvalidInput | StoreError> {
    const seconds = yield* lifeOf(expiresIn)
    const session = yield* connection.session
    const time = yield* connection.now
    const url = yield* Effect.promise(() =>
      signedUrl(session, {
        expiresIn: seconds,
        signingDate: new Date(time),
        // The SDK gives an untyped PUT a content type of its own, which would be signed with the others.
        signableHeaders: new Set(Object.keys(headers)),
        unhoistableHeaders: new Set(Object.keys(headers))
      })
    )
    return signedAddress({ url, headers, time, seconds, credential: session.credential })
  })

  const presign = (request: PresignRequest): Effect.Effect<SignedAddress, InvalidInput | StoreError> =>
    request.method === "GET"
      ? sign(
        ({ bucket, client, sdk }, signing) =>
          sdk.getSignedUrl(
            client,
            new sdk.GetObjectCommand({
              Bucket: bucket.bucket,
              Key: request.key,
              ...(request.downloadName === undefined
                ? {}
                : { ResponseContentDisposition: attachment(request.downloadName) })
            }),
            signing
          ),
        {},
        request.expiresIn
      )
      : sign(
        ({ bucket, client, sdk }, signing) =>
          sdk.getSignedUrl(
            client,
            new sdk.PutObjectCommand({
              Bucket: bucket.bucket,
              Key: request.key,
              ...(request.contentType === undefined ? {} : { ContentType: request.contentType }),
              ...(request.mark === undefined ? {} : { Metadata: { [markKey]: request.mark } }),
              ...digestInput(request.digest)
            }),
            signing
          ),
        {
          ...(request.contentType === undefined ? {} : { "content-type": request.contentType }),
          ...(request.mark === undefined ? {} : { [`x-amz-meta-${markKey}`]: request.mark }),
          ...digestHeaders(request.digest)
        },
        request.expiresIn
      )

  const presignPart = (part: {
    readonly key: string
    readonly uploadId: string
    readonly partNumber: number
    readonly expiresIn?: Duration.DurationInput | undefined
    readonly digest?: PartDigest | undefined
  }): Effect.Effect<SignedAddress, InvalidInput | StoreError> =>
    sign(
      ({ bucket, client, sdk }, signing) =>
        sdk.getSignedUrl(
          client,
          new sdk.UploadPartCommand({
            Bucket: bucket.bucket,
            Key: part.key,
            UploadId: part.uploadId,
            PartNumber: part.partNumber,
            ...digestInput(part.digest)
          }),
          signing
        ),
      digestHeaders(part.digest),
      part.expiresIn
    )

  return { presign, presignPart }
}
