/**
 * Who sent a request: SigV4 verified, by header or by presigned URL.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUtf8 } from "node:buffer"
import { type AccessKey, type AccessKeys, isExpired } from "../AccessKeys.js"
import * as SigningText from "../bucketHttp/SigningText.js"
import { S3Error, s3Error } from "./S3Error.js"
import { parameter, type S3Request } from "./S3Request.js"
import * as SigV4 from "./SigV4.js"

/**
 * A sender whose signature holds. `signingKey`, `signature`, `scope` and `amzDate` are what chunk signatures continue from.
 */
export interface Authenticated {
  readonly key: AccessKey
  readonly scope: SigV4.Scope
  readonly amzDate: string
  readonly signature: string
  readonly signingKey: Uint8Array
  readonly payloadHash: string
}

interface Claim {
  readonly accessKeyId: string
  readonly scope: SigV4.Scope
  readonly amzDate: string
  readonly signedHeaders: ReadonlyArray<string>
  readonly signature: string
  readonly token: string | undefined
  readonly payloadHash: string
  /** Seconds, of a presigned URL. */
  readonly expires?: number | undefined
}

const maximumSkew = 15 * 60 * 1000
const maximumExpiry = 7 * 24 * 60 * 60

const credentialOf = (text: string): Pick<Claim, "accessKeyId" | "scope"> | undefined => {
  const match = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(text)
  if (match === null) return undefined
  const [, accessKeyId = "", date = "", region = "", service = ""] = match
  return { accessKeyId, scope: { date, region, service } }
}

/** A date is signed in one form, whichever the header has. One that is none is refused later. */
const signedDate = (header: string | undefined): string | undefined => {
  const millis = header === undefined ? undefined : SigningText.parseDate(header)
  return millis === undefined ? header : SigningText.formatDate(millis)
}

const fromHeaders = (request: S3Request, authorization: string): Effect.Effect<Claim, S3Error> => {
  const malformed = Effect.fail(s3Error("AuthorizationHeaderMalformed"))
  if (!authorization.startsWith(`${SigV4.algorithm} `)) {
    return Effect.fail(s3Error("InvalidRequest", `Please use ${SigV4.algorithm}.`))
  }
  const fields = new Map(
    authorization.slice(SigV4.algorithm.length + 1).split(",").map((field) => {
      const [name = "", ...value] = field.trim().split("=")
      return [name, value.join("=")] as const
    })
  )
  const credential = credentialOf(fields.get("Credential") ?? "")
  const signature = fields.get("Signature")
  const signedHeaders = fields.get("SignedHeaders")?.split(";")
  const payloadHash = request.headers["x-amz-content-sha256"]
  const amzDate = signedDate(request.headers["x-amz-date"] ?? request.headers["date"])
  if (credential === undefined || signature === undefined || signedHeaders === undefined) return malformed
  if (payloadHash === undefined) {
    return Effect.fail(s3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256"))
  }
  if (amzDate === undefined) {
    return Effect.fail(s3Error("AccessDenied", "AWS authentication requires a valid Date or x-amz-date header"))
  }
  const token = request.headers["x-amz-security-token"]
  return Effect.succeed({ ...credential, signature, signedHeaders, payloadHash, amzDate, token })
}

const fromQuery = (request: S3Request): Effect.Effect<Claim, S3Error> => {
  const credential = credentialOf(parameter(request, "X-Amz-Credential") ?? "")
  const signature = parameter(request, "X-Amz-Signature")
  const signedHeaders = parameter(request, "X-Amz-SignedHeaders")?.split(";")
  const amzDate = parameter(request, "X-Amz-Date")
  const expires = Number(parameter(request, "X-Amz-Expires") ?? NaN)
  if (
    parameter(request, "X-Amz-Algorithm") !== SigV4.algorithm || credential === undefined ||
    signature === undefined || signedHeaders === undefined || amzDate === undefined
  ) {
    return Effect.fail(s3Error("AuthorizationQueryParametersError"))
  }
  if (!Number.isInteger(expires) || expires < 0 || expires > maximumExpiry) {
    const detail = "X-Amz-Expires must be a number of seconds, at most a week (604800)"
    return Effect.fail(s3Error("AuthorizationQueryParametersError", detail))
  }
  const payloadHash = request.headers["x-amz-content-sha256"] ?? parameter(request, "X-Amz-Content-Sha256") ??
    SigV4.unsignedPayload
  const token = parameter(request, "X-Amz-Security-Token")
  return Effect.succeed({ ...credential, signature, signedHeaders, amzDate, expires, payloadHash, token })
}

const claimOf = (request: S3Request): Effect.Effect<Claim, S3Error> => {
  const authorization = request.headers["authorization"]
  const presigned = request.query.some(([name]) => name === "X-Amz-Algorithm" || name === "X-Amz-Signature")
  if (authorization !== undefined && presigned) {
    return Effect.fail(s3Error("InvalidArgument", "Only one auth mechanism allowed"))
  }
  if (authorization !== undefined) return fromHeaders(request, authorization)
  return presigned ? fromQuery(request) : Effect.fail(s3Error("AccessDenied"))
}

const checkScope = (claim: Claim, region: string): Effect.Effect<void, S3Error> => {
  const { scope } = claim
  const code = claim.expires === undefined ? "AuthorizationHeaderMalformed" : "AuthorizationQueryParametersError"
  if (scope.region !== region) {
    return Effect.fail(
      s3Error(code, `the region '${scope.region}' is wrong; expecting '${region}'`, { Region: region })
    )
  }
  if (scope.service !== "s3") {
    return Effect.fail(s3Error(code, `incorrect service "${scope.service}". This endpoint belongs to "s3".`))
  }
  return Effect.void
}

const checkKey = (key: AccessKey, claim: Claim, now: number): Effect.Effect<void, S3Error> => {
  if (key.sessionToken === undefined) {
    return claim.token === undefined ? Effect.void : Effect.fail(s3Error("InvalidToken"))
  }
  if (claim.token === undefined) return Effect.fail(s3Error("InvalidAccessKeyId"))
  if (!SigningText.sameSignature(claim.token, key.sessionToken)) return Effect.fail(s3Error("InvalidToken"))
  return isExpired(key, now) ? Effect.fail(s3Error("ExpiredToken")) : Effect.void
}

const checkTime = (claim: Claim, now: number): Effect.Effect<void, S3Error> => {
  const signedAt = SigningText.parseDate(claim.amzDate)
  if (signedAt === undefined || SigningText.formatDate(signedAt).slice(0, 8) !== claim.scope.date) {
    return Effect.fail(s3Error("AccessDenied", "The date of the request and of its credential scope differ"))
  }
  const times = { ServerTime: new Date(now).toISOString() }
  if (claim.expires === undefined) {
    return Math.abs(now - signedAt) <= maximumSkew ? Effect.void : Effect.fail(s3Error(
      "RequestTimeTooSkewed",
      undefined,
      { RequestTime: claim.amzDate, ...times, MaxAllowedSkewMilliseconds: String(maximumSkew) }
    ))
  }
  if (signedAt - now > maximumSkew) return Effect.fail(s3Error("AccessDenied", "Request is not yet valid", times))
  const end = signedAt + claim.expires * 1000
  return now < end ? Effect.void : Effect.fail(s3Error(
    "AccessDenied",
    "Request has expired",
    { "X-Amz-Expires": String(claim.expires), Expires: new Date(end).toISOString(), ...times }
  ))
}

/**
 * Headers that change what is stored must be signed. A content type is one of them in a presigned URL: servers differ
 * here, and the strict ones refuse a page that sends a typed file on a URL signed without its type.
 */
const checkSignedHeaders = (request: S3Request, claim: Claim): Effect.Effect<void, S3Error> => {
  const signed = new Set(claim.signedHeaders)
  const mustBeSigned = (name: string) =>
    name === "host" || (name.startsWith("x-amz-") && name !== "x-amz-content-sha256") ||
    (name === "content-type" && claim.expires !== undefined)
  const unsigned = Object.keys(request.headers).filter((name) => mustBeSigned(name) && !signed.has(name))
  if (!signed.has("host")) unsigned.push("host")
  return unsigned.length === 0 ? Effect.void : Effect.fail(
    new S3Error({
      code: "AccessDenied",
      detail: "There were headers present in the request which were not signed",
      fields: { HeadersNotSigned: Array.from(new Set(unsigned)).join(", ") },
      withoutCors: true
    })
  )
}

/** Clients sign text and send its UTF-8, of which the server sees each byte as a character. */
const textsOf = (headers: S3Request["headers"]): S3Request["headers"] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === undefined ? value : textOf(value)])
  )

