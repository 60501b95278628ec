/**
 * Names that a file or folder may have.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"

/**
 * Longest name, in bytes of UTF-8.
 *
 * @since 1.0.7
 * @category constants
 */
export const maxNameBytes = 1024

/** Control characters, and halves of surrogate pairs, which have no UTF-8 form. */
const unprintable = /[\p{Cc}\p{Cs}]/u

const problemOf = (name: string): string | undefined => {
  if (typeof name !== "string") return "a name must be text"
  if (name === "") return "a name must not be empty"
  if (name === "." || name === "..") return `"${name}" is not a name`
  if (name.includes("/")) return "a name must not contain a slash"
  if (unprintable.test(name)) return "a name must not contain control characters"
  // A unit of UTF-16 has at most three bytes.
  return name.length * 3 > maxNameBytes && new TextEncoder().encode(name).length > maxNameBytes
    ? `a name must have at most ${maxNameBytes} bytes of UTF-8`
    : undefined
}

/**
 * The name itself, or what is wrong with it. `field` names the argument it came from.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (name: string, field = "name"): Either.Either<string, InvalidInput> => {
  const problem = problemOf(name)
  return problem === undefined ? Either.right(name) : Either.left(new InvalidInput({ field, message: problem }))
}
