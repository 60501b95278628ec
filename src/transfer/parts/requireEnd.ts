/**
 * Whether a file that may change unseen is longer than it was. Slices of it end where it ended then, and what lies behind them is
 * seen by nobody who does not read all of it.
 */
import * as Effect from "effect/Effect"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { UploadSource } from "../../services/UploadSource.js"

const lengthOf = async (blob: Blob, signal: AbortSignal): Promise<number> => {
  let length = 0
  const reader = blob.stream().getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (signal.aborted) await reader.cancel()
  }
  return length
}

/**
 * Fails with `SourceChanged` if it is: of the content, so that nothing counts that was sent of it.
 */
export const requireEnd = Effect.fnUntraced(function*({ identity: { name, size }, origin, readAll }: UploadSource) {
  let length = 0
  yield* origin._tag === "Blob"
    ? Effect.tryPromise({
      try: async (signal) => length = await lengthOf(origin.blob, signal),
      catch: () => new SourceChanged({ name, what: "gone" })
    })
    : readAll(0, (chunk) => length += chunk.length)
  if (length > size) {
    return yield* new SourceChanged({ name, what: "content", expected: `${size} bytes`, actual: `${length}` })
  }
})
