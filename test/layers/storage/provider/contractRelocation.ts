/** Copies and moves. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckNameMode } from "../../../../src/domain/CheckNameMode.js"
import { FileNotFound, ParentNotFound } from "../../../../src/domain/errors/FileErrors.js"
import { FileId } from "../../../../src/domain/Ids.js"
import type { AddCase } from "./cases.js"
import { napping, succeeded } from "./following.js"
import { expectNames, isRefusal } from "./nameTaken.js"
import { isGone, namesIn, newFolder, put, textOf } from "./storing.js"
import { platform, provider } from "./underTest.js"

const modes: ReadonlyArray<CheckNameMode | undefined> = [undefined, "ignore", "auto_rename", "refuse", "overwrite"]

const verbs = ["copy", "move"] as const

const unknown = FileId.make("no-such-file")

/** A folder with a file in it and another one below. */
const tree = Effect.fnUntraced(function*(parentFileId: string) {
  const top = yield* newFolder(parentFileId, "top")
  const deep = yield* newFolder(top, "deep")
  return { top, one: yield* put("one.txt", top), two: yield* put("two.txt", deep) }
})

/** The tree as it is found below a folder. */
const treeIn = Effect.fnUntraced(function*(top: string) {
  const { files } = yield* provider
  assert.deepStrictEqual(yield* namesIn(top), ["deep", "one.txt"])
  const inside = (yield* files.list({ parentFileId: top, order: "type desc, name" })).items
  const deep = inside.find((file) => file.isFolder)?.fileId ?? ""
  assert.deepStrictEqual(yield* namesIn(deep), ["two.txt"])
  const [two] = (yield* files.list({ parentFileId: deep })).items
  const found = { one: inside[0]?.fileId ?? "", two: two?.fileId ?? "" }
  assert.deepStrictEqual([yield* textOf(found.one), yield* textOf(found.two)], ["one.txt", "two.txt"])
  return found
})

