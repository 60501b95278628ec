/**
 * Tells the service that files are stored: many files in one call, an answer for each.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { SuccessCallbackFailed } from "../../domain/errors/TransferErrors.js"
import type { StorageProvider, UploadTicket } from "../../services/StorageProvider.js"
import type { TransferScheduler } from "../../services/TransferScheduler.js"
import type { Confirmations, ConfirmFailure, ToConfirm, UploadEngine } from "../../services/uploads/UploadEngine.js"
import { batchCalls } from "../parts/batchCalls.js"
import { inTurn, withCallLimit } from "../parts/makeRequest.js"

const mostAtOnce = 100

type Answer = (stored: ToConfirm) => Exit.Exit<void, ConfirmFailure>

const refusalOf = (provider: StorageProvider, ticket: UploadTicket) =>
  new SuccessCallbackFailed({ spaceId: provider.space.spaceId, failed: [ticket.fileId] })

/** The next call waits for the one under way: one that hangs would hold up all uploads of the space. */
const callOnce = (
  engine: UploadEngine,
  provider: StorageProvider,
  stored: ReadonlyArray<ToConfirm>
): Effect.Effect<Answer, ConfirmFailure, TransferScheduler> => {
  const requester = {
    id: "confirmations",
    priority: () => Math.max(...stored.map(({ priority }) => priority())),
    limits: engine.tuning.watchdog
  }
  const confirm = provider.uploads.confirm(stored.map(({ ticket }) => ticket))
  const call = withCallLimit(requester, { method: "PUT", path: "success-callback" })(confirm)
  return inTurn(requester, { lane: "finish" }, call).pipe(
    Effect.map((failed) => ({ ticket }) =>
      failed.has(ticket.fileId) ? Exit.fail(refusalOf(provider, ticket)) : Exit.void
    )
  )
}

/** A batch that failed as a whole says nothing about its files: each is asked for by itself. */
const oneByOne = Effect.fnUntraced(function*(
  engine: UploadEngine,
  provider: StorageProvider,
  stored: ReadonlyArray<ToConfirm>
) {
  const answers = new Map<ToConfirm, Exit.Exit<void, ConfirmFailure>>()
  yield* Effect.forEach(stored, (one) =>
    Effect.map(Effect.exit(callOnce(engine, provider, [one])), (exit) => {
      answers.set(one, Exit.flatMap(exit, (answer) => answer(one)))
    }), { concurrency: 4, discard: true })
  const answer: Answer = (one) => answers.get(one) ?? Exit.fail(refusalOf(provider, one.ticket))
  return answer
})

const send = (engine: UploadEngine, provider: StorageProvider, stored: ReadonlyArray<ToConfirm>) =>
  callOnce(engine, provider, stored).pipe(
    Effect.catchTag(
      "SuccessCallbackFailed",
      (error) => stored.length > 1 ? oneByOne(engine, provider, stored) : Effect.fail(error)
    ),
    Effect.catchAll((error) => Effect.succeed<Answer>(() => Exit.fail(error)))
  )

const confirmationsOf = (engine: UploadEngine, provider: StorageProvider): Confirmations => {
  const known = engine.confirmations.get(provider)
  if (known !== undefined) return known
  const gathering = { max: mostAtOnce, linger: engine.tuning.linger, alone: () => engine.running.size <= 1 }
  const confirmations = batchCalls(
    engine.scope,
    gathering,
    (several: ReadonlyArray<ToConfirm>) => send(engine, provider, several)
  )
  engine.confirmations.set(provider, confirmations)
  return confirmations
}

/**
 * Waits a moment for others of the same space, and goes with them.
 */
export const confirmStored = (engine: UploadEngine, provider: StorageProvider, stored: ToConfirm) =>
  confirmationsOf(engine, provider).ask(stored)

/**
 * The same by a plain call, where a call is on its way or gathered for.
 */
export const joinConfirmations = (
  engine: UploadEngine,
  provider: StorageProvider,
  ...one: Parameters<Confirmations["join"]>
): ReturnType<Confirmations["join"]> => engine.confirmations.get(provider)?.join(...one)
