/** Files that go for good. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { FileId } from "../../../../src/domain/Ids.js"
import type { AddCase } from "./cases.js"
import { napping, succeeded } from "./following.js"
import { binned, isGone, namesIn, newFolder, put } from "./storing.js"
import { platform, provider } from "./underTest.js"

const unknown = FileId.make("no-such-file")

const filled = Effect.gen(function*() {
  const parentFileId = yield* newFolder()
  const folder = yield* newFolder(parentFileId, "folder")
  return {
    parentFileId,
    folder,
    inside: yield* put("inside.txt", folder),
    file: yield* put("file.txt", parentFileId),
    kept: yield* put("kept.txt", parentFileId)
  }
})

export const cases = (add: AddCase) => {
  for (const isAsync of [undefined, false, true]) {
    add(
      ["files.remove", "tasks.get"],
      `removes a file and a folder for good, isAsync ${isAsync ?? "left out"}`,
      () =>
        Effect.gen(function*() {
          const { downloads, files } = yield* provider
          const { removeTasks } = yield* platform
          const { file, folder, inside, parentFileId } = yield* filled
          for (const [fileId, type] of [[file, "file"], [folder, "folder"]] as const) {
            const options = isAsync === undefined ? undefined : { isAsync }
            const { asyncTaskId } = yield* napping(files.remove(fileId, options))
            assert.strictEqual(asyncTaskId !== undefined, isAsync === true && removeTasks[type])
            if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
          }
          assert.deepStrictEqual(yield* namesIn(parentFileId), ["kept.txt"])
          for (const fileId of [file, folder, inside]) yield* isGone(fileId)
          assert.strictEqual((yield* Effect.flip(downloads.address(file)))._tag, "FileNotFound")
          const ids = (yield* binned).map(({ fileId }) => fileId)
          for (const fileId of [file, folder, inside]) assert.notInclude(ids, fileId)
        })
    )

    if (isAsync !== undefined) {
      add(
        ["files.removeMany"],
        `removes many with one call where it can, isAsync ${isAsync}`,
        () =>
          Effect.gen(function*() {
            const { files } = yield* provider
            const { batches, removeTasks } = yield* platform
            assert.strictEqual(files.removeMany !== undefined, batches)
            if (files.removeMany === undefined) return
            const { file, folder, inside, parentFileId } = yield* filled
            const { errorItems, successItems } = yield* napping(
              files.removeMany([file, unknown, folder, file], { isAsync })
            )
            assert.deepStrictEqual(successItems.map(({ fileId }) => fileId), [file, folder])
            assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [
              [unknown, "FileNotFound"]
            ])
            assert.deepStrictEqual(successItems.map(({ asyncTaskId }) => asyncTaskId !== undefined), [
              isAsync && removeTasks.file,
              isAsync && removeTasks.folder
            ])
            for (const { asyncTaskId } of successItems) if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
            assert.deepStrictEqual(yield* namesIn(parentFileId), ["kept.txt"])
            for (const fileId of [file, folder, inside]) yield* isGone(fileId)
          })
      )
    }
  }

  add(["files.remove"], "removes no file of an unknown id, and none twice", () =>
    Effect.gen(function*() {
      const { files } = yield* provider
      assert.deepInclude(yield* Effect.flip(files.remove(unknown)), { _tag: "FileNotFound", fileId: unknown })
      const fileId = yield* put("twice.txt", yield* newFolder())
      yield* files.remove(fileId)
      assert.deepInclude(yield* Effect.flip(files.remove(fileId)), { _tag: "FileNotFound", fileId })
    }))
}
