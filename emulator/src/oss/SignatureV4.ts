/**
 * OSS signature version 4 (HMAC-SHA256) as pure functions, written from its documentation.
 */
import { createHmac } from "node:crypto"
import { encodePath, sha256, uriEncode } from "../bucketHttp/SigningText.js"
import type { OssRequest, Place } from "./OssRequest.js"

/**
 * The algorithm's name, which starts every string to sign.
 */
export const algorithm = "OSS4-HMAC-SHA256"

/**
 * The only payload hash that OSS takes: bodies are not signed.
 */
export const unsignedPayload = "UNSIGNED-PAYLOAD"

/**
 * For which day and region a signature holds; the region without `oss-`.
 */
export interface Scope {
  readonly date: string
  readonly region: string
}

/**
 * `20231216/cn-hangzhou/oss/aliyun_v4_request`
 */
export const scopeText = ({ date, region }: Scope): string => `${date}/${region}/oss/aliyun_v4_request`

const byText = (left: string, right: string): number => left < right ? -1 : left > right ? 1 : 0

const canonicalQuery = (query: OssRequest["query"]): string =>
  query
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort((left, right) => byText(left[0], right[0]) || byText(left[1], right[1]))
    .map(([name, value]) => value === "" ? name : `${name}=${value}`)
    .join("&")

const isAlwaysSigned = (name: string): boolean =>
  name === "content-type" || name === "content-md5" || name.startsWith("x-oss-")

const canonicalHeaders = (headers: OssRequest["headers"], additional: ReadonlyArray<string>): string =>
  [...new Set([...additional, ...Object.keys(headers).filter(isAlwaysSigned)])]
    .sort(byText)
    .map((name) => `${name}:${(headers[name] ?? "").trim()}\n`)
    .join("")

/**
 * `additional` are the names of further signed headers, in lower case and in order. The signature itself must not be in
 * the query.
 */
export const canonicalRequest = (
  request: Pick<OssRequest, "method" | "query" | "headers">,
  { bucket, key }: Place,
  additional: ReadonlyArray<string>
): string =>
  [
    request.method,
    encodePath(`/${bucket === "" ? "" : `${bucket}/`}${key}`),
    canonicalQuery(request.query),
    canonicalHeaders(request.headers, additional),
    additional.join(";"),
    request.headers["x-oss-content-sha256"] ?? unsignedPayload
  ].join("\n")

/**
 * `date` is spelled as in the request: `20231216T162057Z`.
 */
export const stringToSign = (date: string, scope: Scope, canonical: string): string =>
  [algorithm, date, scopeText(scope), sha256(canonical)].join("\n")

const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac("sha256", key).update(data).digest()

/**
 * A signature in lower-case hex.
 */
export const sign = (secret: string, scope: Scope, text: string): string =>
  hmac(
    hmac(hmac(hmac(hmac(`aliyun_v4${secret}`, scope.date), scope.region), "oss"), "aliyun_v4_request"),
    text
  ).toString("hex")
