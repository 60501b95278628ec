/** The recycle bin. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { FileId, rootFileId } from "../../../../src/domain/Ids.js"
import type { AddCase } from "./cases.js"
import { napping, succeeded } from "./following.js"
import { binned, isGone, later, namesIn, newFolder, put, textOf, unique } from "./storing.js"
import { platform, provider } from "./underTest.js"

const unknown = FileId.make("no-such-file")

const idsIn = (items: ReadonlyArray<{ readonly fileId: string }>) => items.map(({ fileId }) => fileId)

const recycle = Effect.fnUntraced(function*(fileId: FileId) {
  const { bin } = yield* provider
  yield* napping(bin.recycle(fileId, { isAsync: false }))
})

const restore = Effect.fnUntraced(function*(fileId: FileId) {
  const { bin } = yield* provider
  yield* napping(bin.restore(fileId, { isAsync: false }))
})

const nothingBinned = Effect.gen(function*() {
  const { bin } = yield* provider
  yield* napping(bin.clear({ isAsync: false }))
  assert.deepStrictEqual(yield* binned, [])
})

export const cases = (add: AddCase) => {
  for (const isAsync of [false, true]) {
    add(
      ["bin.recycle", "bin.restore", "bin.list", "tasks.get"],
      `recycles a file and a folder, and gives them back, isAsync ${isAsync}`,
      () =>
        Effect.gen(function*() {
          const { bin, downloads, files } = yield* provider
          const { binTasks } = yield* platform
          const name = unique("bin")
          const parentFileId = yield* newFolder(rootFileId, name)
          const folder = yield* newFolder(parentFileId, "folder")
          const inside = yield* put("inside.txt", folder)
          const file = yield* put("file.txt", parentFileId)
          for (const [fileId, type] of [[file, "file"], [folder, "folder"]] as const) {
            const { asyncTaskId } = yield* napping(bin.recycle(fileId, { isAsync }))
            assert.strictEqual(asyncTaskId !== undefined, isAsync && binTasks[type])
            if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
          }
          assert.deepStrictEqual(yield* namesIn(parentFileId), [])
          for (const fileId of [file, folder, inside]) yield* isGone(fileId)
          assert.strictEqual((yield* Effect.flip(files.resolve(`/${name}/file.txt`)))._tag, "FileNotFound")
          assert.strictEqual((yield* Effect.flip(downloads.address(file)))._tag, "FileNotFound")
          const items = new Map((yield* binned).map((item) => [item.fileId, item]))
          assert.isFalse(items.has(inside))
          assert.deepInclude(items.get(file), { name: "file.txt", type: "file", size: 8 })
          assert.deepInclude(items.get(folder), { name: "folder", type: "folder" })
          assert.isNumber(items.get(file)?.recycledAt)

          for (const [fileId, type] of [[file, "file"], [folder, "folder"]] as const) {
            const { asyncTaskId } = yield* napping(bin.restore(fileId, { isAsync }))
            assert.strictEqual(asyncTaskId !== undefined, isAsync && binTasks[type])
            if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
          }
          assert.deepStrictEqual(yield* namesIn(parentFileId), ["file.txt", "folder"])
          assert.strictEqual(yield* files.resolve(`/${name}/folder/inside.txt`), inside)
          assert.deepStrictEqual([yield* textOf(file), yield* textOf(inside)], ["file.txt", "inside.txt"])
          for (const fileId of [file, folder]) assert.notInclude(idsIn(yield* binned), fileId)
        })
    )

    add(
      ["bin.clear", "tasks.get"],
      `clears the bin for good and touches nothing else, isAsync ${isAsync}`,
      () =>
        Effect.gen(function*() {
          const { bin } = yield* provider
          const { binTasks } = yield* platform
          const parentFileId = yield* newFolder()
          const folder = yield* newFolder(parentFileId, "folder")
          const inside = yield* put("inside.txt", folder)
          const kept = yield* put("kept.txt", parentFileId)
          yield* recycle(folder)
          const { asyncTaskId } = yield* napping(bin.clear({ isAsync }))
          assert.strictEqual(asyncTaskId !== undefined, isAsync && binTasks.folder)
          if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
          assert.deepStrictEqual(yield* binned, [])
          for (const fileId of [folder, inside]) yield* isGone(fileId)
          const gone = yield* Effect.flip(bin.restore(folder, { isAsync: false }))
          assert.deepInclude(gone, { _tag: "FileNotFound", fileId: folder })
          assert.strictEqual(yield* textOf(kept), "kept.txt")
          // An empty bin is cleared all the same.
          yield* nothingBinned
        })
    )

    add(
      ["bin.recycleMany"],
      `recycles many with one call where it can, isAsync ${isAsync}`,
      () =>
        Effect.gen(function*() {
          const { bin } = yield* provider
          const { batches, binTasks } = yield* platform
          assert.strictEqual(bin.recycleMany !== undefined, batches)
          if (bin.recycleMany === undefined) return
          const parentFileId = yield* newFolder()
          const fileIds = [yield* put("a.txt", parentFileId), unknown, yield* newFolder(parentFileId, "folder")]
          const { errorItems, successItems } = yield* napping(bin.recycleMany([...fileIds, unknown], { isAsync }))
          assert.deepStrictEqual(idsIn(successItems), fileIds.filter((fileId) => fileId !== unknown))
          assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [
            [unknown, "FileNotFound"]
          ])
          assert.deepStrictEqual(successItems.map(({ asyncTaskId }) => asyncTaskId !== undefined), [
            isAsync && binTasks.file,
            isAsync && binTasks.folder
          ])
          for (const { asyncTaskId } of successItems) if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
          assert.deepStrictEqual(yield* namesIn(parentFileId), [])
          assert.includeMembers(idsIn(yield* binned), idsIn(successItems))
        })
    )
  }

  add(["bin.list"], "lists the bin page by page, the last recycled first", () =>
    Effect.gen(function*() {
      const { bin } = yield* provider
      yield* nothingBinned
      const parentFileId = yield* newFolder()
      const fileIds: Array<string> = []
      for (const name of ["a", "b", "c", "d", "e"]) {
        const fileId = yield* put(name, parentFileId)
        yield* later
        yield* recycle(fileId)
        fileIds.unshift(fileId)
      }
      const first = yield* bin.list({ limit: 2 })
      const second = yield* bin.list({ limit: 2, marker: first.next })
      const third = yield* bin.list({ limit: 2, marker: second.next })
      assert.deepStrictEqual([first, second, third].map(({ items }) => idsIn(items)), [
        fileIds.slice(0, 2),
        fileIds.slice(2, 4),
        fileIds.slice(4)
      ])
      assert.isUndefined(third.next)
      assert.deepStrictEqual(idsIn((yield* bin.list({})).items), fileIds)
      assert.isUndefined((yield* bin.list({ limit: 5 })).next)
      // Nothing is left out when the last of a page is gone before the next is asked for.
      yield* restore(FileId.make(fileIds[1] ?? ""))
      assert.deepStrictEqual(idsIn((yield* bin.list({ limit: 2, marker: first.next })).items), fileIds.slice(2, 4))
      assert.strictEqual((yield* Effect.flip(bin.list({ limit: 2, marker: "no marker" })))._tag, "ApiError")
    }))

  add(
    ["bin.list"],
    "tells of the bin the fields that are asked for, and always what an item is",
    () =>
      Effect.gen(function*() {
        const { bin } = yield* provider
        yield* nothingBinned
        const fileId = yield* put("fields.txt", yield* newFolder())
        yield* recycle(fileId)
        const [all] = (yield* bin.list({ fields: "*" })).items
        assert.deepInclude(all, { fileId, name: "fields.txt", size: 10 })
        assert.isDefined(all?.createdAt)
        assert.isDefined(all?.recycledAt)
        const [some] = (yield* bin.list({ fields: "created_at" })).items
        assert.deepInclude(some, { fileId, name: "fields.txt", type: "file", size: 10, createdAt: all?.createdAt })
        assert.isUndefined(some?.recycledAt)
      })
  )

  add(["bin.restore"], "restores to the root what has lost its folder for good", () =>
    Effect.gen(function*() {
      const { files } = yield* provider
      const parentFileId = yield* newFolder()
      const name = unique("lost")
      const fileId = yield* put(name, parentFileId)
      yield* recycle(fileId)
      yield* napping(files.remove(parentFileId))
      yield* restore(fileId)
      assert.strictEqual(yield* files.resolve(`/${name}`), fileId)
      assert.strictEqual(yield* textOf(fileId), name)
    }))

  add(
    ["bin.restore"],
    "restores to a folder of the same name what has its folder in the bin",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const name = unique("recycled")
        const parentFileId = yield* newFolder(rootFileId, name)
        const fileId = yield* put("file.txt", parentFileId)
        yield* recycle(fileId)
        yield* recycle(parentFileId)
        yield* restore(fileId)
        assert.strictEqual(yield* files.resolve(`/${name}/file.txt`), fileId)
        assert.strictEqual(yield* textOf(fileId), "file.txt")
        assert.include(idsIn(yield* binned), parentFileId)
      })
  )

  add(["bin.restore"], "restores under another name when its own is taken", () =>
    Effect.gen(function*() {
      const parentFileId = yield* newFolder()
      const fileId = yield* put("file.txt", parentFileId, "the first")
      yield* recycle(fileId)
      const taken = yield* put("file.txt", parentFileId, "the second")
      yield* restore(fileId)
      const [one, other, ...more] = yield* namesIn(parentFileId)
      assert.deepStrictEqual(more, [])
      assert.notStrictEqual(one, other)
      assert.deepStrictEqual([yield* textOf(fileId), yield* textOf(taken)], ["the first", "the second"])
    }))

  add(
    ["bin.recycle", "bin.restore"],
    "recycles no file twice, and restores none that is not in the bin",
    () =>
      Effect.gen(function*() {
        const { bin } = yield* provider
        const fileId = yield* put("twice.txt", yield* newFolder())
        const error = (call: typeof bin.recycle | typeof bin.restore, id: FileId) =>
          Effect.flip(call(id, { isAsync: false }))
        assert.deepInclude(yield* error(bin.restore, fileId), { _tag: "FileNotFound", fileId })
        yield* recycle(fileId)
        assert.deepInclude(yield* error(bin.recycle, fileId), { _tag: "FileNotFound", fileId })
        for (const call of [bin.recycle, bin.restore]) {
          assert.deepInclude(yield* error(call, unknown), { _tag: "FileNotFound", fileId: unknown })
        }
        assert.strictEqual(yield* textOf(yield* Effect.as(restore(fileId), fileId)), "twice.txt")
      })
  )
}
