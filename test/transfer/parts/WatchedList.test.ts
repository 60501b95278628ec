import { assert, describe, it } from "@effect/vitest"
import { WatchedList } from "../../../src/services/transfers/WatchedList.js"

interface Entry {
  readonly id: string
  listeners: Set<() => void> | undefined
}

const make = () => new WatchedList<Entry>(() => {}, (cause) => assert.fail(String(cause)))

const entry = (number: number): Entry => ({ id: `upload-${number}`, listeners: undefined })

const inTheNextBreath = () => new Promise<void>((resolve) => setTimeout(resolve))

describe("a list that others watch", () => {
  it("tells of one change at once, and of ten thousand in one loop twice", async () => {
    const list = make()
    const lengths: Array<number> = []
    list.subscribe(() => lengths.push(list.list().length))
    list.add(entry(0))
    assert.deepStrictEqual(lengths, [1])
    await inTheNextBreath()
    assert.deepStrictEqual(lengths, [1])
    for (let number = 1; number <= 10_000; number++) list.add(entry(number))
    assert.deepStrictEqual(lengths, [1, 2])
    assert.strictEqual(list.list().length, 10_001)
    await inTheNextBreath()
    assert.deepStrictEqual(lengths, [1, 2, 10_001])
    for (const one of list.all()) list.remove(one)
    await inTheNextBreath()
    assert.deepStrictEqual(lengths, [1, 2, 10_001, 10_000, 0])
  })

  it("tells of what a listener changes, too", async () => {
    const list = make()
    const lengths: Array<number> = []
    list.subscribe(() => {
      lengths.push(list.list().length)
      if (lengths.length < 4) list.add(entry(lengths.length))
    })
    list.add(entry(0))
    await inTheNextBreath()
    assert.deepStrictEqual(lengths, [1, 2, 3, 4])
  })

  it("tells nobody who has left while others were told, and nobody who has only come then", () => {
    const list = make()
    const told: Array<string> = []
    const leavers: Array<() => void> = []
    list.subscribe(() => {
      told.push("first")
      for (const leave of leavers) leave()
      list.subscribe(() => told.push("newcomer"))
    })
    list.subscribe(() => told.push("second"))
    leavers.push(list.subscribe(() => told.push("leaver")))
    list.subscribe(() => told.push("last"))
    list.add(entry(0))
    assert.notInclude(told, "leaver")
    assert.includeMembers(told, ["first", "second", "last"])
    assert.isAtMost(told.length, 4)
  })
})
