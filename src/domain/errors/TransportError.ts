/**
 * A call that got no usable answer.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Recoverable, RetryClass, UserAction } from "./Recovery.js"

const repeatableStatus = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * The network failed, the status says nothing else, or the answer could not be decoded. `ForeignAnswer`: something between here and
 * the service answered in its place. `AnswerTooLarge`: it is more than is ever read.
 *
 * `path` is origin and path, never a query: presigned URLs carry their secret there. `field` names the first field
 * that did not decode, `detail` what was wrong with it.
 *
 * @since 1.0.7
 * @category errors
 */
export class TransportError extends Schema.TaggedError<TransportError>()(
  "TransportError",
  {
    reason: Schema.Literal(
      "Network",
      "Status",
      "Decode",
      "Timeout",
      "Stalled",
      "ForeignAnswer",
      "AnswerTooLarge"
    ),
    method: Schema.String,
    path: Schema.String,
    status: Schema.optional(Schema.Number),
    field: Schema.optional(Schema.String),
    detail: Schema.optional(Schema.String),
    retryAfter: Schema.optional(Schema.Number).annotations({ description: "milliseconds" })
  }
) implements Recoverable {
  override get message(): string {
    const call = `${this.method} ${this.path}`
    const detail = this.detail === undefined ? "" : `: ${this.detail}`
    switch (this.reason) {
      case "Network":
        return `${call} could not be sent or answered${detail}`
      case "Status":
        return `${call} answered with status ${this.status ?? "unknown"}${detail}`
      case "Decode":
        return `${call} answered with something unexpected${
          this.field === undefined ? "" : ` in field "${this.field}"`
        }${detail}`
      case "Timeout":
        return `${call} took too long${detail}`
      case "Stalled":
        return `${call} stalled${detail}`
      case "ForeignAnswer":
        return `${call} did not reach the service: something in between, such as the sign-in page of a network, answered in its place${detail}`
      case "AnswerTooLarge":
        return `${call} answered with too much to read${detail}`
    }
  }

  get retry(): RetryClass {
    const { reason, status = 0 } = this
    if (reason === "Status") return repeatableStatus.has(status) ? "later" : "never"
    return reason === "Decode" || reason === "AnswerTooLarge" ? "never" : "later"
  }

  get action(): UserAction | undefined {
    return this.retry === "never" ? undefined : "retry"
  }

  get advice(): string {
    return this.retry === "never"
      ? "Report this to the service's support."
      : "Check the connection, then try again."
  }
}
