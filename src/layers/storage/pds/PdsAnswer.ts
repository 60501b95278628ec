/**
 * What an answer of the pds REST API means: its decoded body, or a refusal with a code. Codes decide, not the status.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { RateLimited } from "../../../domain/errors/ApiErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as ForeignAnswer from "../../../domain/ForeignAnswer.js"
import { retryAfterMillis } from "../../../domain/retryAfterMillis.js"
import * as ServerText from "../../../domain/ServerText.js"
import * as DecodeProblem from "../../api/DecodeProblem.js"
import { meaningOf } from "./PdsCodes.js"

/**
 * An answer as it came. `url` is origin and path, `receivedAt` epoch milliseconds.
 */
export interface PdsReply {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly receivedAt: number
  /** What the call was made with, and must not be in an error. */
  readonly secrets?: ReadonlyArray<string> | undefined
}

/**
 * The service says no. Inside this folder only: `pdsErrors` gives it a name of the catalogue.
 */
export class PdsRefusal extends Data.TaggedError("PdsRefusal")<{
  readonly code: string
  readonly detail: string | undefined
  readonly status: number
  readonly url: string
  readonly requestId: string | undefined
}> {}

const ErrorBody = Schema.Struct({
  code: Schema.String,
  message: Schema.optional(Schema.Unknown)
})

const decodeError = Schema.decodeUnknownEither(ErrorBody)
const decodeJson = (text: string) => Either.try((): unknown => JSON.parse(text))

/** A fault of the gateway has no body and says what it is in headers, which a page sees only where CORS exposes them. */
const problemOf = (reply: PdsReply): { readonly code: string; readonly detail: string | undefined } => {
  const { body, headers, secrets } = reply
  const said = (code: string, detail: string | undefined) => ({
    code: ServerText.clean(code, secrets),
    detail: ServerText.cleanIfGiven(detail, secrets)
  })
  const error = Either.flatMap(decodeJson(body), (json) => decodeError(json))
  if (Either.isRight(error)) {
    const { code, message } = error.right
    return said(code, typeof message === "string" ? message : undefined)
  }
  return said(headers["x-ca-error-code"] ?? "", headers["x-ca-error-message"])
}

const unusable = (reply: PdsReply, problem: Partial<TransportError>) =>
  new TransportError({ reason: "Decode", method: "POST", path: reply.url, status: reply.status, ...problem })

const refuse = (reply: PdsReply): Effect.Effect<never, PdsRefusal | RateLimited | TransportError> => {
  const { code, detail } = problemOf(reply)
  const { status, url } = reply
  const retryAfter = retryAfterMillis(reply.headers["retry-after"], reply.receivedAt)
  const meaning = meaningOf(code)
  if (meaning === "RateLimited" || (code === "" && status === 429)) return new RateLimited({ path: url, retryAfter })
  const isUnnamed = meaning === "ApiError" && (code === "" || status >= 500)
  if (meaning === "TransportError" || (isUnnamed && status !== 401)) {
    return unusable(reply, {
      reason: "Status",
      status,
      detail: [code, detail].filter((text) => text !== undefined && text !== "").join(": ") || undefined,
      retryAfter
    })
  }
  return new PdsRefusal({
    code,
    detail,
    status,
    url,
    requestId: ServerText.cleanIfGiven(reply.headers["x-ca-request-id"])
  })
}

/**
 * Reads a reply. An empty body, as 204 has it, is decoded as `undefined`.
 */
export const read = <A, I>(
  response: Schema.Schema<A, I>,
  reply: PdsReply
): Effect.Effect<A, PdsRefusal | RateLimited | TransportError> => {
  const json = reply.body.trim() === "" ? Either.right(undefined) : decodeJson(reply.body)
  const call = { method: "POST", path: reply.url }
  const foreign = ForeignAnswer.ofApi(call, Either.isRight(json) ? { ...reply, body: "" } : reply)
  if (foreign !== undefined) return foreign
  if (reply.status < 200 || reply.status >= 300) return refuse(reply)
  if (Either.isLeft(json)) return unusable(reply, { detail: "the body is not JSON" })
  return Schema.decodeUnknown(response)(json.right).pipe(
    Effect.catchTag("ParseError", (error) => {
      const problem = DecodeProblem.fromParseError(error)
      return unusable(reply, { detail: problem.detail, field: problem.field || undefined })
    })
  )
}
