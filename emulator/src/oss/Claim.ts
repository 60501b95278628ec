/**
 * What a request says about its sender: signature version 1 or 4, by header or in the URL.
 */
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { formatDate, parseDate } from "../bucketHttp/SigningText.js"
import { parameter } from "../http/RequestTarget.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import type { OssRequest, Place } from "./OssRequest.js"
import * as SignatureV1 from "./SignatureV1.js"
import * as SignatureV4 from "./SignatureV4.js"

/**
 * `signedAt` and `expiresAt` are in milliseconds since the epoch: a signed request has the first, a URL of version 1
 * the second, a URL of version 4 both. `textOf` is what was signed if the request meant that place.
 */
export interface Claim {
  readonly accessKeyId: string
  readonly signature: string
  readonly token: string | undefined
  readonly signedAt?: number | undefined
  readonly expiresAt?: number | undefined
  readonly textOf: (place: Place) => { readonly stringToSign: string; readonly canonicalRequest?: string }
  readonly sign: (secret: string, text: string) => string
}

const longestExpiry = 7 * 24 * 60 * 60

const noDate = ossError("AccessDenied", "OSS authentication requires a valid Date.")

const tokenHeader = (request: OssRequest): string | undefined => request.headers["x-oss-security-token"]

const dateHeader = (request: OssRequest): string | undefined => request.headers["x-oss-date"] ?? request.headers["date"]

const headerV1 = (request: OssRequest, authorization: string): Effect.Effect<Claim, OssError> => {
  const [, accessKeyId, signature] = /^OSS ([^:\s]+):(\S+)$/.exec(authorization) ?? []
  if (accessKeyId === undefined || signature === undefined) {
    return Effect.fail(invalidArgument("Authorization", authorization, "Authorization header is invalid."))
  }
  const date = dateHeader(request) ?? ""
  const signedAt = parseDate(date)
  if (signedAt === undefined) return Effect.fail(noDate)
  return Effect.succeed({
    accessKeyId,
    signature,
    token: tokenHeader(request),
    signedAt,
    textOf: (place) => ({ stringToSign: SignatureV1.stringToSign(request, place, date) }),
    sign: SignatureV1.sign
  })
}

const urlV1 = (request: OssRequest): Effect.Effect<Claim, OssError> => {
  const [accessKeyId, signature] = [parameter(request, "OSSAccessKeyId"), parameter(request, "Signature")]
  const expires = parameter(request, "Expires") ?? ""
  if (!accessKeyId || !signature) {
    return Effect.fail(invalidArgument("Signature", signature, "OSSAccessKeyId, Expires and Signature are required."))
  }
  if (!/^\d{1,12}$/.test(expires)) {
    return Effect.fail(invalidArgument("Expires", expires, "Expires is a number of seconds since the epoch."))
  }
  return Effect.succeed({
    accessKeyId,
    signature,
    token: parameter(request, "security-token"),
    expiresAt: Number(expires) * 1000,
    textOf: (place) => ({ stringToSign: SignatureV1.stringToSign(request, place, expires) }),
    sign: SignatureV1.sign
  })
}

const credentialOf = (
  text: string
): { readonly accessKeyId: string; readonly scope: SignatureV4.Scope } | undefined => {
  const [, accessKeyId, date, region] = /^([^/]+)\/(\d{8})\/([^/]+)\/oss\/aliyun_v4_request$/.exec(text) ?? []
  return accessKeyId === undefined || date === undefined || region === undefined
    ? undefined
    : { accessKeyId, scope: { date, region } }
}

const claimV4 = (request: OssRequest, region: string, given: {
  readonly where: "Authorization" | "x-oss-credential"
  readonly credential: string
  readonly signature: string | undefined
  readonly additional: string
  readonly date: string
  readonly token: string | undefined
}): Effect.Effect<Claim & { readonly signedAt: number }, OssError> => {
  const credential = credentialOf(given.credential)
  if (credential === undefined) {
    return Effect.fail(invalidArgument(given.where, given.credential, `Invalid credential in ${given.where}.`))
  }
  const { accessKeyId, scope } = credential
  if (scope.region !== region) {
    const detail = `Invalid signing region in ${given.where}. Expected: ${region}.`
    return Effect.fail(invalidArgument(given.where, given.credential, detail))
  }
  if (!/^[0-9a-f]{64}$/.test(given.signature ?? "")) {
    return Effect.fail(invalidArgument(given.where, given.signature, "Invalid signature."))
  }
  const signedAt = parseDate(given.date)
  if (signedAt === undefined) return Effect.fail(noDate)
  if (formatDate(signedAt).slice(0, 8) !== scope.date) {
    const detail = `Invalid signing date in ${given.where}. Expected: ${formatDate(signedAt).slice(0, 8)}.`
    return Effect.fail(invalidArgument(given.where, given.credential, detail))
  }
  const additional = given.additional.toLowerCase().split(";").filter((name) => name !== "").sort()
  const missing = additional.find((name) => request.headers[name] === undefined)
  if (missing !== undefined) {
    return Effect.fail(invalidArgument("AdditionalHeaders", missing, "The signed header is not in the request."))
  }
  const signed = { ...request, query: request.query.filter(([name]) => name !== "x-oss-signature") }
  return Effect.succeed({
    accessKeyId,
    signature: given.signature ?? "",
    token: given.token,
    signedAt,
    textOf: (place) => {
      const canonicalRequest = SignatureV4.canonicalRequest(signed, place, additional)
      return { canonicalRequest, stringToSign: SignatureV4.stringToSign(given.date, scope, canonicalRequest) }
    },
    sign: (secret, text) => SignatureV4.sign(secret, scope, text)
  })
}

