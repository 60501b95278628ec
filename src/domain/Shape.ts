/**
 * The shapes of what callers give, for programs without types: anything else is `InvalidInput` that names the field.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"

const isWanted = <A>(field: string, value: A, isIt: boolean, what: string): Either.Either<A, InvalidInput> =>
  isIt ? Either.right(value) : Either.left(new InvalidInput({ field, message: `${field} must be ${what}` }))

export const record = <A extends object>(field: string, value: A): Either.Either<A, InvalidInput> =>
  isWanted(field, value, typeof value === "object" && value !== null && !Array.isArray(value), "an object")

/**
 * What need not be given.
 */
export const optionalRecord = <A extends object>(
  field: string,
  value: A | undefined
): Either.Either<A | undefined, InvalidInput> => value === undefined ? Either.right(value) : record(field, value)

export const list = <A>(field: string, value: ReadonlyArray<A>): Either.Either<ReadonlyArray<A>, InvalidInput> =>
  isWanted(field, value, Array.isArray(value), "a list")

export const optionalText = (
  field: string,
  value: string | undefined
): Either.Either<string | undefined, InvalidInput> =>
  isWanted(field, value, value === undefined || typeof value === "string", "text")

export const flag = (field: string, value: boolean): Either.Either<boolean, InvalidInput> =>
  isWanted(field, value, typeof value === "boolean", "true or false")

export const optionalFlag = (
  field: string,
  value: boolean | undefined
): Either.Either<boolean | undefined, InvalidInput> => value === undefined ? Either.right(value) : flag(field, value)

export const optionalWord = <A extends string>(
  field: string,
  value: A | undefined,
  words: ReadonlyArray<A>
): Either.Either<A | undefined, InvalidInput> =>
  isWanted(field, value, value === undefined || words.includes(value), `one of ${words.join(", ")}`)
