/**
 * The one error that only the Promise client and the React adapter have.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Recoverable, RetryClass } from "../domain/errors/Recovery.js"

/**
 * The drive was disposed: calls that were running have ended, and no new one starts.
 *
 * @since 1.0.7
 * @category errors
 */
export class DriveDisposed extends Schema.TaggedError<DriveDisposed>()("DriveDisposed", {}) implements Recoverable {
  override get message(): string {
    return "this drive was disposed"
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Open the drive again."
}
