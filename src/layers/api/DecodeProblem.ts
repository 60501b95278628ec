/**
 * What was wrong with an answer, said without a word of what was in it.
 *
 * The texts of the platform's parse errors hold the input, and an answer may hold a key or a presigned address.
 *
 * @since 1.0.7
 */
import * as Array from "effect/Array"
import type * as ParseResult from "effect/ParseResult"
import * as AST from "effect/SchemaAST"
import { mayBeLeftOut } from "../../domain/Essential.js"

/**
 * Where something lies in an answer.
 *
 * @since 1.0.7
 * @category models
 */
export type Place = ReadonlyArray<PropertyKey>

/**
 * `field` is a path such as `list[0].space_id`, empty for the whole; `detail` says what belongs there.
 *
 * @since 1.0.7
 * @category models
 */
export interface DecodeProblem {
  readonly field: string
  readonly detail: string
}

/**
 * A problem as a program needs it. `expected` is what belongs there, `optional` the innermost field around it that may be left out.
 *
 * @since 1.0.7
 * @category models
 */
export interface Misfit {
  readonly place: Place
  readonly detail: string
  readonly expected: AST.AST | undefined
  readonly actual: unknown
  readonly optional: Place | undefined
}

const longestDetail = 120

/** As one says it: the fields of an object and the words for nothing are left out. */
const nameOf = (ast: AST.AST): string => {
  const description = ast.annotations[AST.DescriptionAnnotationId]
  if (typeof description === "string") return description
  switch (ast._tag) {
    case "TypeLiteral":
      return "an object"
    case "TupleType":
      return "a list"
    case "Transformation":
      return nameOf(ast.from)
    case "Union":
      return [...new Set(ast.types.filter(saysSomething).map(nameOf))].join(" or ")
    default:
      return String(ast)
  }
}

const saysSomething = (ast: AST.AST): boolean =>
  ast._tag !== "UndefinedKeyword" && ast._tag !== "VoidKeyword" && !(ast._tag === "Literal" && ast.literal === null)

const inWords = (ast: AST.AST): string => {
  const name = nameOf(ast)
  return `expected ${name.length > longestDetail ? `${name.slice(0, longestDetail)}…` : name}`
}

const depthOf = (misfits: ReadonlyArray<Misfit>): number =>
  misfits.reduce((depth, { place }) => Math.max(depth, place.length), 0)

/** What may be left out around a field of a struct, or around an item of a list. */
const optionalAt = (ast: AST.AST, place: Place, around: Place | undefined): Place | undefined => {
  if (ast._tag !== "TypeLiteral") return around
  const field = ast.propertySignatures.find(({ name }) => name === place.at(-1))
  if (field === undefined || !field.isOptional) return around
  return mayBeLeftOut(field) ? place : undefined
}

/**
 * All problems of an issue.
 *
 * @since 1.0.7
 * @category constructors
 */
export const misfitsOf = (
  issue: ParseResult.ParseIssue,
  place: Place = [],
  optional?: Place
): ReadonlyArray<Misfit> => {
  const leaf = (detail: string, expected?: AST.AST): ReadonlyArray<Misfit> => [
    { place, detail, expected, actual: issue.actual, optional }
  ]
  switch (issue._tag) {
    case "Pointer":
      return misfitsOf(issue.issue, place.concat(issue.path), optional)
    case "Missing":
      return leaf("missing")
    case "Unexpected":
      return leaf("not expected")
    case "Type":
    case "Forbidden":
      return leaf(inWords(issue.ast), issue.ast)
    case "Refinement":
      return issue.kind === "From" ? misfitsOf(issue.issue, place, optional) : leaf(inWords(issue.ast), issue.ast)
    case "Transformation":
      return misfitsOf(issue.issue, place, optional)
    case "Composite": {
      const { ast } = issue
      const inner = Array.map(
        Array.ensure(issue.issues),
        (one) =>
          misfitsOf(one, place, one._tag === "Pointer" ? optionalAt(ast, place.concat(one.path), optional) : optional)
      )
      if (ast._tag !== "Union") return inner.length === 0 ? leaf(inWords(ast), ast) : inner.flat()
      // Of a union's members the one that was followed furthest is the one that was meant.
      const meant = inner.reduce<ReadonlyArray<Misfit>>(
        (best, one) => depthOf(one) > depthOf(best) ? one : best,
        leaf(inWords(ast), ast)
      )
      return meant
    }
  }
}

/**
 * A place in words, such as `list[0].space_id`.
 *
 * @since 1.0.7
 * @category destructors
 */
export const fieldText = (place: Place): string =>
  place.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    return text === "" ? String(key) : `${text}.${String(key)}`
  }, "")

/**
 * The first problem of a parse error, for a value that sits at `root`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromParseError = (error: ParseResult.ParseError, ...root: ReadonlyArray<string>): DecodeProblem => {
  const [first] = misfitsOf(error.issue)
  return {
    field: fieldText(root.concat((first?.place ?? []).map((key) => key as string))),
    detail: first?.detail ?? ""
  }
}
