/**
 * Multipart uploads that nobody knows: begun by a call whose answer was lost. The storage lists what is open for the object.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { answered } from "../engine/watchdog.js"
import type { OpenUpload, PartStore } from "../PartStore.js"
import type { Core } from "./Core.js"
import type { Checkpoint } from "./Entry.js"

/** Storages tell times to the second. */
const roundedTo = 1000

/** Those begun while this upload tried to begin. Another client may store the same object, so no others are touched. */
const isStray = (own: OpenUpload, trying: number) => (other: OpenUpload): boolean =>
  other.uploadId !== own.uploadId &&
  other.begunAt <= own.begunAt + roundedTo &&
  other.begunAt >= own.begunAt - trying - roundedTo

/**
 * Aborts what lost begin calls have left, now that the upload has an id of its own. A storage that lists no uploads, or does not
 * let us see them, keeps them: nothing of the upload depends on it.
 */
export const abortStrays = Effect.fnUntraced(
  function*(
    core: Core,
    checkpoint: Checkpoint,
    store: PartStore,
    uploadId: string
  ) {
    const { beginLostAt } = checkpoint
    if (beginLostAt === undefined || store.open === undefined) return
    const { answer } = core.tuning.watchdog
    const trying = (yield* Clock.currentTimeMillis) - beginLostAt
    const open = yield* answered(answer, { method: "GET", path: "multipart uploads" })(store.open)
    const own = open.find((one) => one.uploadId === uploadId)
    if (own !== undefined) {
      yield* Effect.forEach(
        open.filter(isStray(own, trying)),
        (stray) => answered(answer, { method: "DELETE", path: "multipart upload" })(store.abort(stray.uploadId)),
        {
          discard: true
        }
      )
    }
    checkpoint.beginLostAt = undefined
  },
  (effect) =>
    Effect.catchAll(
      effect,
      (error) => Effect.logWarning("an upload that was begun twice may be left open on the storage", error)
    )
)
