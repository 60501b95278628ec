/**
 * The shapes of what callers give, for programs without types: anything else is `InvalidInput` that names the field.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"

/**
 * The value, if it is what is wanted.
 */
export const wanted = <A>(field: string, value: A, isIt: boolean, what: string): Either.Either<A, InvalidInput> =>
  isIt ? Either.right(value) : Either.left(new InvalidInput({ field, message: `${field} must be ${what}` }))

export const record = <A extends object>(field: string, value: A): Either.Either<A, InvalidInput> =>
  wanted(field, value, typeof value === "object" && value !== null && !Array.isArray(value), "an object")

/**
 * What need not be given.
 */
export const optionalRecord = <A extends object>(
  field: string,
  value: A | undefined
): Either.Either<A | undefined, InvalidInput> => value === undefined ? Either.right(value) : record(field, value)

export const list = <A>(field: string, value: ReadonlyArray<A>): Either.Either<ReadonlyArray<A>, InvalidInput> =>
  wanted(field, value, Array.isArray(value), "a list")

export const optionalText = (
  field: string,
  value: string | undefined
): Either.Either<string | undefined, InvalidInput> =>
  wanted(field, value, value === undefined || typeof value === "string", "text")

export const flag = (field: string, value: boolean): Either.Either<boolean, InvalidInput> =>
  wanted(field, value, typeof value === "boolean", "true or false")

export const optionalFlag = (
  field: string,
  value: boolean | undefined
): Either.Either<boolean | undefined, InvalidInput> => value === undefined ? Either.right(value) : flag(field, value)

export const optionalWord = <A extends string>(
  field: string,
  value: A | undefined,
  words: ReadonlyArray<A>
): Either.Either<A | undefined, InvalidInput> =>
  wanted(field, value, value === undefined || words.includes(value), `one of ${words.join(", ")}`)

const optionNames = [
  "spaceId",
  "signal",
  "isAsync",
  "limit",
  "expiresIn",
  "width",
  "height",
  "imageThumbnailProcess",
  "needs"
]

/**
 * Whether these can be the options of a call. What is none, or has another name, was meant for something: the selected space would
 * be another one than the caller means.
 */
export const areOptions = (options: object | null | undefined): boolean =>
  options === undefined || options === null ||
  (typeof options === "object" && !(Symbol.iterator in options) &&
    Object.keys(options).every((name) => optionNames.includes(name)))

/**
 * The options of a call, as they were given.
 */
export const options = <A extends object>(value: A | undefined): Either.Either<A | undefined, InvalidInput> =>
  wanted("options", value, areOptions(value), `an object of ${optionNames.join(", ")}`)
