/**
 * Paths of files and folders inside a space, such as `/a/b/c`; the root is `/`.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"
import * as FileName from "./FileName.js"

/**
 * @since 1.0.7
 * @category constants
 */
export const root = "/"

/**
 * The path with one slash before each name, from `a/b`, `/a//b` or `/a/b/`. Names such as `..` are refused.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (path: string): Either.Either<string, InvalidInput> =>
  typeof path !== "string" ?
    Either.left(new InvalidInput({ field: "path", message: "path must be text" })) :
    Either.map(
      Either.all(path.split("/").filter((name) => name !== "").map((name) => FileName.make(name, "path"))),
      (names) => `/${names.join("/")}`
    )

/**
 * The path of an entry of a folder.
 *
 * @since 1.0.7
 * @category combinators
 */
export const child = (folder: string, name: string): string => folder === root ? `/${name}` : `${folder}/${name}`

/**
 * A path other than the root, as the path of its folder and its own name.
 *
 * @since 1.0.7
 * @category combinators
 */
export const split = (path: string): { readonly folder: string; readonly name: string } => {
  const slash = path.lastIndexOf("/")
  return { folder: slash === 0 ? root : path.slice(0, slash), name: path.slice(slash + 1) }
}

/**
 * The paths of an entry and of all folders above it, the root first.
 *
 * @since 1.0.7
 * @category combinators
 */
export const prefixes = (path: string): readonly [root: string, ...below: ReadonlyArray<string>] => {
  const names = path.split("/").filter((name) => name !== "")
  return [root, ...names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`)]
}
