/**
 * What an answer of the product API means: the data in its envelope, or an error of the catalogue (spec point 8).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ParseError } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { ApiError, RateLimited, TokenExpired } from "../../domain/errors/ApiErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import * as ForeignAnswer from "../../domain/ForeignAnswer.js"
import { retryAfterMillis } from "../../domain/retryAfterMillis.js"
import * as ServerText from "../../domain/ServerText.js"
import type { ApiFailure, ApiReply, ApiRequest } from "../../services/DriveApi.js"
import type { decodeLoosely } from "./decodeLoosely.js"
import type { fromParseError } from "./DecodeProblem.js"

const Envelope = Schema.Struct({
  code: Schema.Union(Schema.Number, Schema.String),
  msg: Schema.optional(Schema.Unknown),
  message: Schema.optional(Schema.Unknown),
  data: Schema.optional(Schema.Unknown)
})

type Envelope = typeof Envelope.Type

/** Above this many digits a number may not be exact. */
const longNumber = /[:[,]\s*-?\d{16}/

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

const isLong = (token: string): boolean => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))

/** A whole number that JavaScript cannot hold exactly, such as an id of 64 bits, comes as text. Throws like `JSON.parse`. */
const readJson = (text: string): unknown =>
  JSON.parse(longNumber.test(text) ? text.replace(textOrNumber, (token) => isLong(token) ? `"${token}"` : token) : text)

const decodeJson = (text: string) => Either.try(() => readJson(text))
const decodeEnvelope = Schema.decodeUnknownEither(Envelope)

const messageOf = (envelope: Envelope, secrets: ReadonlyArray<string>): string | undefined =>
  ServerText.cleanIfGiven(
    [envelope.message, envelope.msg].find((text): text is string => typeof text === "string" && text !== ""),
    secrets
  )

/** Access tokens, passwords and share codes that the request was made with. */
const secretsOf = ({ body, query }: Pick<ApiRequest<unknown, unknown>, "body" | "query">): ReadonlyArray<string> =>
  ServerText.secretsIn(Object.entries({ ...query, ...(typeof body === "object" ? body : {}) }))

const shownCode = (code: Envelope["code"], secrets: ReadonlyArray<string>) =>
  typeof code === "string" ? ServerText.clean(code, secrets) : code

const isSuccess = (envelope: Envelope): boolean => envelope.code === 0 || envelope.code === "0"

/**
 * What reads an answer that does not fit at once.
 *
 * @since 1.0.7
 * @category models
 */
export interface OddAnswers {
  readonly decodeLoosely: typeof decodeLoosely
  readonly problemOf: typeof fromParseError
}

/**
 * Reads the answer to a request. Fails with `TokenExpired` (401), `RateLimited` (429), `ApiError` (code other than 0)
 * or `TransportError`: ForeignAnswer for what cannot come from the service, Status for a status that says nothing else, Decode for
 * a success that cannot be read; the latter names the field, such as `data.list[0].space_id`, and never its value.
 *
 * @since 1.0.7
 * @category combinators
 */
export const read = <A, I>(
  request: ApiRequest<A, I>,
  reply: ApiReply,
  odd: Effect.Effect<OddAnswers, TransportError>,
  tell: (fields: ReadonlyArray<string>) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<A, ApiFailure> => {
  const { method, path } = request
  const address = { method, path: `${reply.origin}${path}` }
  const retryAfter = retryAfterMillis(reply.headers["retry-after"], reply.receivedAt)

  const byStatus = (detail: string | undefined) =>
    Effect.fail(
      new TransportError({
        ...address,
        reason: "Status",
        status: reply.status,
        detail,
        retryAfter
      })
    )

  const undecodable = (detail: string, field?: string) =>
    Effect.fail(
      new TransportError({ ...address, reason: "Decode", status: reply.status, detail, field: field || undefined })
    )

  const named = (error: ParseError, value: unknown, ...root: ReadonlyArray<string>) =>
    Effect.flatMap(odd, ({ problemOf }) => {
      const problem = problemOf(error, ...root)
      return undecodable(value === undefined ? "missing" : problem.detail, problem.field)
    })

  const decodeOdd = (value: unknown, ...root: ReadonlyArray<string>) =>
    Effect.flatMap(odd, ({ decodeLoosely }) => {
      const decoded = decodeLoosely(request.response, value, ...root)
      if (Either.isLeft(decoded)) return named(decoded.left, value, ...root)
      const { leftOut, value: answer } = decoded.right
      return leftOut.length === 0 ? Effect.succeed(answer) : Effect.as(tell(leftOut), answer)
    })

  const decode = (value: unknown, ...root: ReadonlyArray<string>) => {
    const decoded = Schema.decodeUnknownEither(request.response)(value)
    return Either.isRight(decoded) ? Effect.succeed(decoded.right) : decodeOdd(value, ...root)
  }

  if (reply.status === 401) return Effect.fail(new TokenExpired({ path }))
  if (reply.status === 429) return Effect.fail(new RateLimited({ path, retryAfter }))

  const wellFormed = reply.status >= 200 && reply.status < 300
  const json = decodeJson(reply.body)
  const foreign = ForeignAnswer.ofApi(address, Either.isRight(json) ? { ...reply, body: "" } : reply)
  if (foreign !== undefined) return Effect.fail(foreign)
  if (Either.isLeft(json)) {
    const detail = ForeignAnswer.isPage(reply.body)
      ? "an HTML page in place of JSON"
      : `the body is ${reply.body === "" ? "empty" : "not JSON"}`
    return wellFormed ? undecodable(detail) : byStatus(detail)
  }
  const decoded = decodeEnvelope(json.right)
  const answersBadRequest = request.badRequestIsAnswer === true && reply.status === 400

  if (Either.isLeft(decoded)) {
    if (answersBadRequest) return decode({ status: 400, code: 400, message: undefined, data: json.right })
    return wellFormed ? named(decoded.left, json.right) : byStatus("the body is not an envelope")
  }
  const envelope = decoded.right
  const secrets = secretsOf(request)
  const message = messageOf(envelope, secrets)
  const code = shownCode(envelope.code, secrets)
  const whole = {
    status: reply.status,
    code,
    message,
    data: envelope.data ?? undefined
  }
  if (answersBadRequest) return decode(whole)
  if (!isSuccess(envelope)) {
    return Effect.fail(
      new ApiError({ method, path, code, reason: message, status: reply.status })
    )
  }
  if (!wellFormed) return byStatus(message)
  if (request.badRequestIsAnswer === true) return decode(whole)
  return decode(whole.data === "" ? undefined : whole.data, "data")
}
