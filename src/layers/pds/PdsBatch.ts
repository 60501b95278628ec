/**
 * Several calls in one: each has an answer of its own, which the batch as a whole does not hide.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { TransportError } from "../../domain/errors/TransportError.js"
import * as PdsAnswer from "./PdsAnswer.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"

/**
 * Calls in one batch; the service takes 100, its own client sends ten.
 */
export const callsPerBatch = 10

const Answers = Schema.Struct({
  responses: Schema.Array(Schema.Struct({
    id: Schema.String,
    status: Schema.Number,
    body: Schema.optional(Schema.Unknown)
  }))
})

/**
 * Makes the calls; the result of each is under its id. Fails where the batch itself was refused.
 */
export const make = Effect.fnUntraced(function*<A, I>(
  client: PdsClient,
  batch: {
    readonly operation: string
    readonly path: `/${string}`
    readonly calls: ReadonlyArray<{ readonly id: string; readonly body: (driveId: string) => object }>
    readonly response: Schema.Schema<A, I>
  }
) {
  const { responses } = yield* client.call({
    operation: batch.operation,
    path: "/batch",
    body: (driveId) => ({
      resource: "file",
      requests: batch.calls.map(({ body, id }) => ({
        id,
        method: "POST",
        url: batch.path,
        headers: { "Content-Type": "application/json" },
        body: body(driveId)
      }))
    }),
    response: Answers
  })
  const receivedAt = yield* Clock.currentTimeMillis
  const url = `/v2${batch.path}`
  const results = new Map<string, Either.Either<A, PdsFailure>>()
  for (const { body, id, status } of responses) {
    const text = body === undefined || body === null ? "" : JSON.stringify(body)
    results.set(
      id,
      yield* Effect.either(PdsAnswer.read(batch.response, { url, status, headers: {}, body: text, receivedAt }))
    )
  }
  const unanswered = Either.left(
    new TransportError({
      reason: "Decode",
      method: "POST",
      path: "/v2/batch",
      field: "responses",
      detail: "one is missing"
    })
  )
  return (id: string): Either.Either<A, PdsFailure> => results.get(id) ?? unanswered
})
