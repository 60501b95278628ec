import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { HostGate } from "../../../src/transfer/hosts/HostGate.js"

const pauses = {
  firstPause: Duration.seconds(1),
  longestRetryAfter: Duration.minutes(5),
  offlineProbe: Duration.minutes(1)
}

const failure = (
  at: number,
  more: { readonly asked?: number; readonly chance?: number } = {}
) => ({
  startedAt: at,
  now: at,
  asked: undefined,
  chance: 0,
  pauses,
  ...more
})

/** A gate whose host has not answered at 0, 1000 and 3000 ms. */
const closed = (): HostGate => {
  const gate = new HostGate()
  for (const at of [0, 1000, 3000]) gate.failed(failure(at))
  return gate
}

describe("the gate of a host", () => {
  it("stays open after one broken connection, and after many that broke at once", () => {
    const gate = new HostGate()
    for (let connection = 0; connection < 9; connection++) gate.failed({ ...failure(50), startedAt: 0 })
    gate.failed(failure(1000))
    assert.isTrue(gate.isOpen)
    gate.answered(1100, 1100)
    gate.failed(failure(2000))
    gate.failed(failure(3000))
    assert.isTrue(gate.isOpen, "an answer in between makes the count anew")
  })

  it("closes after three failures in a row, and at once where the host asks to be left alone", () => {
    assert.isFalse(closed().isOpen)
    assert.strictEqual(closed().closedUntil, 7000)
    const refused = new HostGate()
    refused.failed(failure(0, { asked: 30_000, chance: 0.5 }))
    assert.isFalse(refused.isOpen)
    assert.strictEqual(refused.closedUntil, 30_500)
  })

  it("lets one go after each pause, whose length doubles up to the longest, and up to twice that by chance", () => {
    const gate = closed()
    const lengths: Array<number> = []
    for (let time = 0; time < 6; time++) {
      const now = gate.closedUntil
      gate.failed(failure(now))
      lengths.push(gate.closedUntil - now)
    }
    assert.deepStrictEqual(lengths, [8000, 16_000, 32_000, 60_000, 60_000, 60_000])
    const now = gate.closedUntil
    gate.failed(failure(now, { chance: 0.75 }))
    assert.strictEqual(gate.closedUntil - now, 105_000)
  })

  it("leaves a host that refuses alone for forty seconds at most, and by chance for a minute on average", () => {
    const gate = new HostGate()
    const refuse = (chance: number): number => {
      const now = gate.closedUntil
      gate.failed(failure(now, { asked: 0, chance }))
      return gate.closedUntil - now
    }
    const lengths = Array.from({ length: 8 }, () => refuse(0))
    assert.deepStrictEqual(lengths, [1000, 2000, 4000, 8000, 16_000, 32_000, 40_000, 40_000])
    assert.strictEqual(refuse(0.5), 60_000)
  })

  it("gives turns in order: one, then two, then four, until it is open", () => {
    const gate = closed()
    const turns = Array.from({ length: 40 }, () => gate.enqueue(4000))
    const granted = () => turns.filter((turn) => turn.granted).length
    assert.strictEqual(granted(), 0)
    gate.grant(7000)
    assert.strictEqual(granted(), 1)
    assert.isTrue(turns[0]?.granted)
    let now = 7000
    let before: ReadonlyArray<(typeof turns)[number]> = []
    for (const expected of [3, 7, 15]) {
      now += 100
      const held = turns.filter((turn) => turn.granted && !before.includes(turn))
      before = turns.filter((turn) => turn.granted)
      gate.answered(now, now)
      for (const turn of held) gate.release(turn, now)
      assert.strictEqual(granted(), expected)
    }
    gate.answered(now + 100, now + 100)
    assert.isTrue(gate.isOpen)
    assert.strictEqual(granted(), 40)
  })

  it("gives one turn more after each answer of a host that had too much to do", () => {
    const gate = new HostGate()
    gate.failed(failure(0, { asked: 0 }))
    const turns = Array.from({ length: 40 }, () => gate.enqueue(500))
    const granted = () => turns.filter((turn) => turn.granted).length
    gate.grant(1000)
    assert.strictEqual(granted(), 1)
    let before: ReadonlyArray<(typeof turns)[number]> = []
    for (const expected of [3, 6, 10, 15]) {
      const held = turns.filter((turn) => turn.granted && !before.includes(turn))
      before = turns.filter((turn) => turn.granted)
      gate.answered(1000, 1100)
      for (const turn of held) gate.release(turn, 1100)
      assert.strictEqual(granted(), expected)
    }
    assert.isFalse(gate.isOpen)
  })

  it("gives one turn first, and then one more after each answer, where the host answered slowly before", () => {
    const gate = new HostGate(2001)
    const turns = Array.from({ length: 40 }, () => gate.enqueue(0))
    const granted = () => turns.filter((turn) => turn.granted).length
    assert.deepStrictEqual([granted(), gate.isOpen], [1, false])
    let now = 0
    let before: ReadonlyArray<(typeof turns)[number]> = []
    // The last of them is quick: there the room doubles.
    for (const [took, expected] of [[2500, 3], [3000, 6], [900, 12]] as const) {
      const held = turns.filter((turn) => turn.granted && !before.includes(turn))
      before = turns.filter((turn) => turn.granted)
      now += took
      gate.answered(now - took, now)
      for (const turn of held) gate.release(turn, now)
      assert.strictEqual(granted(), expected)
    }
    assert.isTrue(new HostGate(2000).isOpen)
  })

  it("leaves a host that refuses alone for twice as long as its last answer took, up to ten seconds", () => {
    const pauseAfter = (took: number): number => {
      const gate = new HostGate()
      gate.answered(0, took)
      gate.failed(failure(took, { asked: 0 }))
      return gate.closedUntil - took
    }
    assert.deepStrictEqual([0, 500, 501, 4000, 60_000].map(pauseAfter), [1000, 1000, 1002, 8000, 10_000])
    const gate = new HostGate(8000)
    gate.failed(failure(0, { asked: 0 }))
    assert.strictEqual(gate.closedUntil, 10_000)
    gate.failed(failure(10_000, { asked: 0 }))
    assert.strictEqual(gate.closedUntil - 10_000, 20_000)
    const gone = new HostGate(8000)
    gone.failed(failure(0))
    assert.strictEqual(gone.closedUntil, 1000)
  })

  it("stays closed for five minutes at most, whatever the host asks for", () => {
    const gate = new HostGate()
    gate.failed(failure(0, { asked: 3_600_000 }))
    assert.strictEqual(gate.closedUntil, 300_000)
  })

  it("keeps the pause that a host asked for, whatever it answers to what was on its way before", () => {
    const gate = new HostGate()
    gate.failed(failure(1000, { asked: 30_000 }))
    gate.answered(900, 1100)
    assert.strictEqual(gate.closedUntil, 31_000)
    assert.isFalse(gate.sends(1100))
  })

  it("closes again at the first failure while it is not open yet", () => {
    const gate = closed()
    gate.answered(7000, 7000)
    assert.isFalse(gate.isOpen)
    gate.failed(failure(8000))
    assert.isAbove(gate.closedUntil, 8000)
  })

  it("has a request of a transfer under way for each turn, and no more", () => {
    const gate = closed()
    const turn = gate.enqueue(3000)
    assert.isFalse(gate.sends(6999))
    gate.grant(7000)
    assert.isTrue(gate.sends(7000))
    assert.isFalse(gate.sends(7001))
    gate.ended(7002)
    gate.release(turn, 7002)
    assert.isFalse(gate.sends(7003), "nobody has a turn")
  })

  it("passes a turn on that is given back unused", () => {
    const gate = closed()
    const [first, second] = [gate.enqueue(3000), gate.enqueue(3000)]
    gate.grant(7000)
    assert.deepStrictEqual([first.granted, second.granted], [true, false])
    gate.release(first, 7000)
    assert.isTrue(second.granted)
  })
})
