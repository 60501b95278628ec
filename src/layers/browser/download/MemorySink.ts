/**
 * A Blob, handed to the browser's downloads when it is whole: for small files only.
 */
import * as Effect from "effect/Effect"
import { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import type { OpenSink, SavePlan } from "../../../services/FileSink.js"
import { bytesOf, saveBlob } from "./BrowserSave.js"

/**
 * More bytes than `limit` are `SaveFailed`.
 */
export const open = (plan: SavePlan, limit: number): Effect.Effect<OpenSink, SaveFailed> => {
  const tooLarge = new SaveFailed({
    target: plan.name,
    reason: "Failed",
    detail: `more than ${limit} bytes are not kept in memory, and this browser has no other way`
  })
  if ((plan.size ?? 0) > limit) return Effect.fail(tooLarge)
  let chunks: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  const whole = () => new File(chunks, plan.name)
  return Effect.succeed({
    _tag: "Bytes",
    via: "memory",
    order: "ascending",
    reopens: false,
    kept: undefined,
    write: (_, given) =>
      Effect.suspend(() => {
        const bytes = bytesOf(given)
        size += bytes.length
        if (size > limit) return tooLarge
        chunks.push(bytes)
        return Effect.void
      }),
    keep: () => Effect.void,
    reset: Effect.sync(() => {
      chunks = []
      size = 0
    }),
    finish: Effect.sync(() => ({ size, source: whole() })),
    publish: Effect.sync(() => {
      saveBlob(whole(), plan.name)
      chunks = []
    })
  })
}
