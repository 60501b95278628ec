import { assert, describe, it } from "@effect/vitest"
import * as NumberedPage from "../../src/domain/NumberedPage.js"

/** A service that gives at most so many items a page, however many are asked for. */
interface Service {
  readonly total: number
  readonly most: number
}

/** How many items come until a page is the last, and in how many calls. */
const readAll = ({ most, total }: Service, pageSize: number): { readonly items: number; readonly calls: number } => {
  const size = Math.min(most, pageSize)
  let items = 0
  let page = 1
  for (;;) {
    const length = Math.max(0, Math.min(size, total - (page - 1) * size))
    items += length
    const { next } = NumberedPage.make(Array.from({ length }), total, { page, pageSize })
    if (next === undefined) return { items, calls: page }
    page = Number(next)
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

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
    ["that is short is the last where the total cannot be", 1, 0, undefined],
    ["that is short is the last where it completes the total", 1, 5, undefined],
    ["that is short has one after it where the total says so", 1, 6, "4"],
    ["that is short is the last where as many on each page are the total", 1, 3, undefined]
  ]
  for (const [what, items, total, next] of cases) {
    it(what, () => {
      const page = NumberedPage.make(Array.from({ length: items }), total, { page: 3, pageSize: 2 })
      assert.strictEqual(page.next, next)
    })
  }

  it("takes no call more than it needs where pages are as large as was asked for", () => {
    for (const total of upTo(30)) {
      for (const pageSize of upTo(12)) {
        assert.deepStrictEqual(
          readAll({ total, most: pageSize }, pageSize),
          { items: total, calls: Math.ceil(total / pageSize) },
          `${total} by ${pageSize}`
        )
      }
    }
  })

  it("leaves nothing out where the service gives smaller ones, with one call more at most", () => {
    for (const total of upTo(30)) {
      for (const pageSize of upTo(12)) {
        for (const most of upTo(pageSize)) {
          // From its page alone one cannot tell that the pages before it were small, too.
          const looksLast = (page: number) => (page - 1) * pageSize + most === total && page * most < total
          if (upTo(30).some(looksLast)) continue
          const { calls, items } = readAll({ total, most }, pageSize)
          assert.strictEqual(items, total, `${total} by ${most} of ${pageSize}`)
          assert.isAtMost(calls, Math.ceil(total / most) + 1, `${total} by ${most} of ${pageSize}`)
        }
      }
    }
  })
})
