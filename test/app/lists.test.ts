import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { sortInSlices } from "../../app/src/files/sortInSlices.js"
import { orderOf } from "../../app/src/parts/grid/GridModel.js"
import { rowsLayout, tilesLayout } from "../../app/src/parts/grid/layout.js"
import { itemsUnder } from "../../app/src/parts/grid/rubberBand.js"
import { makeSelection } from "../../app/src/parts/grid/Selection.js"

const ids = Array.from({ length: 10 }, (_, index) => `f${index}`)
const order = orderOf(ids, (id) => id)

describe("selection", () => {
  it("a range goes from the last one that was selected alone, also when it turns round", () => {
    const selection = makeSelection()
    selection.select("f4")
    selection.extend("f6", order)
    assert.deepStrictEqual([...selection.ids()], ["f4", "f5", "f6"])
    selection.extend("f2", order)
    assert.deepStrictEqual([...selection.ids()], ["f2", "f3", "f4"])
    assert.strictEqual(selection.focused(), "f2")
  })

  it("a change tells the rows that changed, and no other", () => {
    const selection = makeSelection()
    const told: Array<string> = []
    for (const id of ids) selection.subscribeTo(id, () => told.push(id))
    selection.select("f1")
    told.length = 0
    selection.toggle("f3")
    assert.deepStrictEqual(told.toSorted(), ["f1", "f3", "f3"])
  })

  it("what is gone is selected no more", () => {
    const selection = makeSelection()
    selection.replace(["f1", "f2", "f3"])
    selection.focus("f2")
    selection.retain((id) => id !== "f2")
    assert.deepStrictEqual([...selection.ids()], ["f1", "f3"])
    assert.strictEqual(selection.focused(), undefined)
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
