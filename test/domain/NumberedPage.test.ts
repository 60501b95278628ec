import { assert, describe, it } from "@effect/vitest"
import * as NumberedPage from "../../src/domain/NumberedPage.js"

describe("a numbered page", () => {
  const cases: ReadonlyArray<
    readonly [what: string, items: number, total: number | null | undefined, next: string | undefined]
  > = [
    ["is the last where all has come", 2, 6, undefined],
    ["has one after it where the total says so", 2, 7, "4"],
    ["that is empty is the last whatever the total says", 0, 99, undefined],
    ["that is full has one after it where there is no total", 2, null, "4"],
    ["that is short is the last where there is no total", 1, undefined, undefined],
    ["that is full has one after it where the total cannot be", 2, 0, "4"],
    ["that is short is the last where the total cannot be", 1, 0, undefined]
  ]
  for (const [what, items, total, next] of cases) {
    it(what, () => {
      const page = NumberedPage.make(Array.from({ length: items }), total, { page: 3, pageSize: 2 })
      assert.strictEqual(page.next, next)
    })
  }
})
