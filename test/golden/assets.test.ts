import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as UploadSourcesNode from "../../src/layers/node/UploadSourcesNode.js"
import { layer as assetsLayer } from "../../src/seldom/assets/AssetsLayer.js"
import { Assets } from "../../src/services/Assets.js"
import { Spaces } from "../../src/services/Spaces.js"
import { Uploads } from "../../src/services/Uploads.js"
import { clientLayer, serve } from "./harness.js"

const noSpace = Layer.mock(Spaces, { current: () => Effect.succeed(undefined) })

const options = { spaceId: "space 1" }

/** Nothing is uploaded here. */
const noUploads = Layer.mock(Uploads, {
  list: () => [],
  get: () => undefined,
  snapshot: () => undefined,
  subscribe: () => () => {},
  totals: () => {
    throw new Error("the test has no such call")
  },
  subscribeTotals: () => () => {}
})

const assetsAt = (origin: string) =>
  assetsLayer.pipe(
    Layer.provide(Layer.mergeAll(noSpace, noUploads, UploadSourcesNode.layer)),
    Layer.provide(clientLayer(origin))
  )

const rejected = (call: Effect.Effect<unknown, { readonly _tag: string }>) =>
  Effect.map(Effect.flip(call), (error) => "field" in error ? `${error._tag} ${error.field}` : error._tag)

describe("golden requests of assets", () => {
  it.scopedLive("create, update, list, get, file, down-url, recycle, star and permission", () =>
    Effect.gen(function*() {
      const golden = yield* serve("assets.json", [
        "create",
        "createOfFile",
        "update",
        "list",
        "listNarrow",
        "get",
        "file",
        "fileGone",
        "downloadUrl",
        "downloadUrlMissing",
        "recycle",
        "star",
        "unstar",
        "permission",
        "denied"
      ])
      yield* Effect.gen(function*() {
        const assets = yield* Assets
        assert.strictEqual((yield* assets.create({ name: "new" }, options)).assetId, "a-2")
        const made = yield* assets.create({ fileId: "f-1", folderId: "d-1", rawAction: 2 }, options)
        assert.deepInclude<object>({ ...made }, { assetId: "a-3", fileId: "f-1", name: "Ü.txt" })
        yield* assets.update({ assetId: "a/1", name: "other", folderId: null, status: 1 }, options)
        const { items, next, total } = yield* assets.list({}, options)
        assert.deepStrictEqual([items.length, total, next], [1, 21, "2"])
        assert.deepInclude<object>({ ...items[0] }, {
          assetId: "a-1",
          rawAction: "read",
          chunkSize: 5_242_880,
          name: "Ü.txt"
        })
        const narrow = { page: 2, pageSize: 5, folderId: "d-1", starred: true }
        assert.deepStrictEqual(yield* assets.list(narrow, options), { items: [] })
        assert.strictEqual((yield* assets.get("a-1", options)).file?.size, 3)
        assert.deepInclude<object>({ ...(yield* assets.file("a-1", options)) }, {
          fileId: "f-1",
          name: "Ü.txt",
          size: 3
        })
        const gone = yield* Effect.flip(assets.file("a-9", options))
        assert.deepStrictEqual([gone._tag, "path" in gone && gone.path], ["FileNotFound", "/asset/a-9/file"])
        const { downloadUrl, expiresAt, url } = yield* assets.downloadUrl("a-1", options)
        assert.strictEqual(downloadUrl, url)
        assert.include(Redacted.value(url), "https://storage.example/k?")
        assert.strictEqual(expiresAt, Date.parse("2026-11-20T11:55:40Z"))
        const missing = yield* Effect.flip(assets.downloadUrl("a-2", options))
        assert.deepStrictEqual([missing._tag, "field" in missing && missing.field], [
          "TransportError",
          "data.download_url"
        ])
        yield* assets.recycle(["a-1", "a-2", "a-1"], options)
        yield* assets.star({ assetId: "a-1" }, options)
        yield* assets.star({ assetId: "a-1", starred: false }, options)
        yield* assets.setPermission({ assetId: "a-1", rawAction: "read" }, options)
        const denied = assets.setPermission({ assetId: "a-1", rawAction: 0 }, options)
        assert.strictEqual(yield* rejected(denied), "PermissionDenied")
      }).pipe(Effect.provide(assetsAt(golden.origin)))
      yield* golden.verify
    }))

  it.scopedLive("bad input is refused before any call", () =>
    Effect.gen(function*() {
      const golden = yield* serve("assets.json", [])
      yield* Effect.gen(function*() {
        const assets = yield* Assets
        const assetId = "a-1"
        const file = "bytes"
        const withoutSpace = yield* Effect.flip(assets.list())
        assert.deepInclude<object>(withoutSpace, {
          _tag: "InvalidInput",
          field: "spaceId",
          message: "spaceId required"
        })
        const refusals: ReadonlyArray<readonly [string, Effect.Effect<unknown, { readonly _tag: string }>]> = [
          ["file", assets.create({}, options)],
          ["name", assets.create({ name: "" }, options)],
          ["name", assets.create({ name: "ä".repeat(513) }, options)],
          ["name", assets.create({ name: "a/b", file }, options)],
          ["fileId", assets.create({ fileId: "root" }, options)],
          ["fileId", assets.create({ fileId: ".." }, options)],
          ["folderId", assets.create({ name: "a", folderId: "" }, options)],
          ["rawAction", assets.create({ name: "a", rawAction: "" }, options)],
          ["rawAction", assets.create({ file, rawAction: NaN }, options)],
          ["parentFileId", assets.create({ file, parentFileId: "" }, options)],
          ["chunkSize", assets.create({ file, chunkSize: 0 }, options)],
          ["chunkSize", assets.update({ assetId, file, chunkSize: 1.5 }, options)],
          ["parallel", assets.update({ assetId, file, parallel: 0 }, options)],
          ["priority", assets.update({ assetId, file, priority: NaN }, options)],
          ["asset", assets.update({ assetId }, options)],
          ["assetId", assets.update({ assetId: "", name: "a" }, options)],
          ["status", assets.update({ assetId, status: 0.5 }, options)],
          ["folderId", assets.update({ assetId, folderId: "\ud800" }, options)],
          ["page", assets.list({ page: 0 }, options)],
          ["pageSize", assets.list({ pageSize: -1 }, options)],
          ["folderId", assets.list({ folderId: "." }, options)],
          ["assetId", assets.get("", options)],
          ["assetId", assets.file("..", options)],
          ["assetId", assets.downloadUrl("", options)],
          ["assetIds", assets.recycle([], options)],
          ["assetIds", assets.recycle(["a", ""], options)],
          ["assetId", assets.star({ assetId: "" }, options)],
          ["rawAction", assets.setPermission({ assetId, rawAction: "" }, options)],
          ["spaceId", assets.get(assetId, { spaceId: ".." })]
        ]
        for (const [field, call] of refusals) {
          assert.strictEqual(yield* rejected(call), `InvalidInput ${field}`)
        }
      }).pipe(Effect.provide(assetsAt(golden.origin)))
      yield* golden.verify
    }))
})
