import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createTestDrive, TestDrive } from "effect-drive/testing"
import { AssetFolders } from "../../../src/services/AssetFolders.js"
import { Session } from "../../../src/services/Session.js"

describe("AssetFolders", () => {
  it.effect("are created, listed in pages, renamed, pinned and removed, by space", () =>
    Effect.gen(function*() {
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      const folders = yield* AssetFolders
      const names = Effect.map(folders.list(), ({ items }) => items.map(({ name }) => name))
      const made = yield* Effect.forEach(["a", "b", "c 🎉"], (name) => folders.create({ name }))
      const [a, b, c] = made.map(({ folderId }) => folderId)
      yield* folders.pin({ folderId: c ?? "" })
      yield* folders.rename({ folderId: b ?? "", name: "B" })
      assert.deepStrictEqual(yield* names, ["c 🎉", "a", "B"])
      const first = yield* folders.list({ pageSize: 2 })
      assert.deepStrictEqual([first.items.length, first.total, first.next], [2, 3, "2"])
      assert.deepStrictEqual((yield* folders.list({ page: 9 })).items, [])
      assert.deepStrictEqual((yield* folders.list({}, { spaceId: "s3-archive" })).items, [])
      yield* folders.pin({ folderId: c ?? "", pinned: false })
      const stranger = yield* Effect.flip(folders.remove([a ?? ""], { spaceId: "s3-archive" }))
      assert.deepInclude(stranger, { _tag: "ApiError", code: "NotFound.AssetFolder" })
      yield* Effect.flip(folders.remove([a ?? "", "nothing"]))
      assert.deepStrictEqual(yield* names, ["a", "B", "c 🎉"])
      yield* folders.remove([a ?? "", c ?? ""])
      assert.deepStrictEqual(yield* names, ["B"])
    }).pipe(Effect.provide(TestDrive.layer())))

  it("have a Promise face", async () => {
    const drive = await createTestDrive()
    const { folderId } = await drive.assetFolders.create({ name: "a" })
    await drive.assetFolders.pin({ folderId }, { signal: AbortSignal.timeout(10_000) })
    assert.deepStrictEqual((await drive.assetFolders.list()).items, [{ folderId, name: "a", pinned: true }])
    await drive.dispose()
  })
})
