/**
 * What was wrong with an answer, said without a word of what was in it.
 *
 * The texts of the platform's parse errors hold the input, and an answer may hold a key or a presigned address.
 *
 * @since 1.0.7
 */
import * as Array from "effect/Array"
import * as Order from "effect/Order"
import type * as ParseResult from "effect/ParseResult"
import type * as AST from "effect/SchemaAST"

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

interface Leaf {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

const longestDetail = 120

const expected = (ast: AST.AST): string => {
  const text = String(ast)
  return `expected ${text.length > longestDetail ? `${text.slice(0, longestDetail)}…` : text}`
}

const deepestFirst = Order.reverse(Order.mapInput(Order.number, (leaf: Leaf) => leaf.path.length))

const leafOf = (issue: ParseResult.ParseIssue, path: ReadonlyArray<PropertyKey>): Leaf => {
  switch (issue._tag) {
    case "Pointer":
      return leafOf(issue.issue, path.concat(issue.path))
    case "Missing":
      return { path, detail: "missing" }
    case "Unexpected":
      return { path, detail: "not expected" }
    case "Type":
    case "Forbidden":
      return { path, detail: expected(issue.ast) }
    case "Refinement":
      return issue.kind === "From" ? leafOf(issue.issue, path) : { path, detail: expected(issue.ast) }
    case "Transformation":
      return leafOf(issue.issue, path)
    case "Composite": {
      const leaves = Array.map(Array.ensure(issue.issues), (inner) => leafOf(inner, path))
      if (issue.ast._tag !== "Union") return leaves[0] ?? { path, detail: expected(issue.ast) }
      // Of a union's members the one that was followed furthest is the one that was meant.
      const deepest = Array.sort(leaves, deepestFirst)[0]
      return deepest !== undefined && deepest.path.length > path.length
        ? deepest
        : { path, detail: expected(issue.ast) }
    }
  }
}

const fieldText = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, key) => {
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
  const leaf = leafOf(error.issue, root)
  return { field: fieldText(leaf.path), detail: leaf.detail }
}
