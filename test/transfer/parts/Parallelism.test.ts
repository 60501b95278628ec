import { assert, describe, it } from "@effect/vitest"
import { connectionsOfPages } from "../../../src/domain/Constants.js"
import { Parallelism, uploadParallelism } from "../../../src/services/transfers/Parallelism.js"

/** Windows of one second in which each part in flight brings what `rate` gives for the width. */
const windows = (width: Parallelism, count: number, rate: (width: number) => number, from = 0) => {
  for (let window = 0; window < count; window++) {
    const parts = 20
    const bytes = (rate(width.current()) * width.current()) / parts
    for (let part = 0; part <= parts; part++) width.accepted(bytes, (from + window) * 10_000 + part * 50, true)
  }
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

  it("learns nothing while nobody waits, and nothing at all once it is fixed", () => {
    const width = new Parallelism()
    for (let time = 0; time < 30_000; time += 60) width.accepted(1000, time, false)
    assert.strictEqual(width.current(), 5)
    width.fix(9)
    width.congested()
    windows(width, 20, () => 1000)
    assert.strictEqual(width.current(), 9)
  })
})
