/**
 * Whole numbers that are written as text.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"

/**
 * Digits and nothing else.
 *
 * @since 1.0.7
 * @category schemas
 */
export const NumberText = Schema.transform(Schema.String.pipe(Schema.pattern(/^\d+$/)), Schema.Number, {
  strict: true,
  decode: Number,
  encode: String
})
