/**
 * What the storage behind a space says when it does not do what it was asked.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import { Platform } from "../Platform.js"
import type { Recoverable, RetryClass, UserAction } from "./Recovery.js"

/**
 * Why the storage refused.
 *
 * @since 1.0.7
 * @category models
 */
export const StorageReason = Schema.Literal(
  "ObjectNotFound",
  "PreconditionFailed",
  "ClockSkew",
  "MissingEtag",
  "AccessDenied",
  "CredentialsIncomplete",
  "SlowDown",
  "CallbackFailed",
  "AddressExpired",
  "PartsOutOfOrder",
  "RestoreInProgress",
  "InvalidObjectState",
  "Rejected"
)

/**
 * @since 1.0.7
 * @category models
 */
export type StorageReason = typeof StorageReason.Type

const texts: Record<StorageReason, string> = {
  ObjectNotFound: "the storage has no such object",
  PreconditionFailed: "the object has changed or a condition was not met",
  ClockSkew: "this machine's clock is too far from the storage's",
  MissingEtag: "the storage's answer has no ETag: list ETag in the expose-headers of the bucket's CORS rules",
  AccessDenied: "the storage denies access",
  CredentialsIncomplete: "the space has no complete storage credential",
  SlowDown: "the storage asks for fewer requests",
  CallbackFailed: "the object is stored, but the storage could not tell the service",
  AddressExpired: "the signed address has expired",
  PartsOutOfOrder: "the storage is missing an earlier part",
  RestoreInProgress: "the object is already being restored",
  InvalidObjectState: "only archived objects can be restored, and must be to be read",
  Rejected: "the storage refused the request"
}

/**
 * A storage-side error. `code` is the storage's own word, `requestId` its id of the request.
 *
 * @since 1.0.7
 * @category errors
 */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  platform: Platform,
  reason: StorageReason,
  status: Schema.optional(Schema.Number),
  code: Schema.optional(Schema.String),
  detail: Schema.optional(Schema.String),
  requestId: Schema.optional(Schema.String),
  retryAfter: Schema.optional(Schema.Number).annotations({ description: "milliseconds" })
}) implements Recoverable {
  override get message(): string {
    const own = [this.code, this.detail].filter((text) => text !== undefined && text !== "").join(": ")
    return `${this.platform}: ${texts[this.reason]}${own === "" ? "" : ` (${own})`}`
  }

  get retry(): RetryClass {
    const { reason, status = 0 } = this
    if (reason === "ClockSkew" || reason === "AddressExpired") return "now"
    return reason === "SlowDown" || (reason === "Rejected" && status >= 500) ? "later" : "never"
  }

  get action(): UserAction | undefined {
    return this.retry === "never" && this.reason !== "CallbackFailed" ? undefined : "retry"
  }

  get advice(): string {
    if (this.reason === "ClockSkew") return "Set the clock of this device."
    return this.action === undefined
      ? "Report this to the service's support."
      : "Try again in a moment."
  }
}

/**
 * The storage no longer knows this upload id: it has expired, was aborted, or was completed with the reply lost.
 *
 * @since 1.0.7
 * @category errors
 */
export class NoSuchUpload extends Schema.TaggedError<NoSuchUpload>()("NoSuchUpload", {
  uploadId: Schema.String,
  objectKey: Schema.String
}) implements Recoverable {
  override get message(): string {
    return `the storage no longer knows the upload of "${this.objectKey}"`
  }
  readonly retry: RetryClass = "restart"
  readonly action: UserAction = "retry"
  readonly advice = "Upload the file again."
}

/**
 * The credential of this version has expired. Inside the library only: the retry driver refreshes it, at most twice in
 * a row, and then it is a {@link StorageError} AccessDenied.
 *
 * @since 1.0.7
 * @category errors
 */
export class CredentialExpired extends Schema.TaggedError<CredentialExpired>()(
  "CredentialExpired",
  { platform: Platform, version: Schema.Number }
) implements Recoverable {
  override get message(): string {
    return `the storage credential (version ${this.version}) has expired`
  }
  readonly retry: RetryClass = "afterRefresh"
  declare readonly action?: undefined
  readonly advice = "Try again in a moment."
}

/**
 * The bytes stored differ from the bytes read.
 *
 * @since 1.0.7
 * @category errors
 */
export class IntegrityError extends Schema.TaggedError<IntegrityError>()("IntegrityError", {
  what: Schema.Literal("size", "etag", "crc32", "crc64", "md5", "sha1"),
  subject: Schema.String,
  expected: Schema.String,
  actual: Schema.String
}) implements Recoverable {
  override get message(): string {
    return `${this.subject}: ${this.what} is ${this.actual}, expected ${this.expected}`
  }
  readonly retry: RetryClass = "later"
  readonly action: UserAction = "retry"
  readonly advice = "Try again: bytes were damaged on the way."
}
