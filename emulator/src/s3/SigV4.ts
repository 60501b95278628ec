/**
 * AWS Signature Version 4 as pure functions, written from its documentation: what the S3 endpoint verifies with and
 * signs its own URLs with.
 */
import { createHmac } from "node:crypto"
import { encodePath, sha256, uriEncode } from "../bucketHttp/SigningText.js"

/**
 * The algorithm's name, which starts every string to sign.
 */
export const algorithm = "AWS4-HMAC-SHA256"

/**
 * The payload hash of a request whose body is not signed.
 */
export const unsignedPayload = "UNSIGNED-PAYLOAD"

/**
 * SHA-256 of nothing.
 */
export const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/**
 * For whom a signature holds: `20150830/us-east-1/s3/aws4_request`.
 */
export interface Scope {
  readonly date: string
  readonly region: string
  readonly service: string
}

/**
 * What is signed of a request. `path` is decoded; names of `headers` are in lower case and hold at least the signed
 * ones; `query` holds decoded pairs.
 */
export interface Signable {
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly signedHeaders: ReadonlyArray<string>
  readonly payloadHash: string
}

const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac("sha256", key).update(data).digest()

const byText = (left: string, right: string): number => left < right ? -1 : left > right ? 1 : 0

const canonicalQuery = (query: Signable["query"]): string =>
  query
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort((left, right) => byText(left[0], right[0]) || byText(left[1], right[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&")

const canonicalValue = (value: string): string => value.trim().replace(/\s+/g, " ")

export const canonicalRequest = (request: Signable): string =>
  [
    request.method,
    encodePath(request.path),
    canonicalQuery(request.query),
    ...request.signedHeaders.map((name) => `${name}:${canonicalValue(request.headers[name] ?? "")}`),
    "",
    request.signedHeaders.join(";"),
    request.payloadHash
  ].join("\n")

export const scopeText = (scope: Scope): string => `${scope.date}/${scope.region}/${scope.service}/aws4_request`

export const stringToSign = (amzDate: string, scope: Scope, canonical: string): string =>
  [algorithm, amzDate, scopeText(scope), sha256(canonical)].join("\n")

/**
 * The key of one day, region and service, derived from the secret.
 */
export const signingKey = (secretAccessKey: string, scope: Scope): Uint8Array =>
  hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, scope.date), scope.region), scope.service), "aws4_request")

/**
 * A signature in lower-case hex.
 */
export const sign = (key: Uint8Array, text: string): string => hmac(key, text).toString("hex")

/**
 * The text that a chunk's signature is made from; each chunk's holds the one before it.
 */
export const chunkStringToSign = (amzDate: string, scope: Scope, previous: string, dataHash: string): string =>
  [`${algorithm}-PAYLOAD`, amzDate, scopeText(scope), previous, emptyHash, dataHash].join("\n")

/**
 * The text that the signature of trailing headers is made from; `trailer` is their canonical form, `name:value\n`.
 */
export const trailerStringToSign = (amzDate: string, scope: Scope, previous: string, trailer: string): string =>
  [`${algorithm}-TRAILER`, amzDate, scopeText(scope), previous, sha256(trailer)].join("\n")
