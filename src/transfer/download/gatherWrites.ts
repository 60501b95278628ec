/**
 * Bytes on their way to the target: small writes cost a turn each, so that they are gathered.
 */
import * as Effect from "effect/Effect"
import type { Span } from "../../domain/ByteRanges.js"
import type { SaveFailed } from "../../domain/errors/TransferErrors.js"
import type { OpenSink } from "../../services/FileSink.js"

export interface GatheredWrites {
  /** Takes bytes that may change after `free`; what comes back is to be waited for before more is added. */
  readonly add: (bytes: Uint8Array, free: () => void) => Effect.Effect<void, SaveFailed> | undefined
  /** Writes what is there. */
  readonly rest: Effect.Effect<void, SaveFailed>
}

/**
 * Writes bytes that follow each other from `start` on, `enough` of them at a time, and says which are written. What a write
 * has to wait for is owed until somebody has waited for it, so that no write is left out when a run is left in between.
 */
export const gatherWrites = (
  sink: Pick<OpenSink, "write">,
  start: number,
  enough: number,
  written: (span: Span) => void
): GatheredWrites => {
  let position = start
  let chunks: Array<Uint8Array> = []
  let frees: Array<() => void> = []
  let size = 0
  let owed: Effect.Effect<void, SaveFailed> | undefined

  const begin = (): Effect.Effect<void, SaveFailed> | undefined => {
    const span: Span = { start: position, end: position + size }
    const freed = frees
    const writing = sink.write(span.start, chunks, () => {
      for (const free of freed) free()
    })
    position = span.end
    chunks = []
    frees = []
    size = 0
    if (writing === undefined) written(span)
    else owed = Effect.map(writing, () => written(span))
    return owed === undefined ? undefined : settle
  }

  const settle = Effect.uninterruptible(Effect.suspend(() => {
    const write = owed ?? Effect.void
    owed = undefined
    // A sink that waits for its reader may be left; what comes later must not overtake this.
    return Effect.onInterrupt(write, () =>
      Effect.sync(() => {
        owed = write
      }))
  }))

  return {
    add: (bytes, free) => {
      chunks.push(bytes)
      frees.push(free)
      size += bytes.length
      return size >= enough ? begin() : undefined
    },
    rest: Effect.uninterruptible(
      Effect.zipRight(settle, Effect.suspend(() => size === 0 ? Effect.void : begin() ?? Effect.void))
    )
  }
}
