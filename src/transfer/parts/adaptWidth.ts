/**
 * One more body in flight while that brings more bytes per second; one fewer while each takes long and that takes no bytes away.
 */
import type { Parallelism } from "../../services/transfers/Parallelism.js"

/** A step must bring this much more to be kept, or take away as much to be undone. */
const worthwhile = 1.05

/** What a width brings is measured over so many milliseconds at least. */
const shortestWindow = 1000

/** Windows for which the connections are known to be needed. */
const neededFor = 20

/** `goodput`: bytes per millisecond; `each`: milliseconds that a body takes. */
const adapt = (width: Parallelism, goodput: number, each: number): void => {
  const { limits, seen } = width
  const before = width.current()
  if (seen.step < 0 && goodput * worthwhile < seen.goodput) {
    seen.needed = neededFor
    seen.step = 0
    return width.grow(1)
  }
  if (seen.needed > 0) seen.needed--
  else if (limits.longest !== undefined && each * (before + 1) / before > limits.longest) {
    width.grow(-1)
    seen.step = width.current() < before ? -1 : 0
    return
  }
  if (goodput > seen.goodput * worthwhile) {
    width.grow(1)
    seen.step = width.current() > before ? 1 : 0
  } else if (seen.step > 0 && before > limits.start) {
    // The last step brought nothing: take it back and stay.
    seen.step = 0
    width.grow(-1)
  }
}

/**
 * A body was accepted at this time (epoch milliseconds). `busy` says that more were waiting, so that the width was what limited.
 */
export const adaptWidth = (width: Parallelism, bytes: number, now: number, busy: boolean): void => {
  const { seen } = width
  if (seen.start === undefined) {
    // Its own bytes came before the window.
    seen.start = now
    return
  }
  seen.bytes += bytes
  seen.bodies++
  const elapsed = now - seen.start
  if (elapsed < shortestWindow || seen.bodies < width.current()) return
  const goodput = seen.bytes / elapsed
  if (busy) adapt(width, goodput, elapsed * width.current() / seen.bodies)
  width.seen = { ...seen, start: undefined, bytes: 0, bodies: 0, goodput }
}
