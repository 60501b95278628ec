/**
 * Tells the service that files are stored: many files in one call, an answer for each.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { SuccessCallbackFailed } from "../../domain/errors/TransferErrors.js"
import type { ApiFailure } from "../DriveApi.js"
import { gather } from "../engine/gather.js"
import { answered } from "../engine/watchdog.js"
import type { StorageProvider, UploadTicket } from "../StorageProvider.js"
import { TransferScheduler } from "../TransferScheduler.js"
import type { Core } from "./Core.js"

const mostAtOnce = 100

export type ConfirmFailure = ApiFailure | SuccessCallbackFailed

export type Confirm = (ticket: UploadTicket) => Effect.Effect<void, ConfirmFailure, TransferScheduler>

type Answer = (ticket: UploadTicket) => Exit.Exit<void, ConfirmFailure>

const refused = (provider: StorageProvider, ticket: UploadTicket) =>
  new SuccessCallbackFailed({ spaceId: provider.space.spaceId, failed: [ticket.fileId] })

/** The next call waits for the one under way: one that hangs would hold up all uploads of the space. */
const ask = (
  core: Core,
  provider: StorageProvider,
  tickets: ReadonlyArray<UploadTicket>
): Effect.Effect<Answer, ConfirmFailure, TransferScheduler> =>
  Effect.flatMap(
    TransferScheduler,
    (scheduler) =>
      scheduler.withPermit({ lane: "finish", group: "confirmations" })(
        answered(core.tuning.watchdog.answer, { method: "PUT", path: "success-callback" })(
          provider.uploads.confirm(tickets)
        )
      )
  ).pipe(
    Effect.map((failed) => (ticket) => failed.has(ticket.fileId) ? Exit.fail(refused(provider, ticket)) : Exit.void)
  )

/** A batch that failed as a whole says nothing about its files: each is asked for by itself. */
const oneByOne = Effect.fnUntraced(function*(
  core: Core,
  provider: StorageProvider,
  tickets: ReadonlyArray<UploadTicket>
) {
  const answers = new Map<UploadTicket, Exit.Exit<void, ConfirmFailure>>()
  yield* Effect.forEach(tickets, (ticket) =>
    Effect.map(Effect.exit(ask(core, provider, [ticket])), (exit) => {
      answers.set(ticket, Exit.flatMap(exit, (answer) => answer(ticket)))
    }), { concurrency: 4, discard: true })
  const answer: Answer = (ticket) => answers.get(ticket) ?? Exit.fail(refused(provider, ticket))
  return answer
})

const send = (core: Core, provider: StorageProvider, tickets: ReadonlyArray<UploadTicket>) =>
  ask(core, provider, tickets).pipe(
    Effect.catchTag(
      "SuccessCallbackFailed",
      (error) => tickets.length > 1 ? oneByOne(core, provider, tickets) : Effect.fail(error)
    ),
    Effect.catchAll((error) => Effect.succeed<Answer>(() => Exit.fail(error)))
  )

/**
 * Waits a moment for others of the same space, and goes with them.
 */
export const confirmStored = (core: Core, provider: StorageProvider, ticket: UploadTicket): ReturnType<Confirm> => {
  const known = core.confirmations.get(provider)
  if (known !== undefined) return known(ticket)
  const gathering = { max: mostAtOnce, linger: core.tuning.linger, alone: () => core.running.size <= 1 }
  const confirm = gather(core.scope, gathering, (tickets: ReadonlyArray<UploadTicket>) => send(core, provider, tickets))
  core.confirmations.set(provider, confirm)
  return confirm(ticket)
}
