import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as ListOrder from "../../src/domain/ListOrder.js"

describe("the order of a list in words", () => {
  const read: ReadonlyArray<readonly [string | undefined, string | undefined]> = [
    [undefined, undefined],
    [" ", undefined],
    ["name", "name"],
    [" Name  DESC ", "Name DESC"],
    ["- size", "-size"],
    ["file_type:asc , updated_at : desc", "file_type:asc,updated_at:desc"],
    ["type desc,created_at", "type desc,created_at"]
  ]
  for (const [order, text] of read) {
    it.effect(`${order} goes to a service as ${text}`, () =>
      Effect.map(ListOrder.make(order), (terms) => assert.strictEqual(ListOrder.format(terms), text)))
  }

  it.effect("means the same by its wire names", () =>
    Effect.map(
      ListOrder.make("file_name, -file_size, file_type asc"),
      (terms) =>
        assert.deepStrictEqual(terms.map(({ descending, field }) => [field, descending]), [
          ["name", false],
          ["size", true],
          ["type", false]
        ])
    ))

  for (const order of ["colour", "name,", ",", "name up", "-name desc", "namedesc", "name desc size", "--name"]) {
    it(`${order} is none`, () => {
      const refused = Either.flip(ListOrder.make(order))
      assert.deepInclude(Either.getOrUndefined(refused), { _tag: "InvalidInput", field: "order" })
    })
  }
})
