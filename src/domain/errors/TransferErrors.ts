/**
 * How an upload, a download or a task can end badly.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Recoverable, RetryClass, UserAction } from "./Recovery.js"

/**
 * The upload was cancelled; it cannot be resumed.
 *
 * @since 1.0.7
 * @category errors
 */
export class UploadCancelled extends Schema.TaggedError<UploadCancelled>()(
  "UploadCancelled",
  { uploadId: Schema.String }
) implements Recoverable {
  override get message(): string {
    return "the upload was cancelled"
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Upload the file again if you still want it."
}

/**
 * The download was cancelled, by the program or in the browser's save dialogue; it cannot be resumed.
 *
 * @since 1.0.7
 * @category errors
 */
export class DownloadCancelled extends Schema.TaggedError<DownloadCancelled>()(
  "DownloadCancelled",
  { downloadId: Schema.String }
) implements Recoverable {
  override get message(): string {
    return "the download was cancelled"
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Download the file again if you still want it."
}

/**
 * The service did not take note of stored files: a code other than 0, or ids in `failed`.
 *
 * @since 1.0.7
 * @category errors
 */
export class SuccessCallbackFailed extends Schema.TaggedError<SuccessCallbackFailed>()(
  "SuccessCallbackFailed",
  {
    spaceId: Schema.String,
    failed: Schema.Array(Schema.String),
    code: Schema.optional(Schema.Union(Schema.Number, Schema.String))
  }
) implements Recoverable {
  override get message(): string {
    return `call /api/v2/file/${this.spaceId}/upload/success-callback fail`
  }
  readonly retry: RetryClass = "restart"
  readonly action: UserAction = "retry"
  readonly advice = "Try again: the file is not in the drive yet."
}

/**
 * The PUT of a whole file to its signed address failed for good.
 *
 * @since 1.0.7
 * @category errors
 */
export class SignedPutFailed extends Schema.TaggedError<SignedPutFailed>()(
  "SignedPutFailed",
  {
    status: Schema.optional(Schema.Number),
    cause: Schema.optional(Schema.Defect)
  }
) implements Recoverable {
  override get message(): string {
    return "call signedUrl put fail"
  }
  readonly retry: RetryClass = "restart"
  readonly action: UserAction = "retry"
  readonly advice = "Try again: the file is not in the drive yet."
}

/**
 * The file's size or modification time changed while it was read, or it is gone. `unreadable`: it cannot be opened for
 * now, `actual` says why, and the library has tried for a while; it may not have changed at all.
 *
 * @since 1.0.7
 * @category errors
 */
export class SourceChanged extends Schema.TaggedError<SourceChanged>()("SourceChanged", {
  name: Schema.String,
  what: Schema.Literal("size", "modified", "content", "gone", "unreadable"),
  expected: Schema.optional(Schema.String),
  actual: Schema.optional(Schema.String)
}) implements Recoverable {
  override get message(): string {
    return this.expected === undefined
      ? `"${this.name}" cannot be read (${this.actual ?? this.what})`
      : `"${this.name}" changed while it was read (${this.what} ${this.actual}, was ${this.expected})`
  }
  readonly retry: RetryClass = this.what === "unreadable" ? "later" : "never"
  readonly action: UserAction = this.what === "unreadable" ? "retry" : "pickFile"
  readonly advice = this.what === "unreadable" ? "Try again in a moment." : "Choose the file again."
}

/**
 * A download could not be written where it was to go. `target` is what the caller named.
 *
 * @since 1.0.7
 * @category errors
 */
export class SaveFailed extends Schema.TaggedError<SaveFailed>()("SaveFailed", {
  target: Schema.String,
  reason: Schema.Literal("DiskFull", "AccessDenied", "NotFound", "Failed"),
  detail: Schema.optional(Schema.String)
}) implements Recoverable {
  override get message(): string {
    return `"${this.target}" could not be written: ${this.detail ?? this.reason}`
  }
  readonly retry: RetryClass = "never"
  get action(): UserAction | undefined {
    return this.reason === "DiskFull" ? "freeSpace" : undefined
  }

  get advice(): string {
    return this.reason === "DiskFull"
      ? "Free up space on this device, then try again."
      : "Choose another place to save it."
  }
}

/**
 * An asynchronous task ended badly. Where its code says that the space is full, the action is to free space.
 *
 * @since 1.0.7
 * @category errors
 */
export class TaskFailed extends Schema.TaggedError<TaskFailed>()("TaskFailed", {
  taskId: Schema.String,
  errorCode: Schema.optional(Schema.String),
  detail: Schema.optional(Schema.String)
}) implements Recoverable {
  override get message(): string {
    const code = this.errorCode ? ` with code ${this.errorCode}` : ""
    return `task ${this.taskId} failed${code}${this.detail ? `: ${this.detail}` : ""}`
  }
  readonly retry: RetryClass = "never"
  readonly action: UserAction = this.errorCode?.startsWith("Quota") ? "freeSpace" : "retry"
  readonly advice = this.action === "retry" ? "Try again in a moment." : "Free up space, then try again."
}
