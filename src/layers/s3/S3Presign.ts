/**
 * Signed addresses of one bucket.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Redacted from "effect/Redacted"
import { defaultPresignExpiry, maxPresignExpiry } from "../../domain/Constants.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { PresignRequest } from "../../services/ObjectStore.js"
import type { PartDigest, StoreError } from "../../services/PartStore.js"
import type { SignedAddress } from "../../services/Transport.js"
import type { S3Connection, S3Session } from "./S3Connection.js"

/**
 * The metadata key of the mark by which an upload recognises its object.
 */
export const markKey = "effect-drive"

/** Seconds; the length of life that was asked for, if it is allowed. */
const lifeOf = (expiresIn: Duration.DurationInput | undefined): Either.Either<number, InvalidInput> => {
  const life = Duration.decode(expiresIn ?? defaultPresignExpiry)
  if (Duration.greaterThan(life, maxPresignExpiry)) {
    return Either.left(new InvalidInput({ field: "expiresIn", message: "a signed address lives one week at most" }))
  }
  const seconds = Math.floor(Duration.toSeconds(life))
  return seconds > 0
    ? Either.right(seconds)
    : Either.left(new InvalidInput({ field: "expiresIn", message: "a signed address lives one second at least" }))
}

const base64OfHex = (hex: string): string =>
  Encoding.encodeBase64(Either.getOrElse(Encoding.decodeHex(hex.toLowerCase()), () => new Uint8Array()))

/**
 * The digest headers of the SDK's commands: S3 verifies the body against them.
 */
const digestInput = (digest: PartDigest | undefined) => ({
  ...(digest?.md5 === undefined ? {} : { ContentMD5: base64OfHex(digest.md5) }),
  ...(digest?.crc32 === undefined ? {} : { ChecksumCRC32: digest.crc32 })
})

const digestHeaders = (digest: PartDigest | undefined): Record<string, string> => ({
  ...(digest?.md5 === undefined ? {} : { "content-md5": base64OfHex(digest.md5) }),
  ...(digest?.crc32 === undefined ? {} : { "x-amz-checksum-crc32": digest.crc32 })
})

/** RFC 6266: the name in ASCII for old readers, and as it is. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${
    encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  }`

type SigningOptions = NonNullable<Parameters<S3Session["sdk"]["getSignedUrl"]>[2]>

const isLater = (one: number, other: number | undefined): boolean => other !== undefined && one > other

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
    const end = time + seconds * 1000
    const credentialEnd = session.credential.expiresAt
    return {
      url: Redacted.make(url),
      headers,
      credentialVersion: session.credential.version,
      expiresAt: credentialEnd !== undefined && isLater(end, credentialEnd) ? credentialEnd : end
    }
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
                : { ResponseContentDisposition: disposition(request.downloadName) })
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
