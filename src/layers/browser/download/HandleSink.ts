/**
 * A file that the user has chosen, in the save dialogue or before.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { SaveWay } from "../../../domain/DownloadSnapshot.js"
import type { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { OpenSink, SaveHandle, SavePlan } from "../../../services/FileSink.js"
import { attempt, bytesOf, startSha1 } from "./BrowserSave.js"

/**
 * The browser writes beside the file, and gives it the bytes when it is closed; until then it is as it was. What was
 * written cannot be read before, so it is digested on its way, and comes in order.
 */
export const open = Effect.fnUntraced(function*(
  handle: SaveHandle,
  via: SaveWay,
  plan: SavePlan
): Effect.fn.Return<OpenSink, SaveFailed | TransportError, Scope.Scope> {
  const call = <A>(run: () => Promise<A>) => attempt(handle.name, run)
  let isOver = false
  const writable = yield* Effect.acquireRelease(
    call(() => handle.createWritable()),
    (opened) =>
      Effect.suspend(() =>
        isOver ? Effect.void : Effect.catchAll(call(() => opened.abort()), (error) => Effect.logDebug(error.message))
      )
  )
  const digest = { sha1: plan.sha1 ? yield* startSha1 : undefined }
  let size = 0
  return {
    _tag: "Bytes",
    via,
    order: "ascending",
    reopens: false,
    kept: undefined,
    write: (_, chunks) =>
      Effect.suspend(() => {
        const bytes = bytesOf(chunks)
        digest.sha1?.update(bytes)
        size += bytes.length
        return call(() => writable.write(bytes))
      }),
    keep: () => Effect.void,
    reset: Effect.gen(function*() {
      yield* call(() => writable.truncate(0))
      // `truncate` moves the end, and with it the place of the next write.
      digest.sha1 = plan.sha1 ? yield* startSha1 : undefined
      size = 0
    }),
    finish: Effect.sync(() => ({ size, sha1: digest.sha1?.digest().toUpperCase() })),
    publish: Effect.suspend(() => {
      isOver = true
      return call(() => writable.close())
    })
  }
})
