import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref, Stream } from "effect"
import { allPages } from "../../../src/services/files/eachPage.js"

const after: Readonly<Record<string, string>> = { "": "A", A: "B", B: "A" }

describe("a list as one stream", () => {
  it.effect("gives the pages in order, and ends", () =>
    Effect.gen(function*() {
      const numbers = allPages((cursor = "1") =>
        Effect.succeed({
          items: [`${cursor}a`, `${cursor}b`],
          ...(cursor === "3" ? {} : { next: `${Number(cursor) + 1}` })
        })
      )
      assert.deepStrictEqual([...(yield* Stream.runCollect(numbers))], ["1a", "1b", "2a", "2b", "3a", "3b"])
    }))

  it.effect("ends in an error when cursors lead round in a circle", () =>
    Effect.gen(function*() {
      const calls = yield* Ref.make(0)
      const circle = allPages((cursor = "") =>
        Effect.as(Ref.update(calls, (count) => count + 1), { items: [cursor], next: after[cursor] })
      )
      const error = yield* Effect.flip(Stream.runDrain(circle))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next" })
      assert.strictEqual(yield* Ref.get(calls), 3)
    }))
})
