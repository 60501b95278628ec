/** Names that are taken when something new is to have them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckNameMode } from "../../../../src/domain/CheckNameMode.js"
import type { AddCase } from "./cases.js"
import { expectNames } from "./nameTaken.js"
import { later, listed, namesIn, newFolder, prepare, put, textOf } from "./storing.js"
import { platform, provider } from "./underTest.js"

const modes: ReadonlyArray<CheckNameMode> = ["ignore", "auto_rename", "refuse", "overwrite"]

/** A folder in which a file and a folder have names. */
const taken = Effect.gen(function*() {
  const parentFileId = yield* newFolder()
  const old = yield* put("taken.txt", parentFileId, "the old")
  return { parentFileId, old, folder: yield* newFolder(parentFileId, "taken") }
})

export const cases = (add: AddCase) => {
  for (const checkNameMode of [undefined, ...modes]) {
    const shown = checkNameMode ?? "left out"
    add(
      ["uploads.prepare", "uploads.confirm"],
      `uploads to a name that is taken, check_name_mode ${shown}`,
      () =>
        Effect.gen(function*() {
          const expected = (yield* platform).upload[checkNameMode ?? "none"]
          const parentFileId = yield* newFolder()
          const old = yield* put("taken.txt", parentFileId, "the old")
          if (expected === "conflict") {
            const error = yield* Effect.flip(put("taken.txt", parentFileId, "the new", checkNameMode))
            assert.deepInclude(error, { _tag: "NameConflict", name: "taken.txt", parentFileId })
            assert.deepStrictEqual([yield* namesIn(parentFileId), yield* textOf(old)], [["taken.txt"], "the old"])
            return
          }
          const fileId = yield* put("taken.txt", parentFileId, "the new", checkNameMode)
          yield* expectNames({ expected, parentFileId, name: "taken.txt", fileId, old })
        })
    )
  }

  for (const checkNameMode of modes) {
    add(
      ["files.createFolder"],
      `creates a folder whose name a folder has, check_name_mode ${checkNameMode}`,
      () =>
        Effect.gen(function*() {
          const { files } = yield* provider
          const { folder, parentFileId } = yield* taken
          const inside = yield* put("inside.txt", folder)
          const made = yield* files.createFolder({ name: "taken", parentFileId, checkNameMode })
          assert.strictEqual(made === folder, checkNameMode === "refuse" || checkNameMode === "overwrite")
          const names = (yield* listed({ parentFileId, fileType: "folder" })).flat().map(({ name }) => name)
          const both = new Set([...names, "taken"])
          assert.strictEqual(names.length, made === folder ? 1 : 2)
          assert.strictEqual(both.size, checkNameMode === "auto_rename" ? 2 : 1)
          assert.strictEqual(yield* textOf(inside), "inside.txt")
        })
    )

    add(
      ["files.createFolder"],
      `creates a folder whose name a file has, check_name_mode ${checkNameMode}`,
      () =>
        Effect.gen(function*() {
          const { files } = yield* provider
          const { old, parentFileId } = yield* taken
          const made = yield* Effect.either(files.createFolder({ name: "taken.txt", parentFileId, checkNameMode }))
          if (checkNameMode === "refuse" || checkNameMode === "overwrite") {
            assert.strictEqual(made._tag, "Left")
            const error = yield* Effect.flip(made)
            assert.deepInclude(error, { _tag: "NameConflict", name: "taken.txt", parentFileId })
          } else {
            assert.notStrictEqual(yield* made, old)
          }
          assert.strictEqual(yield* textOf(old), "the old")
        })
    )
  }

  add(
    ["files.createFolder"],
    "finds the folder that is there where another has its parent's name",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const above = yield* newFolder()
        const twin = () => files.createFolder({ name: "twin", parentFileId: above, checkNameMode: "ignore" })
        const first = yield* twin()
        yield* later
        const second = yield* twin()
        yield* newFolder(first, "both")
        const inSecond = (name: string) =>
          files.createFolder({ name, parentFileId: second, checkNameMode: "refuse" as const })
        const both = yield* inSecond("both")
        const alone = yield* inSecond("alone")
        assert.deepStrictEqual([yield* inSecond("both"), yield* inSecond("alone")], [both, alone])
        assert.deepStrictEqual(yield* namesIn(first), ["both"])
        const below = yield* newFolder(alone, "below")
        assert.strictEqual(
          yield* files.createFolder({ name: "below", parentFileId: alone, checkNameMode: "refuse" }),
          below
        )
      })
  )

  for (const checkNameMode of ["refuse", "overwrite"] as const) {
    add(
      ["uploads.prepare"],
      `puts no file in the place of a folder, check_name_mode ${checkNameMode}`,
      () =>
        Effect.gen(function*() {
          const { folder, parentFileId } = yield* taken
          yield* put("inside.txt", folder)
          const error = yield* Effect.flip(prepare(Buffer.from("new"), { name: "taken", parentFileId, checkNameMode }))
          assert.deepInclude(error, { _tag: "NameConflict", name: "taken", parentFileId })
          assert.deepStrictEqual(yield* namesIn(folder), ["inside.txt"])
        })
    )
  }
}
