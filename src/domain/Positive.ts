/**
 * Lengths of time that a caller gives.
 */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { InvalidInput } from "./errors/InputErrors.js"

/**
 * What a caller gave, as a time above 0 (`Infinity` is one). Anything else is `InvalidInput` that names the field.
 */
export const make = (field: string, input: unknown): Either.Either<Duration.Duration, InvalidInput> =>
  Either.fromOption(
    Option.filter(Duration.decodeUnknown(input), Duration.greaterThan(Duration.zero)),
    () => new InvalidInput({ field, message: `${field} must be a time above 0` })
  )
