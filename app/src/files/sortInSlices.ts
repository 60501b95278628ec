/** Sorting without standing in the way: the page draws and hears keys while a long list is put in order. */

const slice = 8
const runLength = 64
const mergedAtOnce = 1024

/** Lets what waits go first: input, drawing, other tasks. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** A merge sort from below, stable, in turns of 8 ms. Rejects with the signal's reason when it is not wanted any more. */
export const sortInSlices = async <A>(
  items: ReadonlyArray<A>,
  compare: (one: A, other: A) => number,
  signal: AbortSignal
): Promise<ReadonlyArray<A>> => {
  let from = items.slice()
  let to = items.slice()
  let turn = performance.now()
  const isOver = () => performance.now() - turn >= slice
  const breathe = async () => {
    await pause()
    signal.throwIfAborted()
    turn = performance.now()
  }
  for (let low = 0; low < from.length; low += runLength) {
    const run = from.slice(low, low + runLength).sort(compare)
    for (const [offset, item] of run.entries()) from[low + offset] = item
    if (isOver()) await breathe()
  }
  for (let width = runLength; width < from.length; width *= 2) {
    for (let low = 0; low < from.length; low += 2 * width) {
      const middle = Math.min(low + width, from.length)
      const high = Math.min(low + 2 * width, from.length)
      let left = low
      let right = middle
      for (let at = low; at < high; at++) {
        // both are below `high`, or not looked at
        const takesLeft = left < middle && (right >= high || compare(from[left] as A, from[right] as A) <= 0)
        to[at] = (takesLeft ? from[left++] : from[right++]) as A
        if (at % mergedAtOnce === 0 && isOver()) await breathe()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
