/**
 * Who sent a request, and which object it means: the signature verified.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type AccessKey, type AccessKeys, isExpired } from "../AccessKeys.js"
import { sameSignature } from "../bucketHttp/SigningText.js"
import * as Claim from "./Claim.js"
import { type OssError, ossError } from "./OssError.js"
import type { OssRequest, Place } from "./OssRequest.js"

/**
 * A sender whose signature holds for this place.
 */
export interface Authenticated {
  readonly key: AccessKey
  readonly place: Place
}

const maximumSkew = 15 * 60 * 1000

const unknownKey = (claim: Claim.Claim): OssError =>
  ossError("InvalidAccessKeyId", undefined, { OSSAccessKeyId: claim.accessKeyId })

/** A permanent key with a token, and a temporary one without, are looked up among the wrong kind and not found. */
const checkKey = (key: AccessKey, claim: Claim.Claim, now: number): Effect.Effect<void, OssError> => {
  if (key.sessionToken === undefined || claim.token === undefined) {
    return key.sessionToken === claim.token ? Effect.void : Effect.fail(unknownKey(claim))
  }
  if (!sameSignature(claim.token, key.sessionToken)) return Effect.fail(ossError("InvalidSecurityToken"))
  return isExpired(key, now) ? Effect.fail(ossError("SecurityTokenExpired")) : Effect.void
}

const checkTime = ({ expiresAt, signedAt }: Claim.Claim, now: number): Effect.Effect<void, OssError> => {
  const serverTime = { ServerTime: new Date(now).toISOString() }
  if (expiresAt !== undefined && now >= expiresAt) {
    const fields = { Expires: new Date(expiresAt).toISOString(), ...serverTime }
    return Effect.fail(ossError("AccessDenied", "Request has expired.", fields))
  }
  const isSkewed = signedAt !== undefined &&
    (expiresAt === undefined ? Math.abs(now - signedAt) > maximumSkew : signedAt - now > maximumSkew)
  return isSkewed
    ? Effect.fail(ossError("RequestTimeTooSkewed", undefined, {
      MaxAllowedSkewMilliseconds: String(maximumSkew),
      RequestTime: new Date(signedAt).toISOString(),
      ...serverTime
    }))
    : Effect.void
}

const hexBytes = (text: string): string => Buffer.from(text).toString("hex").replace(/..(?=.)/g, "$& ")

const checkSignature = (
  places: OssRequest["places"],
  claim: Claim.Claim,
  key: AccessKey
): Effect.Effect<Authenticated, OssError> => {
  const place = places.find((one) =>
    sameSignature(claim.sign(key.secretAccessKey, claim.textOf(one).stringToSign), claim.signature)
  )
  if (place !== undefined) return Effect.succeed({ key, place })
  const { canonicalRequest, stringToSign } = claim.textOf(places[0])
  return Effect.fail(ossError("SignatureDoesNotMatch", undefined, {
    OSSAccessKeyId: claim.accessKeyId,
    SignatureProvided: claim.signature,
    StringToSign: stringToSign,
    StringToSignBytes: hexBytes(stringToSign),
    ...canonicalRequest === undefined ? {} : { CanonicalRequest: canonicalRequest }
  }))
}

/**
 * Verifies a request: form, key, token, time, signature. `region` is the endpoint's, without `oss-`.
 */
export const authenticate = (
  keys: AccessKeys.Service,
  region: string
): (request: OssRequest) => Effect.Effect<Authenticated, OssError> =>
  Effect.fnUntraced(function*(request: OssRequest) {
    const now = yield* Clock.currentTimeMillis
    const claim = yield* Claim.read(request, region)
    const key = Option.getOrUndefined(yield* keys.find(claim.accessKeyId))
    if (key === undefined) return yield* unknownKey(claim)
    yield* checkKey(key, claim, now)
    yield* checkTime(claim, now)
    return yield* checkSignature(request.places, claim, key)
  })
