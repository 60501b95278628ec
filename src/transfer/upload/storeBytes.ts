/**
 * Brings the bytes to the storage, in one PUT or in parts.
 */
import * as Effect from "effect/Effect"
import type { StorageError } from "../../domain/errors/StorageErrors.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { Integrity, Verified } from "../../domain/Integrity.js"
import type { StoredObject } from "../../services/PartStore.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import { storeWhole } from "../parts/storeWhole.js"
import { withFirstPut } from "../parts/withFirstPut.js"
import { withRetry } from "../parts/withRetry.js"
import { advanceStage } from "./advanceStage.js"
import { compareAgain } from "./compareContent.js"
import { contentOf } from "./contentOf.js"
import { multipartOf, ticketOf } from "./stageFacts.js"
import type { storeParts } from "./storeParts.js"
import type { UploadRun } from "./UploadRun.js"

/**
 * The code of uploads in parts, loaded if it has to be. Fails at once where it cannot be.
 */
export type LoadParts = Effect.Effect<{ readonly storeParts: typeof storeParts }, TransportError>

/**
 * How the bytes of an announced upload are to be proven.
 */
export const decideIntegrity = (
  checkpoint: UploadCheckpoint,
  ticket: UploadTicket,
  integrity: Integrity
): UploadTicket => {
  const decided = { ...ticket, integrity }
  checkpoint.stage = { _tag: "Announced", ticket: decided }
  return decided
}

/** Decided once: a multipart upload takes the checksums that it was begun with, and no others. */
const withIntegrity = Effect.fnUntraced(function*(run: UploadRun, ticket: UploadTicket) {
  const { checkpoint, hooks } = run
  if (checkpoint.stage._tag !== "Announced" || ticket.integrity !== undefined) return ticket
  return decideIntegrity(checkpoint, ticket, yield* withRetry(hooks, run.integrity))
})

/**
 * The upload is stored.
 */
export const markStored = ({ checkpoint }: UploadRun, verified?: Verified, object?: StoredObject) => {
  const { stage } = checkpoint
  const ticket = ticketOf(stage)
  if (ticket === undefined) return
  advanceStage(checkpoint, "stored", {
    _tag: "Stored",
    ticket: { ...ticket, verified },
    object,
    multipart: multipartOf(stage)
  })
}

/** A callback that failed comes after the object: nothing is sent again, and a retry continues behind the transfer. */
const markStoredAfterCallback = (run: UploadRun) => (error: StorageError) =>
  Effect.sync(() => {
    if (error.reason === "CallbackFailed") markStored(run)
  })

/**
 * Ends when the bytes are stored and the storage's word on them was compared.
 */
export const storeBytes = Effect.fnUntraced(function*(run: UploadRun, given: UploadTicket, loadParts: LoadParts) {
  const ticket = yield* withIntegrity(run, given)
  const { engine, entry, plan, provider } = run
  const stores = provider.uploads.reopen(ticket)
  if (plan._tag === "Direct") {
    const content = { ...contentOf(run, ticket), mayBeStored: run.checkpoint.cameBack?.mayBeStored }
    const { made: { put: first } } = run
    run.made.put = undefined
    const storing = storeWhole(content, stores.direct)
    const verified = yield* first === undefined ? storing : withFirstPut(first, storing)
    if (run.source.changesUnseen === true) yield* compareAgain(run, run.checkpoint, run.source)
    markStored(run, verified)
  } else {
    yield* run.claim
    const { storeParts } = yield* withRetry(run.hooks, loadParts)
    const { object, verified } = yield* storeParts(run, ticket, stores.parts, plan.partSize)
    engine.registry.apply(entry, "stored")
    markStored(run, verified, object)
  }
}, (effect, run) => Effect.tapErrorTag(effect, "StorageError", markStoredAfterCallback(run)))
