/**
 * Signed addresses of one bucket.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { InvalidInput } from "../../../domain/errors/InputErrors.js"
import type { BucketAccess } from "../../../domain/StorageCredential.js"
import type { PresignRequest } from "../../../services/ObjectStore.js"
import type { PartDigest, StoreError } from "../../../services/PartStore.js"
import type { SignedAddress } from "../../../services/Transport.js"
import * as Base64 from "../bucket/Base64.js"
import { attachment, lifeOf, markKey, signedAddress } from "../bucket/Signing.js"
import type { S3Connection, S3Session } from "./S3Connection.js"
import { isPathStyle } from "./S3Connection.js"
import * as S3QuerySigner from "./S3QuerySigner.js"
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

interface Signing {
  readonly headers: Readonly<Record<string, string>>
  readonly expiresIn: Duration.DurationInput | undefined
  readonly bySdk: (session: S3Session, options: SigningOptions) => Promise<string>
  /** A PUT that is signed without a command. Not one with a checksum: to that the SDK adds parameters of its own. */
  readonly plain?: Omit<S3Signer.PutRequest, "headers"> | undefined
}

const plainPut = (digest: PartDigest | undefined, key: string, query: Readonly<Record<string, string>>) =>
  digest?.crc32 === undefined ? { key, query } : undefined

/**
 * Signs with the current credential, and gives the headers that must be sent with the address.
 */
export const make = (
  connection: S3Connection,
  { forcePathStyle }: { readonly forcePathStyle?: boolean | undefined }
) => {
  const ownSigners = new WeakMap<BucketAccess, { readonly sign: S3QuerySigner.S3QuerySigner | undefined }>()

  const ownSignerOf = (bucket: BucketAccess): S3QuerySigner.S3QuerySigner | undefined => {
    let known = ownSigners.get(bucket)
    if (known === undefined) {
      const place = S3QuerySigner.placeOf(bucket, isPathStyle(bucket, forcePathStyle))
      ownSigners.set(bucket, known = { sign: place === undefined ? undefined : S3QuerySigner.make(bucket, place) })
    }
    return known.sign
  }

  const signers = new WeakMap<S3Session, { readonly coming: Promise<S3Signer.S3Signer>; ready?: S3Signer.S3Signer }>()

  /** The first use runs much of the SDK for the first time: who waited for it goes on in a turn of the event loop of its own. */
  const signerOf = (session: S3Session): Effect.Effect<S3Signer.S3Signer> =>
    Effect.suspend(() => {
      let known = signers.get(session)
      if (known?.ready !== undefined) return Effect.succeed(known.ready)
      if (known === undefined) signers.set(session, known = { coming: S3Signer.make(session) })
      const { coming } = known
      return Effect.promise(() => coming).pipe(
        Effect.tap((signer) => Effect.sync(() => signers.set(session, { coming, ready: signer }))),
        Effect.zipLeft(Effect.sleep(0))
      )
    })

  const sign = Effect.fnUntraced(function*({ bySdk, expiresIn, headers, plain }: Signing) {
    const seconds = yield* lifeOf(expiresIn)
    const { bucket, credential } = yield* connection.opened
    const own = plain === undefined ? undefined : ownSignerOf(bucket)
    if (plain !== undefined && own !== undefined) {
      const time = yield* connection.now
      const url = own({ ...plain, headers }, { expiresIn: seconds, signingDate: new Date(time) })
      return signedAddress({ url, headers, time, seconds, credential })
    }
    const session = yield* connection.session
    const signer = plain === undefined ? undefined : yield* signerOf(session)
    const time = yield* connection.now
    const options = {
      expiresIn: seconds,
      signingDate: new Date(time),
      // The SDK gives an untyped PUT a content type of its own, which would be signed with the others.
      signableHeaders: new Set(Object.keys(headers)),
      unhoistableHeaders: new Set(Object.keys(headers))
    }
    const url = yield* Effect.promise(() =>
      plain === undefined || signer === undefined ? bySdk(session, options) : signer({ ...plain, headers }, options)
    )
    return signedAddress({ url, headers, time, seconds, credential: session.credential })
  })

  const presign = (request: PresignRequest): Effect.Effect<SignedAddress, InvalidInput | StoreError> => {
    const { digest, expiresIn, key } = request
    if (request.method === "GET") {
      return sign({
        headers: {},
        expiresIn,
        bySdk: ({ bucket, client, sdk }, signing) =>
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
          )
      })
    }
    const { contentType, mark } = request
    return sign({
      plain: plainPut(digest, key, { "x-id": "PutObject" }),
      expiresIn,
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
        )
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
    return sign({
      plain: plainPut(digest, key, { "x-id": "UploadPart", partNumber: String(partNumber), uploadId }),
      expiresIn,
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
        )
    })
  }

  return { presign, presignPart }
}
