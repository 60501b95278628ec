/**
 * Brings the bytes of a file that is larger than one request to the storage. Loaded with the first such upload.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { NoSuchUpload } from "../../domain/errors/StorageErrors.js"
import type { PartSenders } from "../../services/PartSender.js"
import type { PartStore, StoredPart } from "../../services/PartStore.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import { applyWidth } from "../../services/uploads/setLimits.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { isHeldBack } from "../hosts/HostGates.js"
import { adaptWidth } from "../parts/adaptWidth.js"
import { makeRequest } from "../parts/makeRequest.js"
import { storeInParts } from "../parts/storeInParts.js"
import { withTimeLimit } from "../parts/Watchdog.js"
import { abortLater, writeOrAbort } from "./abortLater.js"
import { abortOrphanedUploads } from "./abortOrphanedUploads.js"
import { advanceStage } from "./advanceStage.js"
import { claimSession } from "./claimSession.js"
import { compareSent } from "./compareSent.js"
import { contentOf } from "./contentOf.js"
import { multipartOf, ticketOf } from "./stageFacts.js"
import type { UploadRun } from "./UploadRun.js"
import { writeSession } from "./writeSession.js"

/** What earlier begin calls may have left is looked for until the storage has answered once. */
const removeOrphans = Effect.fnUntraced(
  function*(run: UploadRun, ticket: UploadTicket, store: PartStore, uploadId: string) {
    if (run.checkpoint.doubts.begin === undefined) return
    if (yield* abortOrphanedUploads(run, ticket, store, uploadId)) yield* writeSession(run)
  }
)

/**
 * Outlives this run and holds the session, as the create call does: an upload id that nobody knows would leave its parts behind
 * for ever. The session is written before the call too, so that after a crash in between the next run knows for which object to
 * look.
 */
const beginOnce = Effect.fnUntraced(
  function*(run: UploadRun, ticket: UploadTicket, store: PartStore, partSize: number) {
    const { checkpoint, engine, entry } = run
    if (checkpoint.stage._tag !== "Announced") return
    yield* claimSession(entry, checkpoint)
    if (ticket.uploadId === undefined) yield* writeSession(run, "emptied")
    const startedAt = yield* Clock.currentTimeMillis
    const uploadId = yield* withTimeLimit(engine.tuning.watchdog.answer, { method: "POST", path: "begin" })(store.begin)
      .pipe(
        Effect.tapError((error) =>
          Effect.sync(() => {
            if (error.retry === "later" && !isHeldBack(error)) checkpoint.doubts.begin ??= { since: startedAt }
          })
        )
      )
    // The upload was cancelled or found meanwhile, and knows nothing of this one.
    if (ticketOf(checkpoint.stage) !== ticket) return yield* abortLater(run, ticket, uploadId)
    advanceStage(checkpoint, "begun", { _tag: "Begun", ticket, uploadId, partSize, journal: new Map() })
    yield* writeOrAbort(run, "emptied")
    yield* removeOrphans(run, ticket, store, uploadId)
  },
  Effect.scoped
)

const begin = Effect.fnUntraced(function*(run: UploadRun, ticket: UploadTicket, store: PartStore, partSize: number) {
  const { checkpoint, engine, entry } = run
  const once = engine.provided(beginOnce(run, ticket, store, partSize))
  const call = { method: "POST", path: "begin", limit: "own" } as const
  yield* makeRequest(run, "control", call, engine.steps.join(entry.id, once))
  engine.registry.apply(entry, "begun")
  return multipartOf(checkpoint.stage)?.uploadId ??
    (yield* new NoSuchUpload({ uploadId: "", objectKey: ticket.objectKey ?? "" }))
})

const recordPart = (run: UploadRun, services: Context.Context<TransferScheduler | UploadSessions>) => {
  const { checkpoint, engine, entry } = run
  const sessions = Context.get(services, UploadSessions)
  const scheduler = Context.get(services, TransferScheduler)
  return (part: StoredPart) =>
    Effect.clockWith((clock) => {
      multipartOf(checkpoint.stage)?.journal.set(part.number, part)
      checkpoint.accepted++
      engine.registry.apply(entry, "answered")
      const before = engine.width.current()
      adaptWidth(engine.width, part.size, clock.unsafeCurrentTimeMillis(), scheduler.usage().waiting.part > 0)
      const recorded = sessions.record(entry.id, part)
      return engine.width.current() === before
        ? recorded
        : Effect.zipRight(engine.provided(applyWidth(engine)), recorded)
    })
}

const showSending = (run: UploadRun, parts: ReadonlyArray<StoredPart>, sizeOnlyParts: number) =>
  Effect.sync(() => {
    const { engine, entry } = run
    entry.meter.startFrom(parts.reduce((size, part) => size + part.size, 0))
    engine.registry.apply(entry, "sending")
    engine.registry.publish(entry, { sizeOnlyParts })
  })

/** An upload of an earlier run is written down as being in use, and what that run left half done is ended. */
const resumeSession = Effect.fnUntraced(function*(run: UploadRun, ticket: UploadTicket, store: PartStore) {
  const multipart = multipartOf(run.checkpoint.stage)
  if (multipart === undefined) return
  yield* writeSession(run)
  yield* removeOrphans(run, ticket, store, multipart.uploadId)
})

/** Bytes that are read again, as after a stop, are shown from where they were. */
const showLearning = ({ engine, entry }: UploadRun) => () => {
  entry.meter.restartHash()
  return (bytes: number) => {
    entry.meter.hash(bytes)
    engine.registry.touch(entry)
  }
}

/**
 * Ends when the object is there and was compared; gives what proves it, and what the storage says of it. `senders`: what may send the
 * parts.
 */
export const storeParts = Effect.fnUntraced(
  function*(run: UploadRun, ticket: UploadTicket, store: PartStore, partSize: number, senders?: PartSenders) {
    yield* resumeSession(run, ticket, store)
    const accepted = recordPart(run, yield* Effect.context<TransferScheduler | UploadSessions>())
    return yield* storeInParts({ ...contentOf(run, ticket), senders }, store, {
      uploadId: multipartOf(run.checkpoint.stage)?.uploadId,
      partSize,
      // It is there from the begin call on.
      get journal() {
        return multipartOf(run.checkpoint.stage)?.journal ?? new Map()
      },
      etagIsPredictable: ticket.platform === "s3",
      begin: begin(run, ticket, store, partSize),
      learning: showLearning(run),
      sending: (parts, sizeOnly) => showSending(run, parts, sizeOnly),
      accepted,
      compared: (parts) => compareSent(run, parts, partSize),
      joined: Effect.sync(() => {
        const { checkpoint } = run
        const multipart = multipartOf(checkpoint.stage)
        if (multipart !== undefined) advanceStage(checkpoint, "joined", { ...multipart, _tag: "Joined" })
      })
    })
  }
)
