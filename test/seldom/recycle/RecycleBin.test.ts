import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { createTestDrive, TestDrive } from "effect-drive/testing"
import { FileNotFound } from "../../../src/domain/errors/FileErrors.js"
import * as DriveConfig from "../../../src/layers/api/DriveOptions.js"
import { layer as recycleBinLayer } from "../../../src/seldom/RecycleBinLayer.js"
import { Files } from "../../../src/services/Files.js"
import { RecycleBin } from "../../../src/services/RecycleBin.js"
import { Session } from "../../../src/services/Session.js"
import type { StorageProvider } from "../../../src/services/StorageProvider.js"
import { Uploads } from "../../../src/services/Uploads.js"
import { providerOf, spacesWith } from "../../services/files/fakeProvider.js"

const run = <A, E>(
  bin: Partial<StorageProvider["bin"]>,
  effect: Effect.Effect<A, E, RecycleBin>,
  legacyBatchResult?: boolean
) =>
  Effect.provide(
    effect,
    recycleBinLayer.pipe(
      Layer.provide(spacesWith(providerOf({ bin }))),
      Layer.provide(
        DriveConfig.layer({ apiHost: "https://api.example.com", product: { id: "p", version: "1" }, legacyBatchResult })
      )
    )
  )

const signedIn = Effect.gen(function*() {
  yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
  const files = yield* Files
  const uploads = yield* Uploads
  const bin = yield* RecycleBin
  const put = (name: string, path?: string) =>
    Effect.flatMap(
      uploads.start({ source: name, name, path }),
      (upload) => Effect.map(upload.await, ({ fileId }) => fileId)
    )
  const names = Effect.map(bin.list(), ({ items }) => items.map(({ name }) => name))
  return { bin, files, names, put }
})

