import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { createTestDrive, TestDrive } from "effect-drive/testing"
import { Emulator } from "../../../emulator/src/Emulator.js"
import { AssetFolders } from "../../../src/services/AssetFolders.js"
import { Assets } from "../../../src/services/Assets.js"
import { Files } from "../../../src/services/Files.js"
import { RecycleBin } from "../../../src/services/RecycleBin.js"
import { Session } from "../../../src/services/Session.js"
import { Uploads } from "../../../src/services/Uploads.js"

const signedIn = Effect.gen(function*() {
  yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
  return yield* Assets
})

const rejected = (promise: Promise<unknown>) =>
  promise.then(() => assert.fail("it should have rejected"), (error: { readonly _tag: string }) => error)

describe("Assets", () => {
  it.effect("an uploaded file is one: listed, starred, permitted, put into a folder, recycled", () =>
    Effect.gen(function*() {
      const assets = yield* signedIn
      const uploads = yield* Uploads
      const { assetId = "", fileId } = yield* (yield* uploads.start({ source: "one", name: "one.txt" })).await
      yield* (yield* uploads.start({ source: "two", name: "two.txt" })).await
      const names = Effect.map(assets.list(), ({ items }) => items.map(({ name }) => name))
      assert.deepStrictEqual(yield* names, ["two.txt", "one.txt"])
      const paged = yield* assets.list({ pageSize: 1 })
      assert.deepStrictEqual([paged.items.length, paged.total, paged.next], [1, 2, "2"])

      yield* assets.star({ assetId })
      const starred = yield* assets.list({ starred: true })
      assert.deepStrictEqual(starred.items.map((asset) => [asset.name, asset.starred]), [["one.txt", true]])
      yield* assets.star({ assetId, starred: false })
      assert.deepStrictEqual((yield* assets.list({ starred: true })).items, [])

      yield* assets.setPermission({ assetId, rawAction: "view" })
      const { folderId } = yield* (yield* AssetFolders).create({ name: "kept" })
      yield* assets.update({ assetId, name: "uno.txt", folderId })
      const asset = yield* assets.get(assetId)
      assert.deepInclude({ ...asset }, { name: "uno.txt", rawAction: "view", folderId, fileId, starred: false })
      assert.deepStrictEqual((yield* assets.list({ folderId })).items.map(({ name }) => name), ["uno.txt"])
      assert.strictEqual((yield* (yield* Files).info(fileId)).name, "uno.txt")
      yield* assets.update({ assetId, folderId: null })
      assert.deepStrictEqual((yield* assets.list({ folderId })).items, [])

      assert.strictEqual((yield* assets.file(assetId)).fileId, fileId)
      const { downloadUrl, url } = yield* assets.downloadUrl(assetId)
      assert.strictEqual(url, downloadUrl)
      assert.match(Redacted.value(url), /^http/)

      yield* Effect.flip(assets.recycle([assetId, "no such asset"]))
      assert.strictEqual((yield* names).length, 2)
      yield* assets.recycle([assetId])
      assert.deepStrictEqual(yield* names, ["two.txt"])
      assert.deepInclude(yield* Effect.flip(assets.get(assetId)), { _tag: "ApiError", code: "NotFound.Asset" })
      yield* (yield* RecycleBin).restore([fileId])
      assert.deepStrictEqual((yield* assets.list()).items.map(({ name }) => name), ["two.txt", "uno.txt"])
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("create and update with a file go through the upload engine and keep the asset", () =>
    Effect.gen(function*() {
      const assets = yield* signedIn
      const { folderId } = yield* (yield* AssetFolders).create({ name: "kept" })
      const made = yield* assets.create({ file: "first", name: "a.txt", folderId, rawAction: 3 })
      assert.include((yield* Uploads).list(), made.id)
      const { assetId = "", fileId } = yield* made.await
      assert.deepInclude({ ...yield* assets.get(assetId) }, { name: "a.txt", folderId, rawAction: 3, fileId })

      const changed = yield* assets.update({ assetId, file: "second!", name: "b.txt", folderId: null })
      assert.strictEqual((yield* changed.await).fileId, fileId)
      const asset = yield* assets.get(assetId)
      assert.deepInclude({ ...asset }, { name: "b.txt", fileId })
      assert.isUndefined(asset.folderId)
      assert.strictEqual(asset.file?.size, 7)
      const unnamed = yield* assets.update({ assetId, file: "third" })
      yield* unnamed.await
      assert.deepInclude({ ...(yield* assets.file(assetId)) }, { name: "b.txt", size: 5 })
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("what follows the upload is done also when nobody waits for it", () =>
    Effect.gen(function*() {
      const assets = yield* signedIn
      yield* assets.create({ file: "x", name: "x.txt", rawAction: "view" })
      const permitted = Effect.map(assets.list(), ({ items: [asset] }) => asset?.rawAction)
      yield* Effect.repeat(Effect.zipLeft(permitted, Effect.yieldNow()), { until: (action) => action === "view" })
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("and also when the upload failed first and was retried", () =>
    Effect.gen(function*() {
      const assets = yield* signedIn
      const { faults } = yield* Emulator
      const refuse = {
        match: { target: "s3", method: "PUT" },
        times: 1,
        action: { _tag: "status", status: 403 }
      } as const
      faults.add([refuse])
      const upload = yield* assets.create({ file: "x", name: "x.txt", rawAction: "view" })
      assert.strictEqual((yield* Effect.flip(upload.await))._tag, "SignedPutFailed")
      assert.deepStrictEqual((yield* assets.list()).items, [])
      yield* (yield* Uploads).retry(upload.id)
      const permitted = Effect.map(assets.list(), ({ items: [asset] }) => asset?.rawAction)
      yield* Effect.repeat(Effect.zipLeft(permitted, Effect.yieldNow()), { until: (action) => action === "view" })
      assert.deepStrictEqual([...faults.remaining()], [])
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("one without a file gets its file by an update; one of an existing file is that file's own", () =>
    Effect.gen(function*() {
      const assets = yield* signedIn
      const { assetId } = yield* assets.create({ name: "later" })
      assert.deepInclude(yield* Effect.flip(assets.file(assetId)), { _tag: "FileNotFound" })
      const upload = yield* assets.update({ assetId, file: "bytes", name: "now.txt" })
      assert.strictEqual((yield* upload.await).assetId, assetId)
      const { fileId = "" } = yield* assets.get(assetId)
      assert.strictEqual((yield* assets.file(assetId)).name, "now.txt")
      assert.strictEqual((yield* assets.create({ fileId })).assetId, assetId)
      assert.deepInclude(yield* Effect.flip(assets.create({ fileId: "nothing" })), { _tag: "FileNotFound" })
      const { assetId: other } = yield* assets.create({ name: "other" })
      yield* assets.recycle([other])
      assert.deepStrictEqual((yield* assets.list()).items.map((asset) => asset.assetId), [assetId])
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect.each([
    { limit: 1000, size: 1001, chunkSize: undefined, multipart: "done" },
    { limit: 1000, size: 1000, chunkSize: undefined, multipart: undefined },
    { limit: undefined, size: 5_242_880, chunkSize: undefined, multipart: undefined },
    { limit: undefined, size: 5_242_881, chunkSize: undefined, multipart: "done" },
    { limit: 9_000_000, size: 5_242_881, chunkSize: undefined, multipart: "done" },
    { limit: undefined, size: 10, chunkSize: 5_242_880, multipart: "done" }
  ])(
    "goes up in parts over the limit or with a chunk size: %o",
    ({ chunkSize, limit, multipart, size }) =>
      Effect.gen(function*() {
        const assets = yield* signedIn
        const uploads = yield* Uploads
        const { assetId = "" } = yield* (yield* assets.create({ file: "small", name: "a.bin" })).await
        const upload = yield* assets.update({ assetId, file: new Uint8Array(size).fill(7), chunkSize })
        yield* upload.await
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, multipart)
        assert.strictEqual((yield* assets.file(assetId)).size, size)
      }).pipe(Effect.provide(TestDrive.layer({ drive: { assets: { sizeLimit: limit } } })))
  )

  it.effect.each(["s3-archive", "cos-legacy"])(
    "are there in a space that is not selected, also on cos: %s",
    (spaceId) =>
      Effect.gen(function*() {
        const assets = yield* signedIn
        const { assetId } = yield* assets.create({ name: "a" }, { spaceId })
        assert.deepStrictEqual((yield* assets.list({}, { spaceId })).items.map((asset) => asset.assetId), [assetId])
        assert.deepStrictEqual((yield* assets.list()).items, [])
        assert.deepInclude(yield* Effect.flip(assets.get(assetId)), { _tag: "ApiError", code: "NotFound.Asset" })
      }).pipe(Effect.provide(TestDrive.layer()))
  )

  it.effect.each(["s3", "oss", "pds"] as const)(
    "on %s bytes are stored, replaced and fetched",
    (platform) =>
      Effect.gen(function*() {
        const assets = yield* signedIn
        const { folderId } = yield* (yield* AssetFolders).create({ name: "kept" })
        const made = yield* assets.create({ file: "first", name: "a.txt", folderId, rawAction: "view" })
        const { assetId = "" } = yield* made.await
        assert.deepInclude({ ...yield* assets.get(assetId) }, { name: "a.txt", folderId, rawAction: "view" })
        yield* (yield* assets.update({ assetId, file: "second!" })).await
        assert.deepInclude({ ...yield* assets.file(assetId) }, { name: "a.txt", size: 7 })
        const { url } = yield* assets.downloadUrl(assetId)
        const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
        const answer = yield* client.get(Redacted.value(url))
        assert.strictEqual(yield* answer.text, "second!")
        assert.deepStrictEqual((yield* assets.list({ folderId })).items.map((asset) => asset.assetId), [assetId])
      }).pipe(
        Effect.provide(
          Layer.provideMerge(Emulator.httpClient, TestDrive.layer({ spaces: [{ spaceId: "one", platform }] }))
        )
      )
  )

  it("have a Promise face with the handles of uploads", async () => {
    const drive = await createTestDrive()
    const upload = await drive.assets.create({ file: "text", name: "a.txt" })
    assert.strictEqual(drive.uploads.get(upload.id)?.id, upload.id)
    const { assetId = "" } = await upload.done
    const { items } = await drive.assets.list({}, { signal: AbortSignal.timeout(10_000) })
    assert.deepStrictEqual(items.map((asset) => String(asset.assetId)), [String(assetId)])
    const link = await drive.assets.downloadUrl(assetId)
    assert.match(link.href, /^http/)
    assert.notInclude(JSON.stringify(link), link.href)

    const controller = new AbortController()
    const again = await drive.assets.update({ assetId, file: new Uint8Array(6_000_000) }, { signal: controller.signal })
    const reason = new Error("no more")
    controller.abort(reason)
    assert.strictEqual(await rejected(again.done), reason as unknown)
    assert.strictEqual((await drive.assets.file(assetId)).size, 4)
    assert.deepInclude(await rejected(drive.assets.update({ assetId: "" })), { _tag: "InvalidInput" })
    await drive.dispose()
  })
})
