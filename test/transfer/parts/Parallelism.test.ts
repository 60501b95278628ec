import { assert, describe, it } from "@effect/vitest"
import { connectionsOfPages } from "../../../src/domain/Constants.js"
import { Parallelism, uploadParallelism } from "../../../src/services/transfers/Parallelism.js"
import { adaptWidth } from "../../../src/transfer/parts/adaptWidth.js"

/** Windows of one second in which each part in flight brings what `rate` gives for the width. */
const windows = (width: Parallelism, count: number, rate: (width: number) => number, from = 0) => {
  for (let window = 0; window < count; window++) {
    const parts = 20
    const bytes = (rate(width.current()) * width.current()) / parts
    for (let part = 0; part <= parts; part++) adaptWidth(width, bytes, (from + window) * 10_000 + part * 50, true)
  }
}

const mebibyte = 1_048_576

/** Parts of 5 MiB, one accepted after the other, as fast as the width brings bytes per second. Gives the widths on the way. */
const send = (width: Parallelism, parts: number, rate: (width: number) => number, from = 0): ReadonlyArray<number> => {
  let time = from
  return Array.from({ length: parts }, () => {
    time += 5 * mebibyte / rate(width.current()) * 1000
    adaptWidth(width, 5 * mebibyte, time, true)
    return width.current()
  })
}

describe("Parallelism", () => {
  it("starts at five and grows to twelve while more parts bring more bytes", () => {
    const width = new Parallelism()
    assert.strictEqual(width.current(), 5)
    windows(width, 20, () => 1000)
    assert.strictEqual(width.current(), 12)
  })

  it("grows to the connections of the transport and no further, however much more would bring", () => {
    const width = new Parallelism(uploadParallelism(connectionsOfPages))
    assert.strictEqual(width.current(), 5)
    windows(width, 20, () => 1000)
    assert.strictEqual(width.current(), 6)
  })

  it("takes back a step that brought nothing", () => {
    const width = new Parallelism()
    windows(width, 20, (parts) => Math.min(parts, 7) * 1000 / parts)
    assert.isTrue(width.current() >= 6 && width.current() <= 8, `${width.current()}`)
  })

  it("halves when the storage asks for less, and never goes below two", () => {
    const width = new Parallelism()
    windows(width, 20, () => 1000)
    width.congested()
    assert.strictEqual(width.current(), 6)
    for (let time = 0; time < 5; time++) width.congested()
    assert.strictEqual(width.current(), 2)
    windows(width, 20, () => 1000, 100)
    assert.strictEqual(width.current(), 12)
  })

  it("sends fewer at once where each takes long, as long as that takes no bytes away", () => {
    const line = new Parallelism()
    send(line, 60, () => mebibyte)
    assert.strictEqual(line.current(), 2)
    // Nothing is lost by five on a line that is done with each of them soon.
    const fast = new Parallelism()
    send(fast, 60, () => 20 * mebibyte)
    assert.isAtLeast(fast.current(), 5)
  })

  it("keeps growing where each connection has a speed of its own, after one look at fewer", () => {
    const width = new Parallelism()
    const seen = send(width, 200, (parts) => parts * mebibyte / 4)
    assert.strictEqual(width.current(), 12)
    assert.strictEqual(Math.min(...seen), 4)
  })

  it("grows again when a slow line becomes a fast one", () => {
    const width = new Parallelism()
    send(width, 60, () => mebibyte)
    assert.strictEqual(width.current(), 2)
    send(width, 200, (parts) => Math.min(parts, 8) * 10 * mebibyte, 10_000_000)
    assert.isAtLeast(width.current(), 7)
  })

  it("is at two again some time after a slow line was slower for a while", () => {
    const width = new Parallelism()
    send(width, 60, () => mebibyte)
    send(width, 4, () => mebibyte / 2, 1_000_000)
    send(width, 300, () => mebibyte, 2_000_000)
    assert.strictEqual(width.current(), 2)
  })

  it("learns nothing while nobody waits, and nothing at all once it is fixed", () => {
    const width = new Parallelism()
    for (let time = 0; time < 30_000; time += 60) adaptWidth(width, 1000, time, false)
    assert.strictEqual(width.current(), 5)
    width.fix(9)
    width.congested()
    windows(width, 20, () => 1000)
    assert.strictEqual(width.current(), 9)
  })
})