describe("RecycleBin", () => {
  it.effect("restores one at a time and tells of each file", () => {
    let running = 0
    let most = 0
    const restore: StorageProvider["bin"]["restore"] = (fileId) =>
      Effect.gen(function*() {
        most = Math.max(most, ++running)
        yield* Effect.yieldNow()
        running--
        if (fileId === "b") return yield* new FileNotFound({ fileId })
        return {}
      })
    const restored = Effect.flatMap(RecycleBin, (bin) => bin.restore(["a", "b", "c", "a"]))
    return Effect.gen(function*() {
      const result = yield* run({ restore }, restored)
      assert.strictEqual(most, 1)
      assert.deepStrictEqual<unknown>(result.successItems, [{ fileId: "a" }, { fileId: "c" }])
      assert.deepStrictEqual(result.errorItems.map(({ error }) => error._tag), ["FileNotFound"])
      assert.deepStrictEqual(yield* run({ restore }, restored, true), { successItems: [], errorItems: [] })
    })
  })

  it.effect("refuses an empty list, the root and a limit that is none, before any call", () =>
    run(
      {},
      Effect.gen(function*() {
        const bin = yield* RecycleBin
        for (const fileIds of [[], ["root"], [".."]]) {
          for (const call of [bin.recycle(fileIds), bin.restore(fileIds)]) {
            assert.deepInclude(yield* Effect.flip(call), { _tag: "InvalidInput", field: "fileIds" })
          }
        }
        for (const limit of [0, -1, 1.5]) {
          assert.deepInclude(yield* Effect.flip(bin.list({ limit })), { _tag: "InvalidInput", field: "limit" })
        }
      })
    ))

  it.effect("asks for 20 by default, and walks the pages", () => {
    const asked: Array<unknown> = []
    const list: StorageProvider["bin"]["list"] = (query) =>
      Effect.sync(() => {
        asked.push(query)
        return { items: [], ...(query.marker === undefined ? { next: "m" } : {}) }
      })
    return run(
      { list },
      Effect.gen(function*() {
        yield* Stream.runDrain((yield* RecycleBin).listAll({ fields: "name" }))
        assert.deepStrictEqual(asked, [
          { fields: "name", marker: undefined, limit: 20 },
          { fields: "name", marker: "m", limit: 20 }
        ])
      })
    )
  })

  it.effect("ends in an error when markers lead round in a circle", () => {
    const next: Readonly<Record<string, string>> = { "": "A", A: "B", B: "A" }
    let calls = 0
    const list: StorageProvider["bin"]["list"] = ({ marker = "" }) =>
      Effect.sync(() => {
        calls++
        return { items: [], next: next[marker] }
      })
    return run(
      { list },
      Effect.gen(function*() {
        const error = yield* Effect.flip(Stream.runDrain((yield* RecycleBin).listAll()))
        assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next" })
        assert.strictEqual(calls, 3)
      })
    )
  })

  it.effect("holds a folder as one item, and gives it back with all that is in it", () =>
    Effect.gen(function*() {
      const { bin, files, names, put } = yield* signedIn
      const a = yield* put("a.txt", "top/deep")
      const top = yield* files.resolve("top")
      yield* files.breadcrumb("top/deep")
      yield* bin.recycle([top])
      assert.deepStrictEqual(yield* names, ["top"])
      assert.strictEqual((yield* Effect.flip(files.info(a)))._tag, "FileNotFound")
      assert.strictEqual((yield* Effect.flip(files.breadcrumb("top/deep")))._tag, "FileNotFound")
      const [item] = (yield* bin.list()).items
      assert.deepStrictEqual([item?.path, item?.isFolder, item?.recycledAt], ["/top", true, 0])
      yield* bin.restore([top])
      assert.strictEqual(yield* files.resolve("top/deep/a.txt"), a)
      assert.deepStrictEqual(yield* names, [])
      const again = yield* bin.restore([top])
      assert.deepStrictEqual(again.errorItems.map(({ error }) => error._tag), ["FileNotFound"])
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("restores to the root what has lost its folder, and numbers a name that was taken", () =>
    Effect.gen(function*() {
      const { bin, files, names, put } = yield* signedIn
      const a = yield* put("a.txt", "top")
      const top = yield* files.resolve("top")
      yield* bin.recycle([a])
      yield* files.remove([top])
      yield* put("a.txt")
      assert.deepStrictEqual(yield* names, ["a.txt"])
      yield* bin.restore([a])
      assert.strictEqual(yield* files.resolve("a (1).txt"), a)
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("what was recycled by itself stays when its folder comes back", () =>
    Effect.gen(function*() {
      const { bin, files, names, put } = yield* signedIn
      const a = yield* put("a.txt", "top")
      const top = yield* files.resolve("top")
      yield* bin.recycle([a])
      yield* TestClock.adjust("1 second")
      yield* bin.recycle([top])
      assert.deepStrictEqual(yield* names, ["top", "a.txt"])
      yield* bin.restore([top])
      assert.deepStrictEqual(yield* names, ["a.txt"])
      yield* bin.restore([a])
      assert.strictEqual(yield* files.resolve("top/a.txt"), a)
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("gives pages, also when what a marker names is gone; another space's marker is refused", () =>
    Effect.gen(function*() {
      const { bin, files, put } = yield* signedIn
      const fileIds = yield* Effect.forEach(["a", "b", "c", "d", "e"], (name) => put(name))
      yield* bin.recycle(fileIds)
      const first = yield* bin.list({ limit: 2 })
      assert.strictEqual(first.items.length, 2)
      yield* files.remove(first.items.map(({ fileId }) => fileId))
      const rest = yield* Stream.runCollect(bin.listAll({ limit: 2, marker: first.next }))
      const seen = [...first.items, ...rest].map(({ name }) => name)
      assert.deepStrictEqual(seen.sort(), ["a", "b", "c", "d", "e"])
      const stranger = yield* Effect.flip(bin.list({ marker: first.next }, { spaceId: "s3-archive" }))
      assert.deepInclude(stranger, { _tag: "ApiError", code: "InvalidParameter.marker" })
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("is cleared for good, at once or as a task", () =>
    Effect.gen(function*() {
      const { bin, files, names, put } = yield* signedIn
      const a = yield* put("a")
      assert.match((yield* bin.recycle([a], { isAsync: true })).successItems[0]?.asyncTaskId ?? "", /^\w+$/)
      assert.deepStrictEqual(yield* bin.clear(), {})
      assert.deepStrictEqual(yield* names, [])
      assert.strictEqual((yield* bin.restore([a])).errorItems.length, 1)
      assert.strictEqual((yield* Effect.flip(files.info(a)))._tag, "FileNotFound")
      assert.match((yield* bin.clear({ isAsync: true })).asyncTaskId ?? "", /^\w+$/)
    }).pipe(Effect.provide(TestDrive.layer())))

  it("has a Promise face", async () => {
    const drive = await createTestDrive()
    const { fileId } = await drive.uploads.start({ source: "hello", name: "a.txt" }).done
    await drive.recycleBin.recycle([fileId], { isAsync: false, signal: AbortSignal.timeout(10_000) })
    const names: Array<string> = []
    for await (const item of drive.recycleBin.listAll()) names.push(item.name)
    assert.deepStrictEqual(names, ["a.txt"])
    assert.strictEqual((await drive.recycleBin.restore([fileId])).successItems.length, 1)
    assert.deepStrictEqual(await drive.recycleBin.clear(), {})
    await drive.dispose()
  })
})
