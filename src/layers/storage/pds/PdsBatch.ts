/**
 * Several calls in one: each has an answer of its own, which the batch as a whole does not hide.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { BatchError, BatchResult, BatchSuccess } from "../../../domain/BatchResult.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import type { FileId } from "../../../domain/Ids.js"
import { repeatWhere } from "../../http/CallRetries.js"
import * as PdsAnswer from "./PdsAnswer.js"
import type { PdsClient, PdsFailure } from "./PdsClient.js"
import { denied, isExpired } from "./PdsClient.js"

/**
 * Calls in one batch: the service's own limit.
 */
export const callsPerBatch = 100

/** Folders whose tasks are followed at once; the service works on all of them all the same. */
const followedAtOnce = 10

const Answers = Schema.Struct({
  responses: Schema.Array(Schema.Struct({
    id: Schema.String,
    status: Schema.Number,
    body: Schema.optional(Schema.Unknown)
  }))
})

/**
 * The same call for each of several files.
 */
export interface PdsBatch<A, I> {
  readonly operation: string
  readonly path: `/${string}`
  readonly fileIds: ReadonlyArray<FileId>
  readonly body: (driveId: string, fileId: FileId) => object
  readonly response: Schema.Schema<A, I>
}

type Answer<A> = Either.Either<A, PdsFailure>

const unanswered = new TransportError({
  reason: "Decode",
  method: "POST",
  path: "/v2/batch",
  field: "responses",
  detail: "one is missing"
})

const rateLimitsOf = <A>(answer: Answer<A>) =>
  Either.isLeft(answer) && answer.left._tag === "RateLimited" ? [answer.left] : []

const send = Effect.fnUntraced(function*<A, I>(
  client: PdsClient,
  { body, operation, path, response }: PdsBatch<A, I>,
  fileIds: ReadonlyArray<FileId>
) {
  const { responses } = yield* client.call({
    operation,
    path: "/batch",
    body: (driveId) => ({
      resource: "file",
      requests: fileIds.map((fileId) => ({
        id: fileId,
        method: "POST",
        url: path,
        headers: { "Content-Type": "application/json" },
        body: body(driveId, fileId)
      }))
    }),
    response: Answers,
    repeat: "never"
  })
  const receivedAt = yield* Clock.currentTimeMillis
  const answers = new Map<string, Answer<A>>()
  for (const { body, id, status } of responses) {
    const text = body === undefined || body === null ? "" : JSON.stringify(body)
    const reply = { url: `/v2${path}`, status, headers: {}, body: text, receivedAt }
    answers.set(id, yield* Effect.either(PdsAnswer.read(response, reply)))
  }
  return fileIds.map((fileId) => ({ fileId, answer: answers.get(fileId) ?? Either.left(unanswered) }))
})

/**
 * Sends the calls. Those that were refused because the token is over are sent once more, with a fresh one; others are not, as they
 * may be done.
 */
const sendAll = Effect.fnUntraced(function*<A, I>(
  client: PdsClient,
  batch: PdsBatch<A, I>,
  fileIds: ReadonlyArray<FileId>
) {
  const renew = yield* client.renewal
  const first = yield* send(client, batch, fileIds)
  const refused = first.flatMap(({ answer, fileId }) => Either.isLeft(answer) && isExpired(answer.left) ? [fileId] : [])
  if (refused.length === 0) return first
  const second = yield* Effect.zipRight(renew, send(client, batch, refused)).pipe(
    Effect.catchAll((failure) => Effect.succeed(refused.map((fileId) => ({ fileId, answer: Either.left(failure) }))))
  )
  const answers: ReadonlyArray<{ readonly fileId: FileId; readonly answer: Answer<A> }> = second
  return [
    ...first.filter(({ fileId }) => !refused.includes(fileId)),
    ...answers.map(({ answer, fileId }) => ({
      fileId,
      answer: Either.mapLeft(answer, (failure) => isExpired(failure) ? denied(failure) : failure)
    }))
  ]
})

/**
 * Makes the calls. Those that came too fast (429) were not done and are made again, a few times; what is answered stays answered,
 * whatever becomes of the rest. Fails where the batch itself was refused and no call had an answer.
 */
export const answersOf = Effect.fnUntraced(function*<A, I>(client: PdsClient, given: PdsBatch<A, I>) {
  // The service refuses a batch in which an id is there twice.
  const batch: PdsBatch<A, I> = { ...given, fileIds: [...new Set(given.fileIds)] }
  const answers = new Map<FileId, Answer<A>>()
  const open = () =>
    batch.fileIds.filter((fileId) => rateLimitsOf(answers.get(fileId) ?? Either.left(unanswered)).length > 0)
  const attempt = Effect.gen(function*() {
    const wanted = answers.size === 0 ? batch.fileIds : open()
    for (const { answer, fileId } of yield* sendAll(client, batch, wanted)) answers.set(fileId, answer)
    const [refusal] = [...answers.values()].flatMap(rateLimitsOf)
    if (refusal !== undefined) return yield* Effect.fail<PdsFailure>(refusal)
  })
  yield* repeatWhere(attempt, (failure) => failure._tag === "RateLimited").pipe(
    Effect.catchAll((failure) => {
      if (answers.size === 0) return Effect.fail(failure)
      for (const fileId of open()) answers.set(fileId, Either.left(failure))
      return Effect.void
    })
  )
  return answers
})

/**
 * Says of each file what became of it; `settle` gives an answer its meaning.
 */
export const settleAnswers = <A, E>(
  answers: ReadonlyMap<FileId, Answer<A>>,
  settle: (fileId: FileId, answer: Answer<A>) => Effect.Effect<BatchSuccess, E>
): Effect.Effect<BatchResult<E>> =>
  Effect.map(
    Effect.forEach(
      answers,
      ([fileId, answer]) => Effect.map(Effect.either(settle(fileId, answer)), (end) => ({ fileId, end })),
      { concurrency: followedAtOnce }
    ),
    (ends) => ({
      successItems: ends.flatMap(({ end }) => Either.isRight(end) ? [end.right] : []),
      errorItems: ends.flatMap(({ end, fileId }): ReadonlyArray<BatchError<E>> =>
        Either.isLeft(end) ? [{ fileId, error: end.left }] : []
      )
    })
  )

/**
 * Makes the calls, and settles their answers.
 */
export const forFiles = <A, I, E>(
  client: PdsClient,
  batch: PdsBatch<A, I>,
  settle: (fileId: FileId, answer: Answer<A>) => Effect.Effect<BatchSuccess, E>
): Effect.Effect<BatchResult<E>, PdsFailure> =>
  Effect.flatMap(answersOf(client, batch), (answers) => settleAnswers(answers, settle))
