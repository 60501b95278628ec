/**
 * Answers whose values are written in another type than ours, where the specification gives none: the one place that knows.
 *
 * A value that fits is not looked at here, so an answer in our own types costs nothing.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import type { Misfit, Place } from "./DecodeProblem.js"
import { fieldText, misfitsOf } from "./DecodeProblem.js"

const flags = new Map<unknown, boolean>([[0, false], ["0", false], [1, true], ["1", true]])

/** The same value in the type that is expected: ids as numbers, numbers as text, flags as 0 and 1, nothing as an empty text. */
const rewrite = (expected: AST.AST, actual: unknown): unknown => {
  switch (expected._tag) {
    case "Refinement":
    case "Transformation":
      return rewrite(expected.from, actual)
    case "Union":
      return expected.types.map((type) => rewrite(type, actual)).find((value) => value !== undefined)
    case "Literal":
      if (expected.literal === null) return actual === "" ? null : undefined
      return typeof actual === "string" && String(expected.literal) === actual ? expected.literal : undefined
    case "StringKeyword":
      return typeof actual === "number" ? String(actual) : undefined
    case "NumberKeyword":
      return typeof actual === "string" && /^-?\d+(\.\d+)?$/.test(actual) ? Number(actual) : undefined
    case "BooleanKeyword":
      return flags.get(actual)
    default:
      return undefined
  }
}

/** Writes a value to its place, or takes the place away. */
const put = (root: unknown, place: Place, value: unknown): void => {
  const key = place.at(-1)
  const holder: unknown = place.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), root)
  if (key === undefined || typeof holder !== "object" || holder === null) return
  if (value === undefined) Reflect.deleteProperty(holder, key)
  else Reflect.set(holder, key, value)
}

const mend = (answer: unknown, { actual, expected, optional, place }: Misfit): Place | "changed" | undefined => {
  const value = expected === undefined ? undefined : rewrite(expected, actual)
  if (value !== undefined) {
    put(answer, place, value)
    return "changed"
  }
  if (optional === undefined) return undefined
  put(answer, optional, undefined)
  // "" and null say that there is none
  return (actual === null || actual === "") && optional.length === place.length ? "changed" : optional
}

/**
 * What was read, and the optional fields of it that are not there because nobody could read them, such as `data.list[3].hidden`.
 */
export interface Loose<A> {
  readonly value: A
  readonly leftOut: ReadonlyArray<string>
}

/** What lies behind something that could not be read is seen only once that is mended. */
const mostLooks = 5

const isBeside = (one: Place, other: Place): boolean => fieldText(one.slice(0, -1)) === fieldText(other.slice(0, -1))

/** What is missing may have been there in its other spelling, and was left out because nobody could read it: that is the reason then. */
const reasonOf = (
  error: ParseResult.ParseError,
  unreadable: ReadonlyArray<Misfit>,
  answer: unknown
): ParseResult.ParseError => {
  const [first] = misfitsOf(error.issue)
  if (first?.expected !== undefined) return error
  const { actual, expected, place } = unreadable.find((one) => isBeside(one.place, first?.place ?? [])) ?? {}
  if (expected === undefined) return error
  return ParseResult.parseError(
    (place ?? []).reduceRight<ParseResult.ParseIssue>(
      (issue, key) => new ParseResult.Pointer(key, answer, issue),
      new ParseResult.Type(expected, actual)
    )
  )
}

/**
 * Reads an answer. A value in another type is rewritten, in place; an optional field that cannot be read is left out; anything else that
 * cannot be read fails.
 */
export const decodeLoosely = <A, I>(
  schema: Schema.Schema<A, I>,
  answer: unknown,
  ...root: ReadonlyArray<string>
): Either.Either<Loose<A>, ParseResult.ParseError> => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  const leftOut = new Set<string>()
  const unreadable: Array<Misfit> = []
  for (let look = 1;; look++) {
    const decoded = decode(answer)
    if (Either.isRight(decoded)) return Either.right({ value: decoded.right, leftOut: [...leftOut] })
    const misfits = misfitsOf(decoded.left.issue).filter(({ place }) => place.length > 0)
    const mended = misfits.map((misfit) => ({ misfit, what: mend(answer, misfit) }))
    if (look === mostLooks || mended.every(({ what }) => what === undefined)) {
      return Either.left(reasonOf(decoded.left, unreadable, answer))
    }
    for (const { misfit, what } of mended) {
      if (!Array.isArray(what)) continue
      leftOut.add(fieldText([...root, ...what]))
      unreadable.push(misfit)
    }
  }
}
