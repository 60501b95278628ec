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
import type * as S3Signer from "./S3Signer.js"

/**
 * S3 verifies the body against them.
 */
const digestHeaders = (digest: PartDigest | undefined): Record<string, string> => ({
  ...(digest?.md5 === undefined ? {} : { "content-md5": Base64.ofHex(digest.md5) }),
  ...(digest?.crc32 === undefined ? {} : { "x-amz-checksum-crc32": digest.crc32 })
})

/**
 * Signs with the current credential, and gives the headers that must be sent with the address.
 */
export const make = (
  connection: S3Connection,
  { forcePathStyle }: { readonly forcePathStyle?: boolean | undefined }
) => {
  const ownSigners = new WeakMap<BucketAccess, { readonly sign: S3QuerySigner.S3QuerySigner | undefined }>()

  /** Of buckets of which it is plain without the SDK where their objects are. */
  const ownSignerOf = (bucket: BucketAccess): S3QuerySigner.S3QuerySigner | undefined => {
    let known = ownSigners.get(bucket)
    if (known === undefined) {
      const place = S3QuerySigner.placeOf(bucket, isPathStyle(bucket, forcePathStyle))
      ownSigners.set(bucket, known = { sign: place === undefined ? undefined : S3QuerySigner.make(bucket, place) })
    }
    return known.sign
  }

  const signers = new WeakMap<S3Session, { readonly coming: Promise<S3Signer.S3Signer>; ready?: S3Signer.S3Signer }>()

  /** The first use runs much of the SDK for the first time: who waited for it continues in a turn of the event loop of its own. */
  const signerOf = (session: S3Session): Effect.Effect<S3Signer.S3Signer> =>
    Effect.suspend(() => {
      let known = signers.get(session)
      if (known?.ready !== undefined) return Effect.succeed(known.ready)
      if (known === undefined) signers.set(session, known = { coming: session.code.makeSigner(session) })
      const { coming } = known
      return Effect.promise(() => coming).pipe(
        Effect.tap((signer) => Effect.sync(() => signers.set(session, { coming, ready: signer }))),
        Effect.zipLeft(Effect.sleep(0))
      )
    })

  /** Without a command of the SDK: all of its way to an address costs more than anything else that is done for a part. */
  const sign = (
    request: S3QuerySigner.AddressRequest,
    expiresIn: Duration.DurationInput | undefined,
    bySdk: (seconds: number) => Effect.Effect<SignedAddress, StoreError>
  ) =>
    Effect.flatMap(lifeOf(expiresIn), (seconds) =>
      Effect.flatMap(connection.opened, ({ bucket, credential }) => {
        const own = ownSignerOf(bucket)
        return own === undefined
          ? bySdk(seconds)
          : Effect.map(connection.now, (time) => {
            const url = own(request, { expiresIn: seconds, signingDate: new Date(time) })
            return signedAddress({ url, headers: request.headers, time, seconds, credential })
          })
      }))

  const signPutBySdk = Effect.fnUntraced(function*(request: S3QuerySigner.PutRequest, seconds: number) {
    const session = yield* connection.session
    const signer = yield* signerOf(session)
    const time = yield* connection.now
    const url = yield* Effect.promise(() => signer(request, { expiresIn: seconds, signingDate: new Date(time) }))
    return signedAddress({ url, headers: request.headers, time, seconds, credential: session.credential })
  })

  const signGetBySdk = Effect.fnUntraced(function*(key: string, disposition: string | undefined, seconds: number) {
    const { bucket, client, credential, sdk } = yield* connection.session
    const time = yield* connection.now
    const named = disposition === undefined ? {} : { ResponseContentDisposition: disposition }
    const command = new sdk.GetObjectCommand({ Bucket: bucket.bucket, Key: key, ...named })
    const url = yield* Effect.promise(() =>
      sdk.getSignedUrl(client, command, { expiresIn: seconds, signingDate: new Date(time) })
    )
    return signedAddress({ url, headers: {}, time, seconds, credential })
  })

  const presign = (request: PresignRequest): Effect.Effect<SignedAddress, InvalidInput | StoreError> => {
    const { digest, expiresIn, key } = request
    if (request.method === "GET") {
      const { downloadName } = request
      const disposition = downloadName === undefined ? undefined : attachment(downloadName)
      const query = {
        "x-id": "GetObject",
        ...(disposition === undefined ? {} : { "response-content-disposition": disposition })
      }
      return sign(
        { method: "GET", key, query, headers: {} },
        expiresIn,
        (seconds) => signGetBySdk(key, disposition, seconds)
      )
    }
    const { contentType, mark } = request
    const put = {
      key,
      query: { "x-id": "PutObject" },
      headers: {
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(mark === undefined ? {} : { [`x-amz-meta-${markKey}`]: mark }),
        ...digestHeaders(digest)
      }
    }
    return sign(put, expiresIn, (seconds) => signPutBySdk(put, seconds))
  }

  const presignPart = (part: {
    readonly key: string
    readonly uploadId: string
    readonly partNumber: number
    readonly expiresIn?: Duration.DurationInput | undefined
    readonly digest?: PartDigest | undefined
  }): Effect.Effect<SignedAddress, InvalidInput | StoreError> => {
    const { digest, expiresIn, key, partNumber, uploadId } = part
    const query = { "x-id": "UploadPart", partNumber: String(partNumber), uploadId }
    const put = { key, query, headers: digestHeaders(digest) }
    return sign(put, expiresIn, (seconds) => signPutBySdk(put, seconds))
  }

  return { presign, presignPart, ownSignerOf }
}
