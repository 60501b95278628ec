/**
 * Ids of files as callers give them, checked before any call is made.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"
import { FileId, rootFileId } from "./Ids.js"
import * as Shape from "./Shape.js"

/** `.` and `..` would lead to another path of the API, half of a surrogate pair cannot be written into one. */
const unusable = /^\.{1,2}$|\p{Surrogate}/u

const problemOf = (id: unknown, field: string): string | undefined => {
  if (typeof id !== "string" || id === "") return `${field} required`
  return unusable.test(id) ? `${field} cannot be part of an address` : undefined
}

/**
 * The text itself, or what is wrong with it as an id. `field` names the argument it came from.
 *
 * @since 1.0.7
 * @category constructors
 */
export const makeId = (id: string | undefined, field: string): Either.Either<string, InvalidInput> => {
  const problem = problemOf(id, field)
  return problem === undefined && id !== undefined
    ? Either.right(id)
    : Either.left(new InvalidInput({ field, message: problem ?? `${field} required` }))
}

/**
 * One file's id; the root is one.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (id: string, field = "fileId"): Either.Either<FileId, InvalidInput> =>
  Either.map(makeId(id, field), (text) => FileId.make(text))

/**
 * One file's id, for a change that the root cannot undergo. `change` is the word for it, such as `renamed`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const changeable = (id: string, change: string, field = "fileId"): Either.Either<FileId, InvalidInput> =>
  id === rootFileId
    ? Either.left(new InvalidInput({ field, message: `the root folder cannot be ${change}` }))
    : make(id, field)

/**
 * The ids of a batch, each once, in the order given. An empty list, an unusable id or the root is refused as a whole.
 *
 * @since 1.0.7
 * @category constructors
 */
export const batch = (
  ids: ReadonlyArray<string>,
  change: string
): Either.Either<ReadonlyArray<FileId>, InvalidInput> =>
  Either.flatMap(Shape.list("fileIds", ids), (given) =>
    given.length === 0
      ? Either.left(new InvalidInput({ field: "fileIds", message: "fileIds must not be empty" }))
      : Either.all([...new Set(given)].map((id) => changeable(id, change, "fileIds"))))
