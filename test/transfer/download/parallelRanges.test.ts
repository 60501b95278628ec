import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect } from "effect"
import { SaveFailed } from "../../../src/domain/errors/TransferErrors.js"
import { Parallelism } from "../../../src/services/transfers/Parallelism.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { gatherWrites } from "../../../src/transfer/download/gatherWrites.js"
import { parallelRanges, widthLimits } from "../../../src/transfer/download/parallelRanges.js"

const MiB = 1_048_576
const ranges = Array.from({ length: 40 }, (_, index) => ({ start: index * 4 * MiB, end: (index + 1) * 4 * MiB }))

/** Each range takes two seconds; `wide` connections at once bring more than fewer, further ones nothing. */
const download = (width: Parallelism, wide: number, onRange: (index: number) => void = () => {}) =>
  VirtualTime.run(Effect.gen(function*() {
    const settled = yield* Effect.makeLatch(false)
    const published: Array<number> = []
    const order: Array<number> = []
    let now = 0
    let most = 0
    const lanes = parallelRanges(width, ranges, settled, (connections) => published.push(connections))
    yield* lanes.run((range) =>
      Effect.gen(function*() {
        order.push(range.start)
        onRange(order.length)
        most = Math.max(most, ++now)
        if (order.length === 1) {
          yield* Effect.yieldNow()
          assert.strictEqual(order.length, 1, "the others wait for what the first answer settles")
          yield* settled.open
        }
        for (let part = 0; part < 40; part++) {
          yield* Effect.sleep(Math.round(50 * Math.max(1, now / wide)))
          lanes.moved(MiB / 10, yield* Clock.currentTimeMillis)
        }
        now--
      })
    )
    assert.deepStrictEqual([...order].sort((a, b) => a - b), ranges.map(({ start }) => start))
    return { most, published }
  }))

describe("ranges side by side", () => {
  it.effect("begin with four connections, and take up to six while these bring more", () =>
    Effect.gen(function*() {
      const { most, published } = yield* download(new Parallelism(widthLimits(undefined)), 12)
      assert.deepStrictEqual({ most, published }, { most: 6, published: [4, 5, 6] })
    }))

  it.effect("take back a connection that brought nothing", () =>
    Effect.gen(function*() {
      const { published } = yield* download(new Parallelism(widthLimits(undefined)), 4)
      assert.deepStrictEqual(published.slice(0, 3), [4, 5, 4])
    }))

  it.effect("stay at the caller's own number", () =>
    Effect.gen(function*() {
      const { most, published } = yield* download(new Parallelism(widthLimits(3)), 12)
      assert.deepStrictEqual({ most, published }, { most: 3, published: [3] })
    }))

  it.effect("halve when the storage asks for fewer requests, and all come in the end", () =>
    Effect.gen(function*() {
      const width = new Parallelism(widthLimits(undefined))
      const { published } = yield* download(width, 1, (range) => {
        if (range === 10) width.congested()
      })
      assert.include(published, 2)
    }))
})

describe("gathered writes", () => {
  const bytes = new Uint8Array(10)
  const nothing = () => {}

  const sinkOf = (write: Effect.Effect<void, SaveFailed> | undefined) => {
    const given: Array<readonly [number, number]> = []
    return {
      given,
      write: (position: number, chunks: ReadonlyArray<Uint8Array>) => {
        given.push([position, chunks.length])
        return write
      }
    }
  }

  it.effect("do a write that is owed, also when whoever should have waited for it was interrupted", () =>
    Effect.gen(function*() {
      const done: Array<number> = []
      const gate = yield* Deferred.make<void>()
      const { given, write } = sinkOf(Deferred.await(gate))
      const writes = gatherWrites({ write }, 5, 20, ({ end }) => done.push(end))
      assert.isUndefined(writes.add(bytes, nothing))
      const wait = writes.add(bytes, nothing)
      assert.isDefined(wait)
      assert.deepStrictEqual(done, [])
      yield* Deferred.succeed(gate, undefined)
      assert.isUndefined(writes.add(bytes, nothing))
      yield* writes.rest
      assert.deepStrictEqual(given, [[5, 2], [25, 1]])
      assert.deepStrictEqual(done, [25, 35])
      yield* writes.rest
      assert.deepStrictEqual(done, [25, 35])
    }))

  it.effect("say of nothing that it is written when the write fails", () =>
    Effect.gen(function*() {
      const done: Array<number> = []
      const full = new SaveFailed({ target: "t", reason: "DiskFull" })
      const { write } = sinkOf(full)
      const writes = gatherWrites({ write }, 0, 10, ({ end }) => done.push(end))
      assert.strictEqual(yield* Effect.flip(writes.add(bytes, nothing) ?? Effect.dieMessage("it fails")), full)
      assert.deepStrictEqual(done, [])
    }))
})