export const cases = (add: AddCase) => {
  add(
    ["files.batchSize"],
    "says how many ids copies and moves take",
    () => Effect.map(provider, ({ files }) => assert.isAtLeast(files.batchSize, 1))
  )

  for (const verb of verbs) {
    for (const checkNameMode of modes) {
      add(
        [`files.${verb}`],
        `${verb} to a name that is taken, check_name_mode ${checkNameMode ?? "left out"}`,
        () =>
          Effect.gen(function*() {
            const { files } = yield* provider
            const expected = (yield* platform)[verb][checkNameMode ?? "none"]
            const [from, toParentFileId] = [yield* newFolder(), yield* newFolder()]
            const old = yield* put("taken.txt", toParentFileId, "the old")
            const fileId = yield* put("taken.txt", from, "the new")
            const call = files[verb]({ fileIds: [fileId], toParentFileId, checkNameMode })
            if (isRefusal(expected)) {
              const error = yield* Effect.flip(call)
              assert.deepInclude(error, { _tag: "UnsupportedOperation", message: expected.refused })
            }
            if (isRefusal(expected) || expected === "conflict") {
              if (expected === "conflict") {
                const { errorItems, successItems } = yield* call
                assert.deepStrictEqual(successItems, [])
                assert.deepStrictEqual(errorItems.map(({ error, fileId }) => [fileId, error._tag]), [
                  [fileId, "NameConflict"]
                ])
              }
              assert.deepStrictEqual(yield* namesIn(from), ["taken.txt"])
              assert.deepStrictEqual(yield* namesIn(toParentFileId), ["taken.txt"])
              assert.deepStrictEqual([yield* textOf(old), yield* textOf(fileId)], ["the old", "the new"])
              return
            }
            const { errorItems, successItems } = yield* call
            assert.deepStrictEqual(errorItems, [])
            assert.deepStrictEqual(successItems.map((item) => item.fileId), [fileId])
            const newId = verb === "copy" ? successItems[0]?.newFileId ?? "" : fileId
            assert.strictEqual(newId === fileId, verb === "move")
            yield* expectNames({ expected, parentFileId: toParentFileId, name: "taken.txt", fileId: newId, old })
            assert.deepStrictEqual(yield* namesIn(from), verb === "copy" ? ["taken.txt"] : [])
          })
      )
    }

    for (const isAsync of [false, true]) {
      const name = `${verb} folders with all that is in them${isAsync ? ", by tasks where there are any" : ""}`
      add([`files.${verb}`, "tasks.get"], name, () =>
        Effect.gen(function*() {
          const { files } = yield* provider
          const { copyTasks, moveTasks } = yield* platform
          const tasks = verb === "copy" ? copyTasks : moveTasks
          const [from, toParentFileId] = [yield* newFolder(), yield* newFolder()]
          const { one, top, two } = yield* tree(from)
          const single = yield* put("single.txt", from)
          const fileIds = [top, single]
          const { errorItems, successItems } = yield* napping(files[verb]({
            fileIds,
            toParentFileId,
            checkNameMode: undefined,
            isAsync
          }))
          assert.deepStrictEqual(errorItems, [])
          const byId = new Map(successItems.map((item) => [item.fileId, item]))
          assert.deepStrictEqual([...byId.keys()], fileIds)
          assert.strictEqual(byId.get(top)?.asyncTaskId !== undefined, isAsync && tasks.folder)
          assert.strictEqual(byId.get(single)?.asyncTaskId !== undefined, isAsync && tasks.file)
          for (const { asyncTaskId } of successItems) if (asyncTaskId !== undefined) yield* succeeded(asyncTaskId)
          assert.deepStrictEqual(yield* namesIn(toParentFileId), ["single.txt", "top"])
          if (verb === "move") {
            assert.deepStrictEqual(yield* namesIn(from), [])
            assert.deepStrictEqual(yield* treeIn(top), { one, two })
            return
          }
          assert.deepStrictEqual(yield* treeIn(top), { one, two })
          const copied = byId.get(top)?.newFileId ?? top
          assert.notStrictEqual(copied, top)
          const copies = yield* treeIn(copied)
          assert.notStrictEqual(copies.one, one)
          // A copy lives on when what it was made of is gone.
          yield* napping(files.remove(top))
          yield* isGone(one)
          yield* treeIn(copied)
        }))
    }

    add([`files.${verb}`], `${verb} says of each file what became of it`, () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const [from, toParentFileId] = [yield* newFolder(), yield* newFolder()]
        const fileId = yield* put("one.txt", from)
        const call = files[verb]({ fileIds: [unknown, fileId], toParentFileId, checkNameMode: undefined })
        const { errorItems, successItems } = yield* call
        assert.deepStrictEqual(successItems.map((item) => item.fileId), [fileId])
        assert.deepStrictEqual(errorItems.map((item) => [item.fileId, item.error._tag]), [[unknown, "FileNotFound"]])
        assert.deepStrictEqual(yield* namesIn(toParentFileId), ["one.txt"])
      }))

    add(
      [`files.${verb}`],
      `${verb} puts no folder into itself`,
      () =>
        Effect.gen(function*() {
          const { files } = yield* provider
          const from = yield* newFolder()
          const { one, top, two } = yield* tree(from)
          const deep = (yield* files.info(two)).parentFileId ?? ""
          for (const toParentFileId of [FileId.make(deep), top]) {
            const wanted = { fileIds: [top], toParentFileId, checkNameMode: undefined }
            const { errorItems, successItems } = yield* files[verb](wanted)
            assert.deepStrictEqual(successItems, [])
            assert.deepStrictEqual(errorItems.map((item) => item.error._tag), ["ApiError"])
          }
          assert.deepStrictEqual(yield* namesIn(from), ["top"])
          assert.deepStrictEqual(yield* treeIn(top), { one, two })
        })
    )

    add(
      [`files.${verb}`],
      `${verb} tells a folder that is not there from files that are not`,
      () =>
        Effect.gen(function*() {
          const { bin, files } = yield* provider
          const from = yield* newFolder()
          const { one, top, two } = yield* tree(from)
          const binned = yield* newFolder()
          yield* napping(bin.recycle(binned, { isAsync: false }))
          // What is not there, what is no folder, what is in the bin.
          for (const toParentFileId of [FileId.make("no-such-folder"), two, binned]) {
            const wanted = { fileIds: [one, unknown, top], toParentFileId, checkNameMode: undefined }
            const { errorItems, successItems } = yield* files[verb](wanted)
            assert.deepStrictEqual(successItems, [])
            const told = errorItems.map(({ error, fileId }) => [fileId, JSON.stringify(error)])
            const noParent = JSON.stringify(new ParentNotFound({ parentFileId: toParentFileId }))
            assert.deepStrictEqual(told, [
              [one, noParent],
              [unknown, JSON.stringify(new FileNotFound({ fileId: unknown }))],
              [top, noParent]
            ])
          }
          assert.deepStrictEqual(yield* namesIn(from), ["top"])
          assert.deepStrictEqual(yield* treeIn(top), { one, two })
        })
    )

    add([`files.${verb}`], `${verb} takes an id that is there twice once`, () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const toParentFileId = yield* newFolder()
        const fileId = yield* put("once.txt", yield* newFolder())
        const wanted = { fileIds: [fileId, unknown, fileId, unknown], toParentFileId, checkNameMode: undefined }
        const { errorItems, successItems } = yield* files[verb](wanted)
        assert.deepStrictEqual(successItems.map((item) => item.fileId), [fileId])
        assert.deepStrictEqual(errorItems.map((item) => item.fileId), [unknown])
        assert.deepStrictEqual(yield* namesIn(toParentFileId), ["once.txt"])
      }))

    add(
      [`files.${verb}`, "files.batchSize"],
      `${verb} takes as many ids with one call as it says`,
      () =>
        Effect.gen(function*() {
          const { files } = yield* provider
          assert.isAtLeast(files.batchSize, 100)
          const nobody = Array.from({ length: files.batchSize }, (_, index) => FileId.make(`no-such-file-${index}`))
          const toParentFileId = yield* newFolder()
          const { errorItems } = yield* files[verb]({ fileIds: nobody, toParentFileId, checkNameMode: undefined })
          assert.deepStrictEqual(errorItems.map(({ fileId }) => fileId), nobody)
          assert.isTrue(errorItems.every(({ error }) => error._tag === "FileNotFound"))
        })
    )
  }
}
