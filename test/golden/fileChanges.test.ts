import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inspect } from "node:util"
import { FileId } from "../../src/domain/Ids.js"
import { exchangedWith } from "./provider.js"

const exchanged = exchangedWith("fileChanges.json")

const ids = (...texts: ReadonlyArray<string>) => texts.map((text) => FileId.make(text))

describe("golden requests of changes to files", () => {
  it.scopedLive("rename", () =>
    exchanged(
      ["renameDefault"],
      (provider) => provider.files.rename({ fileId: FileId.make("f-1"), name: "Neu ü.txt", checkNameMode: "ignore" })
    ))

  it.scopedLive("rename to a name that is taken, by a file or a folder", () =>
    exchanged(["renameTaken", "renameFolderTaken"], (provider) =>
      Effect.gen(function*() {
        for (const fileId of ids("f-1", "d-1")) {
          const error = yield* Effect.flip(provider.files.rename({ fileId, name: "b", checkNameMode: "refuse" }))
          assert.deepInclude(error, { _tag: "NameConflict", name: "b" })
        }
      })))

  it.scopedLive("update-info", () =>
    exchanged(
      ["updateInfo"],
      (provider) => provider.files.updateInfo({ fileId: FileId.make("f-1"), userTags: [{ key: "k", value: "v" }] })
    ))

  it.scopedLive("copy, with an answer for each item", () =>
    Effect.gen(function*() {
      const result = yield* exchanged(["copy"], (provider) =>
        provider.files.copy({
          fileIds: ids("f-1", "f-2"),
          toParentFileId: FileId.make("d-1"),
          checkNameMode: "refuse"
        }))
      assert.deepStrictEqual<unknown>(result.successItems, [
        { fileId: "f-1", newFileId: "f-9", asyncTaskId: "t-1" }
      ])
      assert.strictEqual(result.errorItems.length, 1)
      assert.deepInclude(result.errorItems[0]?.error, { _tag: "FileNotFound", fileId: "f-2" })
      assert.notMatch(inspect(result, { depth: 9 }), /abcdef/)
    }))

  it.scopedLive("copy, with an answer that leaves out a file: it is not known to be copied", () =>
    Effect.gen(function*() {
      const result = yield* exchanged(["copyHalfAnswered"], (provider) =>
        provider.files.copy({
          fileIds: ids("f-1", "f-2", "f-3"),
          toParentFileId: FileId.make("d-1"),
          checkNameMode: "refuse"
        }))
      assert.deepStrictEqual(result.successItems.map(({ fileId }) => fileId), ids("f-1"))
      const [taken, unanswered] = result.errorItems
      assert.deepInclude(taken?.error, {
        _tag: "NameConflict",
        fileId: "f-2",
        message: "the name of file \"f-2\" is taken"
      })
      assert.strictEqual(unanswered?.fileId, FileId.make("f-3"))
      assert.deepInclude(unanswered?.error, { _tag: "TransportError", reason: "Decode", field: "success_items" })
    }))

  it.scopedLive("copy, with an empty list of what was done beside a refusal: nothing is known to be copied", () =>
    Effect.gen(function*() {
      const result = yield* exchanged(["copyNoneDone"], (provider) =>
        provider.files.copy({
          fileIds: ids("f-1", "f-2"),
          toParentFileId: FileId.make("d-1"),
          checkNameMode: "refuse"
        }))
      assert.deepStrictEqual(result.successItems, [])
      assert.deepStrictEqual(result.errorItems.map(({ error, fileId }) => [`${fileId}`, error._tag]), [
        ["f-1", "TransportError"],
        ["f-2", "NameConflict"]
      ])
    }))

  it.scopedLive("move, with an answer that tells nothing of single items", () =>
    Effect.gen(function*() {
      const result = yield* exchanged(["move"], (provider) =>
        provider.files.move({
          fileIds: ids("f-1", "f-2"),
          toParentFileId: FileId.make("root"),
          checkNameMode: undefined
        }))
      assert.deepStrictEqual(result.successItems.map(({ fileId }) => fileId), ids("f-1", "f-2"))
      assert.deepStrictEqual(result.errorItems, [])
    }))

  it.scopedLive("move to a parent that is not there", () =>
    exchanged(["moveWithoutParent"], (provider) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(provider.files.move({
          fileIds: ids("f-1"),
          toParentFileId: FileId.make("gone"),
          checkNameMode: undefined
        }))
        assert.deepInclude(error, { _tag: "ParentNotFound", parentFileId: "gone" })
      })))

  it.scopedLive("move that is refused as a whole: the error names the file, and of several all of them", () =>
    exchanged(["moveTaken", "moveMissing"], (provider) =>
      Effect.gen(function*() {
        const refused = (...fileIds: ReadonlyArray<string>) =>
          Effect.flip(provider.files.move({
            fileIds: ids(...fileIds),
            toParentFileId: FileId.make("d-1"),
            checkNameMode: "refuse"
          }))
        assert.deepInclude(yield* refused("f-1"), { _tag: "NameConflict", fileId: "f-1", parentFileId: "d-1" })
        assert.deepInclude(yield* refused("f-1", "f-2"), { _tag: "FileNotFound", fileIds: ["f-1", "f-2"] })
      })))

  it.scopedLive("remove", () =>
    exchanged(["remove", "removeMissing", "removeSlowly"], (provider) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* provider.files.remove(FileId.make("f/1")), {})
        assert.strictEqual((yield* Effect.flip(provider.files.remove(FileId.make("f-9"))))._tag, "FileNotFound")
        assert.deepStrictEqual(yield* provider.files.remove(FileId.make("d-1")), { asyncTaskId: "t-2" })
      })))
})
