/**
 * Multipart uploads that nobody knows: begun by a call whose answer was lost. The storage lists what is open for the object.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OpenUpload, PartStore } from "../../services/PartStore.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import { withTimeLimit } from "../parts/Watchdog.js"
import { abortLater } from "./abortLater.js"
import type { UploadRun } from "./UploadRun.js"

/** Storages tell times to the second. */
const roundedTo = 1000

/** For so long after its first begin call an upload may have begun once more, unless the program ended meanwhile. */
const longestTrying = 600_000

/**
 * The object of a new file is this upload's alone. That of an update may be stored by another client too: there only what was
 * begun while this upload tried to begin is touched, `trying` milliseconds ago by the storage's clock.
 */
const isOrphaned = (ticket: UploadTicket, own: OpenUpload, trying: number) => (other: OpenUpload): boolean => {
  if (other.uploadId === own.uploadId) return false
  if (ticket.kind === "new") return true
  const from = own.begunAt - trying
  return other.begunAt >= from - roundedTo && other.begunAt <= from + Math.min(trying, longestTrying) + roundedTo
}

/**
 * Aborts what lost begin calls have left, now that the upload has an id of its own; `true` when that is done. A storage that lists
 * no uploads, or does not let us see them, keeps them: nothing of the upload depends on it.
 */
export const abortOrphanedUploads = Effect.fnUntraced(
  function*(
    run: UploadRun,
    ticket: UploadTicket,
    store: PartStore,
    uploadId: string
  ) {
    const { checkpoint, engine } = run
    const { begin } = checkpoint.doubts
    if (begin === undefined || store.open === undefined) return false
    const { answer } = engine.tuning.watchdog
    const trying = (yield* Clock.currentTimeMillis) - begin.since
    const open = yield* withTimeLimit(answer, { method: "GET", path: "multipart uploads" })(store.open)
    const own = open.find((one) => one.uploadId === uploadId)
    if (own !== undefined) {
      yield* Effect.forEach(
        open.filter(isOrphaned(ticket, own, trying)),
        (orphan) =>
          Effect.catchAll(
            withTimeLimit(answer, { method: "DELETE", path: "multipart upload" })(store.abort(orphan.uploadId)),
            () => abortLater(run, ticket, orphan.uploadId)
          ),
        { discard: true }
      )
    }
    checkpoint.doubts.begin = undefined
    return true
  },
  (effect) =>
    Effect.catchAll(
      effect,
      (error) =>
        Effect.as(Effect.logWarning("an upload that was begun twice may be left open on the storage", error), false)
    )
)
