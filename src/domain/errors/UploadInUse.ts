/**
 * Two clients over one saved upload. A module of its own: a page loads it with the first upload that runs.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Recoverable, RetryClass, UserAction } from "./Recovery.js"

/**
 * Another tab or process has the upload. `active`: it is at work on it, or a call of it is not answered yet; it ends by itself.
 * `continued`: it has continued the upload meanwhile, and this client's run ends; a retry continues from where that one is.
 *
 * @since 1.0.7
 * @category errors
 */
export class UploadInUse extends Schema.TaggedError<UploadInUse>()("UploadInUse", {
  uploadId: Schema.String,
  reason: Schema.Literal("active", "continued")
}) implements Recoverable {
  override get message(): string {
    return this.reason === "active"
      ? "another tab or program is working on this upload: try again when it is done"
      : "another tab or program has continued this upload"
  }
  get retry(): RetryClass {
    return this.reason === "active" ? "later" : "restart"
  }
  readonly action: UserAction = "retry"

  get advice(): string {
    return this.reason === "active"
      ? "Wait until the other tab or program is done."
      : "Try again to continue from there."
  }
}
