import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer as assetFoldersLayer } from "../../src/seldom/assets/AssetFoldersLayer.js"
import { AssetFolders } from "../../src/services/AssetFolders.js"
import { Spaces } from "../../src/services/Spaces.js"
import { clientLayer, serve } from "./harness.js"

const noSpace = Layer.mock(Spaces, { current: () => Effect.succeed(undefined) })

const options = { spaceId: "space 1" }

describe("golden requests of asset folders", () => {
  it.scopedLive("list, create, rename, pin and delete", () =>
    Effect.gen(function*() {
      const golden = yield* serve("assetFolders.json", [
        "list",
        "listLast",
        "create",
        "rename",
        "pin",
        "unpin",
        "delete"
      ])
      yield* Effect.gen(function*() {
        const folders = yield* AssetFolders
        assert.deepStrictEqual(yield* folders.list({}, options), {
          items: [{ folderId: "a-1", name: "Ü", pinned: true }],
          total: 21,
          next: "2"
        })
        assert.deepStrictEqual(yield* folders.list({ page: 2, pageSize: 5 }, options), { items: [] })
        assert.deepStrictEqual(yield* folders.create({ name: "new" }, options), { folderId: "a-2" })
        yield* folders.rename({ folderId: "a/2", name: "other" }, options)
        yield* folders.pin({ folderId: "a-2" }, options)
        yield* folders.pin({ folderId: "a-2", pinned: false }, options)
        yield* folders.remove(["a-1", "a-2", "a-1"], options)
      }).pipe(
        Effect.provide(assetFoldersLayer.pipe(Layer.provide(noSpace), Layer.provide(clientLayer(golden.origin))))
      )
      yield* golden.verify
    }))

  it.scopedLive("bad input is refused before any call", () =>
    Effect.gen(function*() {
      const golden = yield* serve("assetFolders.json", [])
      yield* Effect.gen(function*() {
        const folders = yield* AssetFolders
        const field = (call: Effect.Effect<unknown, { readonly _tag: string }>) =>
          Effect.map(Effect.flip(call), (error) => "field" in error ? error.field : error._tag)
        assert.strictEqual(yield* field(folders.list()), "spaceId")
        assert.strictEqual(yield* field(folders.list({ page: 0 }, options)), "page")
        assert.strictEqual(yield* field(folders.list({ pageSize: 1.5 }, options)), "pageSize")
        assert.strictEqual(yield* field(folders.create({ name: "a/b" }, options)), "name")
        assert.strictEqual(yield* field(folders.rename({ folderId: "..", name: "a" }, options)), "folderId")
        assert.strictEqual(yield* field(folders.pin({ folderId: "" }, options)), "folderId")
        assert.strictEqual(yield* field(folders.remove([], options)), "folderIds")
        assert.strictEqual(yield* field(folders.remove([""], options)), "folderIds")
      }).pipe(
        Effect.provide(assetFoldersLayer.pipe(Layer.provide(noSpace), Layer.provide(clientLayer(golden.origin))))
      )
      yield* golden.verify
    }))
})