const headerV4 = (request: OssRequest, authorization: string, region: string): Effect.Effect<Claim, OssError> => {
  const fields = new Map(
    authorization.slice(SignatureV4.algorithm.length).split(",").map((field) => {
      const [name = "", ...value] = field.trim().split("=")
      return [name, value.join("=")] as const
    })
  )
  const payload = request.headers["x-oss-content-sha256"]
  if (payload !== SignatureV4.unsignedPayload) {
    const detail = `x-oss-content-sha256 must be ${SignatureV4.unsignedPayload}.`
    return Effect.fail(invalidArgument("x-oss-content-sha256", payload, detail))
  }
  return claimV4(request, region, {
    where: "Authorization",
    credential: fields.get("Credential") ?? "",
    signature: fields.get("Signature"),
    additional: fields.get("AdditionalHeaders") ?? "",
    date: dateHeader(request) ?? "",
    token: tokenHeader(request)
  })
}

const urlV4 = (request: OssRequest, region: string): Effect.Effect<Claim, OssError> => {
  const expires = parameter(request, "x-oss-expires") ?? ""
  const seconds = Number(expires)
  if (!/^\d{1,9}$/.test(expires) || seconds < 1 || seconds > longestExpiry) {
    const detail = `x-oss-expires is a number of seconds from 1 to ${longestExpiry}.`
    return Effect.fail(invalidArgument("x-oss-expires", expires, detail))
  }
  const claim = claimV4(request, region, {
    where: "x-oss-credential",
    credential: parameter(request, "x-oss-credential") ?? "",
    signature: parameter(request, "x-oss-signature"),
    additional: parameter(request, "x-oss-additional-headers") ?? "",
    date: parameter(request, "x-oss-date") ?? "",
    token: parameter(request, "x-oss-security-token")
  })
  return Effect.map(claim, (one) => ({ ...one, expiresAt: one.signedAt + seconds * 1000 }))
}

const fromUrl = (request: OssRequest, region: string): Effect.Effect<Claim, OssError> | undefined => {
  const version = parameter(request, "x-oss-signature-version")
  if (version === undefined) {
    const named = ["OSSAccessKeyId", "Signature"].some((name) => parameter(request, name) !== undefined)
    return named ? urlV1(request) : undefined
  }
  return version === SignatureV4.algorithm
    ? urlV4(request, region)
    : Effect.fail(invalidArgument("x-oss-signature-version", version, `Please use ${SignatureV4.algorithm}.`))
}

/** Header values are bytes that arrive as one character each. What is signed is their text in UTF-8. */
const asSigned = (headers: OssRequest["headers"]): OssRequest["headers"] =>
  Record.map(headers, (value) => value === undefined ? value : Buffer.from(value, "latin1").toString())

/**
 * Reads the claim. A request without one is `AccessDenied`, one that is spelled wrong or holds two is
 * `InvalidArgument`. `region` is the endpoint's, without `oss-`.
 */
export const read = (received: OssRequest, region: string): Effect.Effect<Claim, OssError> => {
  const request = { ...received, headers: asSigned(received.headers) }
  const authorization = request.headers["authorization"]
  const inUrl = fromUrl(request, region)
  if (authorization === undefined) return inUrl ?? Effect.fail(ossError("AccessDenied"))
  if (inUrl !== undefined) {
    return Effect.fail(invalidArgument("Authorization", undefined, "Only one auth mechanism is allowed."))
  }
  return authorization.startsWith(`${SignatureV4.algorithm} `)
    ? headerV4(request, authorization, region)
    : headerV1(request, authorization)
}
