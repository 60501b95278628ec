/**
 * Ranges of one object over several connections, as many as bring the most.
 */
import * as Effect from "effect/Effect"
import type { Span } from "../../domain/ByteRanges.js"
import type { Parallelism, ParallelismLimits } from "../../services/transfers/Parallelism.js"
import { adaptWidth } from "../parts/adaptWidth.js"

/** A caller's own number is never exceeded; it may only be halved, and grow back. */
export const widthLimits = (ranges: number | undefined): ParallelismLimits =>
  ranges === undefined ? { start: 4, least: 2, most: 6 } : { start: ranges, least: 1, most: ranges }

/**
 * `moved` is called with bytes that were written. The first range goes alone until `settled` opens; a connection beyond the width
 * ends with its range, and comes back when the width does. `published` is called with how many connections there may be.
 */
export const parallelRanges = (
  width: Parallelism,
  ranges: ReadonlyArray<Span>,
  settled: Effect.Latch,
  published: (connections: number) => void
) => {
  let next = 0
  let shown = 0
  let changed = Effect.unsafeMakeLatch(false)

  const show = () => {
    const before = changed
    if (next < ranges.length && width.current() === shown) return
    changed = Effect.unsafeMakeLatch(false)
    before.unsafeOpen()
    if (width.current() === shown) return
    shown = width.current()
    published(shown)
  }

  const run = <E, R>(transfer: (range: Span) => Effect.Effect<void, E, R>): Effect.Effect<void, E, R> => {
    const worker = (index: number) =>
      Effect.gen(function*() {
        if (index > 0) yield* settled.await
        while (next < ranges.length) {
          if (index >= width.current()) {
            yield* Effect.suspend(() => changed.await)
            continue
          }
          const range = ranges[next++]
          show()
          if (range !== undefined) yield* transfer(range)
        }
      })
    const workers = Array.from({ length: Math.min(width.limits.most, ranges.length) }, (_, index) => worker(index))
    return Effect.zipRight(Effect.sync(show), Effect.all(workers, { concurrency: "unbounded", discard: true }))
  }

  const moved = (bytes: number, now: number) => {
    adaptWidth(width, bytes, now, next < ranges.length)
    show()
  }

  return { run, moved }
}
