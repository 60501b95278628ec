/**
 * Signed addresses of one bucket, V4. The signature is the SDK's, the rest is ours: its own `signatureUrlV4` takes the time
 * of the machine, ignores a known skew, signs with the old key while it refreshes, and lets an address live for ever.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { InvalidInput } from "../../../domain/errors/InputErrors.js"
import type { ObjectStore, PresignRequest } from "../../../services/ObjectStore.js"
import type { PartDigest, StoreError } from "../../../services/PartStore.js"
import type { SignedAddress } from "../../../services/Transport.js"
import * as Base64 from "../bucket/Base64.js"
import { attachment, lifeOf, markKey, signedAddress } from "../bucket/Signing.js"
import { bareKey } from "./OssAddress.js"
import { callbackHeaders } from "./OssCallback.js"
import type { OssConnection, OssSession } from "./OssConnection.js"

/**
 * The header that carries the mark of an upload.
 */
export const markHeader = `x-oss-meta-${markKey}`

type Texts = Readonly<Record<string, string>>

interface ToSign {
  readonly method: "GET" | "PUT"
  readonly key: string
  readonly query: Texts
  readonly headers: (session: OssSession) => Texts
  readonly expiresIn: Duration.DurationInput | undefined
}

/** `20261120T114040Z` */
const compactTime = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, "")

const signatureOf = (authorization: string): string => /Signature=(\S+)$/.exec(authorization)?.[1] ?? ""

/**
 * The address of one request, with the headers that must be sent with it.
 */
export const signedUrl = (
  { address, bucket, client }: Pick<OssSession, "address" | "bucket" | "client">,
  request: {
    readonly method: string
    readonly key: string
    readonly query: Texts
    readonly headers: Texts
    readonly time: number
    readonly seconds: number
  }
): string => {
  const date = compactTime(request.time)
  const accessKeyId = Redacted.value(bucket.accessKeyId)
  const queries = {
    ...request.query,
    "x-oss-credential": `${accessKeyId}/${date.slice(0, 8)}/${address.region}/oss/aliyun_v4_request`,
    "x-oss-date": date,
    "x-oss-expires": String(request.seconds),
    ...(bucket.securityToken === undefined ? {} : { "x-oss-security-token": Redacted.value(bucket.securityToken) }),
    "x-oss-signature-version": "OSS4-HMAC-SHA256"
  }
  const signed = { headers: request.headers, queries }
  const authorization = client.authorizationV4(request.method, signed, bucket.bucket, bareKey(request.key))
  return address.urlOf(request.key, { ...queries, "x-oss-signature": signatureOf(authorization) })
}

const digestHeaders = (digest: PartDigest | undefined): Texts =>
  digest?.md5 === undefined ? {} : { "content-md5": Base64.ofHex(digest.md5) }

const putHeaders = (request: PresignRequest, { bucket }: OssSession): Texts => ({
  ...(request.contentType === undefined ? {} : { "content-type": request.contentType }),
  ...(request.mark === undefined ? {} : { [markHeader]: request.mark }),
  ...digestHeaders(request.digest),
  ...callbackHeaders(bucket.callback)
})

/**
 * Signs with the current credential, by the storage's time.
 */
export const make = (connection: OssConnection): Pick<ObjectStore, "presign" | "presignPart"> => {
  const sign = Effect.fnUntraced(function*(
    request: ToSign
  ): Effect.fn.Return<SignedAddress, InvalidInput | StoreError> {
    const seconds = yield* lifeOf(request.expiresIn)
    const session = yield* connection.session
    const time = yield* connection.now
    const headers = request.headers(session)
    const url = signedUrl(session, { ...request, headers, time, seconds })
    return signedAddress({ url, headers, time, seconds, credential: session.credential })
  })

  return {
    presign: (request) =>
      sign({
        method: request.method,
        key: request.key,
        expiresIn: request.expiresIn,
        headers: (session) => request.method === "PUT" ? putHeaders(request, session) : {},
        query: request.method === "PUT" || request.downloadName === undefined
          ? {}
          : { "response-content-disposition": attachment(request.downloadName) }
      }),
    presignPart: ({ digest, expiresIn, key, partNumber, uploadId }) =>
      sign({
        method: "PUT",
        key,
        expiresIn,
        headers: () => digestHeaders(digest),
        query: { partNumber: String(partNumber), uploadId }
      })
  }
}
