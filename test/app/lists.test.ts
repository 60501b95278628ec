import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { sortInSlices } from "../../app/src/files/sortInSlices.js"
import { orderOf } from "../../app/src/parts/grid/GridModel.js"
import { rowsLayout, tilesLayout } from "../../app/src/parts/grid/layout.js"
import { itemsUnder } from "../../app/src/parts/grid/rubberBand.js"
import { Selection } from "../../src/react/Selection.js"

const ids = Array.from({ length: 10 }, (_, index) => `f${index}`)

describe("selection", () => {
  it("a range goes from the last one that was selected alone, also when it turns round", () => {
    const selection = new Selection(() => ids)
    selection.select("f4")
    selection.select("f6", "range")
    assert.deepStrictEqual([...selection.selected], ["f4", "f5", "f6"])
    selection.select("f2", "range")
    assert.deepStrictEqual([...selection.selected], ["f2", "f3", "f4"])
    assert.strictEqual(selection.focused, "f2")
  })

  it("a range begins anew once nothing is selected", () => {
    const selection = new Selection(() => ids)
    selection.select("f4")
    selection.clear()
    selection.select("f6", "range")
    assert.deepStrictEqual([...selection.selected], ["f6"])
  })

  it("the whole hears of the focus too", () => {
    const selection = new Selection(() => ids)
    const focused: Array<string | undefined> = []
    const end = selection.subscribeAll(() => focused.push(selection.focused))
    selection.moveFocus("f1")
    selection.moveFocus("f1")
    selection.moveFocus(undefined)
    end()
    selection.moveFocus("f2")
    assert.deepStrictEqual(focused, ["f1", undefined])
  })

  it("a change tells the rows that changed, and no other", () => {
    const selection = new Selection(() => ids)
    const told: Array<string> = []
    for (const id of ids) selection.subscribe(() => told.push(id), id)
    selection.select("f1")
    told.length = 0
    selection.select("f3", "toggle")
    assert.deepStrictEqual(told.toSorted(), ["f1", "f3", "f3"])
  })

  it("what is gone is selected no more", () => {
    const selection = new Selection(() => ids)
    selection.replace(["f1", "f2", "f3"])
    selection.moveFocus("f2")
    selection.retain(ids.filter((id) => id !== "f2"))
    assert.deepStrictEqual([...selection.selected], ["f1", "f3"])
    assert.strictEqual(selection.focused, undefined)
  })
})

describe("layout", () => {
  const tiles = tilesLayout({ width: 1000, tile: 200, folders: 7, files: 11 })

  it("every item stands in the line that says it holds it", () => {
    fc.assert(fc.property(
      fc.record({ width: fc.integer({ min: 150, max: 3000 }), folders: fc.nat(40), files: fc.nat(200) }),
      ({ files, folders, width }) => {
        const layout = tilesLayout({ width, tile: 200, folders, files })
        for (let item = 0; item < folders + files; item++) {
          const line = layout.lineAt(layout.lineOf(item))
          if (line._tag === "Heading") return false
          if (item < line.first || item >= line.first + line.count) return false
        }
        return true
      }
    ))
  })

  it("arrows go to the item above and below, and into shorter lines", () => {
    assert.strictEqual(tiles.columns, 4)
    assert.strictEqual(tiles.neighbour(1, "down"), 5)
    assert.strictEqual(tiles.neighbour(3, "down"), 6)
    assert.strictEqual(tiles.neighbour(5, "down"), 8)
    assert.strictEqual(tiles.neighbour(8, "up"), 5)
    assert.strictEqual(tiles.neighbour(14, "down"), 17)
    assert.strictEqual(tiles.neighbour(17, "down"), 17)
    assert.strictEqual(tiles.neighbour(0, "up"), 0)
  })

  it("a frame takes the rows that it touches", () => {
    const layout = rowsLayout(100, 44)
    const lines = Array.from({ length: 100 }, (_, index) => ({ index, start: index * 44, end: (index + 1) * 44 }))
    const under = itemsUnder({ left: 0, right: 10, top: 100, bottom: 200 }, layout, lines, 24, 900)
    assert.deepStrictEqual(under, [2, 3, 4])
  })
})

describe("sorting in slices", () => {
  it("is the same as sorting at once, and stable", async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(fc.record({ key: fc.nat(20), id: fc.nat() }), { maxLength: 700 }),
      async (items) => {
        const compare = (one: { key: number }, other: { key: number }) => one.key - other.key
        const sorted = await sortInSlices(items, compare, new AbortController().signal)
        assert.deepStrictEqual(sorted, items.toSorted(compare))
      }
    ))
  })

  it("ends when it is not wanted any more", async () => {
    const items = Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 200_000)
    const stop = new AbortController()
    const sorting = sortInSlices(items, (one, other) => one - other, stop.signal)
    const reason = new Error("another order")
    stop.abort(reason)
    assert.strictEqual(await sorting.then(() => "sorted", (cause: unknown) => cause), reason)
  })
})

describe("the order of a list", () => {
  it("finds each id where it stands, whatever was found before, and none that is not there", () => {
    fc.assert(fc.property(fc.array(fc.nat(12), { maxLength: 40 }), (wanted) => {
      const order = orderOf(ids, (id) => id)
      for (const number of wanted) {
        assert.strictEqual(order.indexOf(`f${number}`), number < ids.length ? number : undefined)
      }
    }))
  })
})
