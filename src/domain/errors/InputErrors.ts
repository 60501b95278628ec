/**
 * Calls that are refused before anything is sent.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import { Platform } from "../Platform.js"
import type { Recoverable, RetryClass } from "./Recovery.js"

/**
 * An argument is missing or breaks a rule of spec point 5. `message` is the text of the specification where it has one.
 *
 * @since 1.0.7
 * @category errors
 */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  field: Schema.String,
  message: Schema.String
}) implements Recoverable {
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined

  get advice(): string {
    return /^space/.test(this.field)
      ? "Sign in first, or choose a space."
      : `Correct the field ${this.field}.`
  }
}

/**
 * The operation does not exist on this platform or in this installation; the message says why.
 *
 * @since 1.0.7
 * @category errors
 */
export class UnsupportedOperation extends Schema.TaggedError<UnsupportedOperation>()(
  "UnsupportedOperation",
  {
    operation: Schema.String,
    platform: Schema.optional(Platform),
    message: Schema.String
  }
) implements Recoverable {
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "This cannot be done in this space."
}

/**
 * Spaces on this platform can be listed and selected, nothing else (spec point 1: cos and obs).
 *
 * @since 1.0.7
 * @category errors
 */
export class PlatformNotSupported extends Schema.TaggedError<PlatformNotSupported>()(
  "PlatformNotSupported",
  { platform: Platform }
) implements Recoverable {
  override get message(): string {
    return `spaces on ${this.platform} are not supported`
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Choose another space."
}
