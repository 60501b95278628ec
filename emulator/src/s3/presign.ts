/**
 * Signs URLs for the emulator's own S3 endpoint, or for any other.
 */
import * as Duration from "effect/Duration"
import type { AccessKey } from "../AccessKeys.js"
import * as SigningText from "../bucketHttp/SigningText.js"
import * as SigV4 from "./SigV4.js"

/**
 * What is signed. `endpoint` is an origin; the URL is path-style. `expiresIn` is 900 s by default and one week at most
 * (spec point 5); `now` is in milliseconds since the epoch.
 */
export interface PresignOptions {
  readonly method: "GET" | "PUT"
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly key: string
  readonly credential: Pick<AccessKey, "accessKeyId" | "secretAccessKey" | "sessionToken">
  readonly now: number
  readonly expiresIn?: Duration.DurationInput | undefined
  /** Further query parameters, such as `response-content-disposition`. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Headers that the request must then carry, names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * A presigned URL.
 */
export const presign = (options: PresignOptions): string => {
  const { accessKeyId, secretAccessKey, sessionToken } = options.credential
  const amzDate = SigningText.formatDate(options.now)
  const scope: SigV4.Scope = { date: amzDate.slice(0, 8), region: options.region, service: "s3" }
  const headers = { ...options.headers, host: new URL(options.endpoint).host }
  const signedHeaders = Object.keys(headers).sort()
  const path = `/${options.bucket}/${options.key}`
  const query: Array<readonly [string, string]> = [
    ...Object.entries(options.query ?? {}),
    ["X-Amz-Algorithm", SigV4.algorithm],
    ["X-Amz-Credential", `${accessKeyId}/${SigV4.scopeText(scope)}`],
    ["X-Amz-Date", amzDate],
    ["X-Amz-Expires", String(Math.floor(Duration.toSeconds(options.expiresIn ?? "900 seconds")))],
    ["X-Amz-SignedHeaders", signedHeaders.join(";")],
    ...sessionToken === undefined ? [] : [["X-Amz-Security-Token", sessionToken] as const]
  ]
  const canonical = SigV4.canonicalRequest({
    method: options.method,
    path,
    query,
    headers,
    signedHeaders,
    payloadHash: SigV4.unsignedPayload
  })
  const signature = SigV4.sign(
    SigV4.signingKey(secretAccessKey, scope),
    SigV4.stringToSign(amzDate, scope, canonical)
  )
  const search = [...query, ["X-Amz-Signature", signature] as const]
    .map(([name, value]) => `${SigningText.uriEncode(name)}=${SigningText.uriEncode(value)}`)
    .join("&")
  return `${new URL(options.endpoint).origin}${SigningText.encodePath(path)}?${search}`
}
