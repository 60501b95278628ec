/**
 * The names of fields of which all may be left out: a misspelled one would count as none.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"
import * as Shape from "./Shape.js"

/**
 * The fields, if it is an object that has none of another name. `field` names the argument that has them.
 */
export const only = <A extends object>(
  field: string,
  fields: A,
  names: ReadonlyArray<string>
): Either.Either<A, InvalidInput> =>
  Either.flatMap(Shape.record(field, fields), () => {
    const unknown = Object.keys(fields).find((name) => !names.includes(name))
    return unknown === undefined
      ? Either.right(fields)
      : Either.left(new InvalidInput({ field, message: `${field} has no ${unknown}, but ${names.join(", ")}` }))
  })
