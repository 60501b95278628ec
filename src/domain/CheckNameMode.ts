/**
 * What happens when a name is taken already.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"

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
