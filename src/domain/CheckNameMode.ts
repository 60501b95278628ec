/**
 * What happens when a name is taken already.
 *
 * @since 1.0.7
 */
import type * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { InvalidInput } from "./errors/InputErrors.js"
import * as Shape from "./Shape.js"

/**
 * `ignore` allows the double, `auto_rename` keeps both, `refuse` stops, `overwrite` replaces.
 *
 * @since 1.0.7
 * @category models
 */
export const CheckNameMode = Schema.Literal("ignore", "auto_rename", "refuse", "overwrite")

/**
 * @since 1.0.7
 * @category models
 */
export type CheckNameMode = typeof CheckNameMode.Type

/**
 * A mode that a caller gives; none is the default of what is done.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (mode: CheckNameMode | undefined): Either.Either<CheckNameMode | undefined, InvalidInput> =>
  Shape.optionalWord("checkNameMode", mode, CheckNameMode.literals)

/**
 * The defaults of spec point 9, by what is done.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultCheckNameMode = {
  pdsUpload: "overwrite",
  rename: "ignore",
  folder: "refuse"
} as const satisfies Record<string, CheckNameMode>