const textOf = (value: string): string => {
  if (!/[\u0080-\u00ff]/.test(value)) return value
  const bytes = Buffer.from(value, "latin1")
  return isUtf8(bytes) ? bytes.toString("utf8") : value
}

const checkSignature = (request: S3Request, claim: Claim, key: AccessKey): Effect.Effect<Authenticated, S3Error> => {
  const { amzDate, payloadHash, scope, signature } = claim
  const canonical = SigV4.canonicalRequest({
    method: request.method,
    path: request.path,
    query: request.query.filter(([name]) => name !== "X-Amz-Signature"),
    headers: textsOf(request.headers),
    signedHeaders: claim.signedHeaders,
    payloadHash
  })
  const signingKey = SigV4.signingKey(key.secretAccessKey, scope)
  const text = SigV4.stringToSign(amzDate, scope, canonical)
  return SigningText.sameSignature(SigV4.sign(signingKey, text), signature)
    ? Effect.succeed({ key, scope, amzDate, signature, signingKey, payloadHash })
    : Effect.fail(s3Error("SignatureDoesNotMatch", undefined, {
      AWSAccessKeyId: claim.accessKeyId,
      StringToSign: text,
      CanonicalRequest: canonical
    }))
}

/**
 * Verifies a request. The order is that of S3: form, key, token, time, signature.
 */
export const authenticate = (
  keys: AccessKeys.Service,
  region: string
): (request: S3Request) => Effect.Effect<Authenticated, S3Error> =>
  Effect.fnUntraced(function*(request: S3Request) {
    const now = yield* Clock.currentTimeMillis
    const claim = yield* claimOf(request)
    yield* checkScope(claim, region)
    const key = Option.getOrUndefined(yield* keys.find(claim.accessKeyId))
    if (key === undefined) return yield* s3Error("InvalidAccessKeyId", undefined, { AWSAccessKeyId: claim.accessKeyId })
    yield* checkKey(key, claim, now)
    yield* checkTime(claim, now)
    yield* checkSignedHeaders(request, claim)
    return yield* checkSignature(request, claim, key)
  })
