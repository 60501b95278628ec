import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FileId } from "../../src/domain/Ids.js"
import { exchangedWith } from "./provider.js"

const exchanged = exchangedWith("recycleBin.json")

describe("golden requests of the recycle bin", () => {
  it.scopedLive("list", () =>
    exchanged(["list", "listLast"], ({ bin }) =>
      Effect.gen(function*() {
        const first = yield* bin.list({ limit: 20 })
        assert.deepStrictEqual<unknown>({ ...first.items[0] }, {
          fileId: "f-1",
          name: "a",
          size: 3,
          type: "file",
          userTags: [],
          path: "/d/a",
          recycledAt: Date.parse("2026-01-02T03:04:05Z")
        })
        assert.strictEqual(first.next, "m1")
        assert.deepStrictEqual(yield* bin.list({ limit: 2, marker: "m1", fields: "name" }), { items: [] })
      })))

  it.scopedLive("recycle", () =>
    exchanged(["recycle", "recycleMissing"], ({ bin }) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* bin.recycle(FileId.make("f/1"), { isAsync: false }), {})
        const error = yield* Effect.flip(bin.recycle(FileId.make("f-9"), { isAsync: true }))
        assert.deepInclude(error, { _tag: "FileNotFound", fileId: "f-9" })
      })))

  it.scopedLive("restore and clear", () =>
    exchanged(["restore", "clear"], ({ bin }) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* bin.restore(FileId.make("f-1"), { isAsync: true }), { asyncTaskId: "t-1" })
        assert.deepStrictEqual(yield* bin.clear({ isAsync: true }), { asyncTaskId: "t-2" })
      })))
})
