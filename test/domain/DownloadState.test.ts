import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ByteRanges from "../../src/domain/ByteRanges.js"
import type { DownloadEvent } from "../../src/domain/DownloadState.js"
import { downloadStatuses, hasEnded, next, transitions } from "../../src/domain/DownloadState.js"

const after = (...events: ReadonlyArray<DownloadEvent>) => events.reduce(next, "waiting")

describe("the states of a download", () => {
  it("lead from the line to the end", () => {
    assert.strictEqual(after("start", "received", "succeeded"), "success")
    assert.strictEqual(after("start", "stop", "resume", "start"), "running")
    assert.strictEqual(after("start", "offline", "online"), "running")
    assert.strictEqual(after("start", "offline", "answered", "received"), "verifying")
    assert.strictEqual(after("start", "signedOut", "signedIn"), "running")
    assert.strictEqual(after("start", "received", "restarted"), "running")
  })

  it("ignore what comes late", () => {
    assert.strictEqual(after("start", "cancel", "succeeded", "failed", "resume"), "cancelled")
    assert.strictEqual(after("start", "stop", "received", "failed", "answered"), "stopped")
    assert.strictEqual(after("start", "succeeded", "cancel", "stop"), "success")
  })

  it("let an ended one continue only after an error", () => {
    for (const status of downloadStatuses.filter(hasEnded)) {
      assert.strictEqual(next(status, "resume"), status === "error" ? "waiting" : status)
    }
  })

  it("can be cancelled wherever they move", () => {
    for (const status of downloadStatuses.filter((one) => !hasEnded(one))) {
      assert.strictEqual(transitions[status].cancel, "cancelled")
    }
  })
})

describe("sets of bytes", () => {
  const span = fc.tuple(fc.nat(40), fc.nat(10)).map(([start, size]) => ({ start, end: start + size }))
  const members = (ranges: ByteRanges.ByteRanges) =>
    ranges.flatMap(({ end, start }) => Array.from({ length: end - start }, (_, index) => start + index))

  it("hold every byte that was added, once, in order", () => {
    fc.assert(fc.property(fc.array(span), (spans) => {
      const all = spans.reduce(ByteRanges.add, [])
      const expected = [...new Set(members(spans))].sort((one, other) => one - other)
      assert.deepStrictEqual(members(all), expected)
      assert.strictEqual(ByteRanges.total(all), expected.length)
      for (const [index, { start }] of all.entries()) if (index > 0) assert.isAbove(start, all[index - 1]?.end ?? 0)
    }))
  })

  it("know what is missing, and cut it into pieces", () => {
    fc.assert(fc.property(fc.array(span), span, fc.integer({ min: 1, max: 7 }), (spans, whole, size) => {
      const gaps = ByteRanges.missing(spans.reduce(ByteRanges.add, []), whole)
      const known = new Set(members(spans))
      const expected = members([whole]).filter((byte) => !known.has(byte))
      assert.deepStrictEqual(members(gaps), expected)
      const pieces = ByteRanges.pieces(gaps, size)
      assert.deepStrictEqual(members(pieces), expected)
      for (const { end, start } of pieces) assert.isTrue(end > start && end - start <= size)
    }))
  })
})
