/**
 * What the product's own service says when it does not do what it was asked (spec point 8).
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Recoverable, RetryClass, UserAction } from "./Recovery.js"

/**
 * The service answered 401: the user has to sign in. Also published on `DriveEvents`, before the call fails.
 *
 * @since 1.0.7
 * @category errors
 */
export class TokenExpired extends Schema.TaggedError<TokenExpired>()("TokenExpired", {
  code: Schema.Literal("TokenExpired").pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => "TokenExpired" as const)
  ),
  path: Schema.String
}) implements Recoverable {
  override get message(): string {
    return `the session has ended, or the token is not valid (${this.path} answered 401): sign in again`
  }
  readonly retry: RetryClass = "afterSignIn"
  readonly action: UserAction = "signIn"
  readonly advice = "Sign in again to continue."
}

/**
 * The answer's envelope carries a code other than 0.
 *
 * @since 1.0.7
 * @category errors
 */
export class ApiError extends Schema.TaggedError<ApiError>()("ApiError", {
  code: Schema.Union(Schema.Number, Schema.String),
  reason: Schema.optional(Schema.String),
  method: Schema.String,
  path: Schema.String,
  status: Schema.optional(Schema.Number)
}) implements Recoverable {
  override get message(): string {
    return `${this.method} ${this.path} was refused with code ${this.code}${this.reason ? `: ${this.reason}` : ""}`
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined

  get advice(): string {
    return `Report code ${this.code} to the service's support.`
  }
}

/**
 * The service or the storage asks for fewer requests (429). `retryAfter` is in milliseconds.
 *
 * @since 1.0.7
 * @category errors
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  path: Schema.String,
  retryAfter: Schema.optional(Schema.Number)
}) implements Recoverable {
  override get message(): string {
    return `${this.path} asks for fewer requests${
      this.retryAfter ? `, again in ${Math.ceil(this.retryAfter / 1000)} s` : ""
    }`
  }
  readonly retry: RetryClass = "later"
  readonly action: UserAction = "retry"
  readonly advice = "The service is busy: try again in a moment."
}

/**
 * The user has no space of this id.
 *
 * @since 1.0.7
 * @category errors
 */
export class SpaceNotFound extends Schema.TaggedError<SpaceNotFound>()("SpaceNotFound", {
  spaceId: Schema.String
}) implements Recoverable {
  override get message(): string {
    return `this user has no space ${this.spaceId}`
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Choose another space: this one is gone."
}

/**
 * The user has no space at all, so there is nothing to select.
 *
 * @since 1.0.7
 * @category errors
 */
export class NoSpace extends Schema.TaggedError<NoSpace>()("NoSpace", {}) implements Recoverable {
  override get message(): string {
    return "this user has no drive space"
  }
  readonly retry: RetryClass = "never"
  declare readonly action?: undefined
  readonly advice = "Ask the service's support for a space."
}
