/** Lists of the product API that end where all has been listed, whatever the service makes of the size and the total. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ProductFiles from "../../../../src/layers/storage/product/ProductFiles.js"
import { DriveApi } from "../../../../src/services/DriveApi.js"
import { eachPage } from "../../../../src/services/files/eachPage.js"
import { apiLayer, data, fakeProduct } from "../../api/fakeProduct.js"

const names = Array.from({ length: 30 }, (_, index) => `n${index}`)

const rowOf = (name: string) => ({ file_id: name, file_name: name, file_type: 1, file_size: 1 })

/** What the service makes of a page: which names it has, and how many it says there are. */
type Page = (page: number, pageSize: number) => { readonly names: ReadonlyArray<string>; readonly total?: number }

const slice = (page: number, size: number) => names.slice((page - 1) * size, page * size)

const listed = (page: Page, pageSize: number) => {
  const fake = fakeProduct(({ query }) => {
    const asked = new URLSearchParams(query)
    const answer = page(Number(asked.get("page")), Number(asked.get("page_size")))
    return data({ list: answer.names.map(rowOf), total: answer.total })
  })
  return Effect.gen(function*() {
    const files = ProductFiles.make(yield* DriveApi, "s1")
    const found: Array<string> = []
    yield* eachPage(
      (cursor) => files.list({ pageSize, cursor }),
      (items) => found.push(...items.map(({ name }) => name))
    )
    return { found, calls: fake.asked.length }
  }).pipe(Effect.provide(apiLayer(fake.layer)))
}

describe("a list is read to its end", () => {
  const cases: ReadonlyArray<readonly [what: string, page: Page, pageSize: number, calls: number]> = [
    ["where pages are as large as was asked", (page, size) => ({ names: slice(page, size), total: 30 }), 10, 3],
    ["where the service gives smaller pages", (page) => ({ names: slice(page, 10), total: 30 }), 50, 3],
    ["where its last page is smaller still", (page) => ({ names: slice(page, 12), total: 30 }), 100, 3],
    ["where the total is 0", (page, size) => ({ names: slice(page, size), total: 0 }), 10, 4],
    ["where the total is that of the page", (page, size) => ({ names: slice(page, size), total: 9 }), 10, 4],
    ["where there is no total", (page, size) => ({ names: slice(page, size) }), 20, 2]
  ]
  for (const [what, page, pageSize, calls] of cases) {
    it.effect(what, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* listed(page, pageSize), { found: names, calls })
      }))
  }

  it.effect("where the total counts what is not listed, with one call that finds nothing", () =>
    Effect.gen(function*() {
      const shown = names.slice(1)
      const page: Page = (number) => ({ names: number === 1 ? shown : [], total: 30 })
      assert.deepStrictEqual(yield* listed(page, 50), { found: shown, calls: 2 })
    }))

  it.effect("that does not come where the last page is given again and again", () =>
    Effect.gen(function*() {
      const page: Page = () => ({ names: slice(1, 20), total: 30 })
      assert.strictEqual((yield* listed(page, 50)).calls, 2)
    }))
})
