/**
 * Parameters of a request's query.
 */
import * as Effect from "effect/Effect"
import { type NumberRange, parameter, wholeNumber } from "../http/RequestTarget.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

/**
 * A whole number from a range; one that is left out is `fallback`, or refused where there is none.
 */
export const number = (
  request: OssRequest,
  name: string,
  range: NumberRange
): Effect.Effect<number, OssError> => {
  const text = parameter(request, name)
  const value = wholeNumber(text, range)
  return value === undefined
    ? Effect.fail(invalidArgument(name, text, `${name} must be an integer between ${range.from} and ${range.to}.`))
    : Effect.succeed(value)
}

/**
 * Says whether a parameter belongs to a signature in the address.
 */
export const isSignature = (name: string): boolean =>
  /^(x-oss-.*|OSSAccessKeyId|Expires|Signature|security-token)$/.test(name)
