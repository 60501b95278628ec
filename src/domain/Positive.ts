/**
 * Amounts that a caller gives, all above 0: counts, sizes, lengths of time. Anything else is `InvalidInput` that names the field.
 */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { InvalidInput } from "./errors/InputErrors.js"
import * as Shape from "./Shape.js"

export const integer = (field: string, value: unknown): Either.Either<number, InvalidInput> =>
  Shape.wanted(field, value as number, Number.isSafeInteger(value) && (value as number) > 0, "a positive integer")

/**
 * What need not be given.
 */
export const optionalInteger = (field: string, value: unknown): Either.Either<number | undefined, InvalidInput> =>
  value === undefined ? Either.right(undefined) : integer(field, value)

const time = (field: string, input: unknown, isRight: (time: Duration.Duration) => boolean) =>
  Either.fromOption(
    Option.filter(Duration.decodeUnknown(input), isRight),
    () => new InvalidInput({ field, message: `${field} must be a time above 0` })
  )

/**
 * `Infinity` is one.
 */
export const duration = (field: string, input: unknown): Either.Either<Duration.Duration, InvalidInput> =>
  time(field, input, Duration.greaterThan(Duration.zero))

/**
 * `Infinity` is none.
 */
export const finiteDuration = (field: string, input: unknown): Either.Either<Duration.Duration, InvalidInput> =>
  time(field, input, (known) => Duration.isFinite(known) && Duration.greaterThan(known, Duration.zero))
