/**
 * Parameters of a request's query.
 */
import * as Effect from "effect/Effect"
import { parameter } from "../http/RequestTarget.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

/**
 * A whole number from a range; one that is left out is `fallback`, or refused where there is none.
 */
export const number = (
  request: OssRequest,
  name: string,
  range: { readonly fallback?: number | undefined; readonly from: number; readonly to: number }
): Effect.Effect<number, OssError> => {
  const text = parameter(request, name)
  const value = text === undefined ? range.fallback ?? NaN : /^\d+$/.test(text) ? Number(text) : NaN
  return value >= range.from && value <= range.to
    ? Effect.succeed(value)
    : Effect.fail(invalidArgument(name, text, `${name} must be an integer between ${range.from} and ${range.to}.`))
}

/**
 * Says whether a parameter belongs to a signature in the address.
 */
export const isSignature = (name: string): boolean =>
  /^(x-oss-.*|OSSAccessKeyId|Expires|Signature|security-token)$/.test(name)
