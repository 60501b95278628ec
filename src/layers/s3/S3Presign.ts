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
import * as S3Signer from "./S3Signer.js"

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

type SigningOptions = NonNullable<Parameters<S3Session["sdk"]["getSignedUrl"]>[2]> & S3Signer.PutSigning

type SignedUrl = (session: S3Session, signing: SigningOptions) => Promise<string>

/**
 * Signs with the current credential, and gives the headers that must be sent with the address.
 */
export const make = (connection: S3Connection) => {
  const signers = new WeakMap<S3Session, Promise<S3Signer.S3Signer>>()

  const signerOf = (session: S3Session): Promise<S3Signer.S3Signer> => {
    let signer = signers.get(session)
    if (signer === undefined) signers.set(session, signer = S3Signer.make(session))
    return signer
  }

  const sign = Effect.fnUntraced(function*(
    signedUrl: SignedUrl,
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

  const signPut = (
    put: S3Signer.PutRequest & {
      /** The same by a command of the SDK, for a checksum: there it adds parameters of its own. */
      readonly bySdk: SignedUrl
      readonly digest: PartDigest | undefined
      readonly expiresIn: Duration.DurationInput | undefined
    }
  ) =>
    sign(
      async (session, signing) =>
        put.digest?.crc32 === undefined
          ? (await signerOf(session))(put, signing)
          : put.bySdk(session, signing),
      put.headers,
      put.expiresIn
    )

  const presign = (request: PresignRequest): Effect.Effect<SignedAddress, InvalidInput | StoreError> => {
    const { digest, expiresIn, key } = request
    if (request.method === "GET") {
      return sign(
        ({ bucket, client, sdk }, signing) =>
          sdk.getSignedUrl(
            client,
            new sdk.GetObjectCommand({
              Bucket: bucket.bucket,
              Key: key,
              ...(request.downloadName === undefined
                ? {}
                : { ResponseContentDisposition: attachment(request.downloadName) })
            }),
            signing
          ),
        {},
        expiresIn
      )
    }
    const { contentType, mark } = request
    return signPut({
      key,
      query: { "x-id": "PutObject" },
      headers: {
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(mark === undefined ? {} : { [`x-amz-meta-${markKey}`]: mark }),
        ...digestHeaders(digest)
      },
      bySdk: ({ bucket, client, sdk }, signing) =>
        sdk.getSignedUrl(
          client,
          new sdk.PutObjectCommand({
            Bucket: bucket.bucket,
            Key: key,
            ...(contentType === undefined ? {} : { ContentType: contentType }),
            ...(mark === undefined ? {} : { Metadata: { [markKey]: mark } }),
            ...digestInput(digest)
          }),
          signing
        ),
      digest,
      expiresIn
    })
  }

  const presignPart = (part: {
    readonly key: string
    readonly uploadId: string
    readonly partNumber: number
    readonly expiresIn?: Duration.DurationInput | undefined
    readonly digest?: PartDigest | undefined
  }): Effect.Effect<SignedAddress, InvalidInput | StoreError> => {
    const { digest, expiresIn, key, partNumber, uploadId } = part
    return signPut({
      key,
      query: { "x-id": "UploadPart", partNumber: String(partNumber), uploadId },
      headers: digestHeaders(digest),
      bySdk: ({ bucket, client, sdk }, signing) =>
        sdk.getSignedUrl(
          client,
          new sdk.UploadPartCommand({
            Bucket: bucket.bucket,
            Key: key,
            UploadId: uploadId,
            PartNumber: partNumber,
            ...digestInput(digest)
          }),
          signing
        ),
      digest,
      expiresIn
    })
  }

  return { presign, presignPart }
}
