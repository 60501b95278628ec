/**
 * Signs URLs for the emulator's own OSS endpoint, or for any other, with signature version 4.
 */
import * as Duration from "effect/Duration"
import { encodePath, formatDate, uriEncode } from "../bucketHttp/SigningText.js"
import { isAddressedByPath } from "./OssRequest.js"
import * as SignatureV4 from "./SignatureV4.js"

/**
 * The key that signs; `securityToken` goes with a temporary one.
 */
export interface OssCredential {
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly securityToken?: string | undefined
}

/**
 * What is signed. `endpoint` is an origin, `region` may begin with `oss-`. `expiresIn` is one week at most (spec point 5);
 * `now` is in milliseconds since the epoch. The bucket goes in front of the host, as OSS itself is addressed, or into the
 * path when the host is an address or `localhost`. An empty key stands for the bucket itself.
 */
export interface PresignOptions {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE"
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly key: string
  readonly credential: OssCredential
  readonly now: number
  readonly expiresIn: Duration.DurationInput
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Headers that the request must then carry, names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * A presigned URL.
 */
export const presign = (options: PresignOptions): string => {
  const { bucket, credential, key, method } = options
  const date = formatDate(options.now)
  const scope: SignatureV4.Scope = { date: date.slice(0, 8), region: options.region.replace(/^oss-/, "") }
  const query: Array<readonly [string, string]> = [
    ...Object.entries(options.query ?? {}),
    ["x-oss-credential", `${credential.accessKeyId}/${SignatureV4.scopeText(scope)}`],
    ["x-oss-date", date],
    ["x-oss-expires", String(Math.floor(Duration.toSeconds(options.expiresIn)))],
    ["x-oss-signature-version", SignatureV4.algorithm],
    ...credential.securityToken === undefined ? [] : [["x-oss-security-token", credential.securityToken] as const]
  ]
  const request = { method, query, headers: options.headers ?? {} }
  const canonical = SignatureV4.canonicalRequest(request, { bucket, key }, [])
  const text = SignatureV4.stringToSign(date, scope, canonical)
  const signature = SignatureV4.sign(credential.accessKeySecret, scope, text)
  const search = [...query, ["x-oss-signature", signature] as const]
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
    .join("&")
  const { host, hostname, protocol } = new URL(options.endpoint)
  return isAddressedByPath(hostname)
    ? `${protocol}//${host}${encodePath(`/${bucket}/${key}`)}?${search}`
    : `${protocol}//${bucket}.${host}${encodePath(`/${key}`)}?${search}`
}
