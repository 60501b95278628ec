/**
 * Keys of objects as callers give them, checked before any call is made.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"

/** Longest key, in bytes of UTF-8. OSS takes one byte less, and says so itself. */
const maxKeyBytes = 1024

/**
 * The key itself; 'object_key required' without one (spec point 5).
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (key: string | undefined): Either.Either<string, InvalidInput> => {
  const invalid = (message: string) => Either.left(new InvalidInput({ field: "objectKey", message }))
  if (typeof key !== "string" || key === "") return invalid("object_key required")
  if (/\p{Surrogate}/u.test(key)) return invalid("object_key has no UTF-8 form")
  return new TextEncoder().encode(key).length > maxKeyBytes
    ? invalid(`object_key must have at most ${maxKeyBytes} bytes of UTF-8`)
    : Either.right(key)
}

/**
 * A key for a signed address. Whoever reads an address takes a segment `.` or `..` out of it, and asks for another object with the
 * signature of this one.
 *
 * @since 1.0.7
 * @category constructors
 */
export const addressable = (key: string | undefined): Either.Either<string, InvalidInput> =>
  Either.flatMap(make(key), (text) =>
    /(^|\/)\.{1,2}(\/|$)/.test(text)
      ? Either.left(
        new InvalidInput({ field: "objectKey", message: "object_key has a segment . or .., which no address can hold" })
      )
      : Either.right(text))
