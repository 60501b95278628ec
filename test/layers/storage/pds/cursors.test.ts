/** Where a page of a pds list begins. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ListOrder from "../../../../src/layers/storage/pds/PdsListOrder.js"

describe("cursors of pds lists", () => {
  it.effect("lead back to their place, whatever is in them", () =>
    Effect.gen(function*() {
      const order = yield* ListOrder.make({})
      for (const spaceId of ["s", "a~b", "~"]) {
        for (const marker of [undefined, "m", "~m~", "file~s~m"]) {
          const place = { phase: "file", marker } as const
          assert.deepStrictEqual(yield* ListOrder.placeOf(spaceId, order, ListOrder.cursorOf(spaceId, place)), place)
        }
      }
    }))

  it.effect("are refused in another space, and in a list in another order", () =>
    Effect.gen(function*() {
      const order = yield* ListOrder.make({})
      const cursor = ListOrder.cursorOf("one", { phase: "folder", marker: "m" })
      const byName = yield* ListOrder.make({ order: "name" })
      for (const refused of [ListOrder.placeOf("other", order, cursor), ListOrder.placeOf("one", byName, cursor)]) {
        assert.deepInclude(yield* Effect.flip(refused), { _tag: "InvalidInput", field: "cursor" })
      }
    }))
})
