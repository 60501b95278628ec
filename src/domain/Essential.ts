/**
 * Fields of an answer that may be missing but never be left out: a list, for one, would seem to be empty.
 */
import type * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"

const Essential = Symbol.for("effect-drive/Essential")

/**
 * Marks an optional field. A value in it that cannot be read fails the whole answer.
 */
export const essential = <
  T extends Schema.PropertySignature.Token,
  Type,
  K extends PropertyKey,
  E extends Schema.PropertySignature.Token,
  Encoded,
  D extends boolean,
  R
>(
  field: Schema.PropertySignature<T, Type, K, E, Encoded, D, R>
): Schema.PropertySignature<T, Type, K, E, Encoded, D, R> => field.annotations({ [Essential]: true })

/**
 * Says whether the field of a struct may be left out.
 */
export const mayBeLeftOut = (field: AST.PropertySignature): boolean =>
  field.isOptional && field.annotations[Essential] !== true
