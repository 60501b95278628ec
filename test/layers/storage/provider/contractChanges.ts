/** Changes to files where they are: names, tags, stars. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckNameMode } from "../../../../src/domain/CheckNameMode.js"
import { FileId } from "../../../../src/domain/Ids.js"
import type { AddCase } from "./cases.js"
import { expectNames, isRefusal } from "./nameTaken.js"
import { namesIn, newFolder, put, textOf } from "./storing.js"
import { platform, provider } from "./underTest.js"

const modes: ReadonlyArray<CheckNameMode> = ["ignore", "auto_rename", "refuse", "overwrite"]

const unknown = FileId.make("no-such-file")

export const cases = (add: AddCase) => {
  for (const checkNameMode of modes) {
    add(
      ["files.rename"],
      `renames to a name that is taken, check_name_mode ${checkNameMode}`,
      () =>
        Effect.gen(function*() {
          const open = yield* provider
          const expected = (yield* platform).rename[checkNameMode]
          const parentFileId = yield* newFolder()
          const old = yield* put("taken.txt", parentFileId, "the old")
          const fileId = yield* put("other.txt", parentFileId, "the new")
          const renamed = yield* Effect.either(open.files.rename({ fileId, name: "taken.txt", checkNameMode }))
          if (renamed._tag === "Left") {
            if (isRefusal(expected)) {
              assert.deepInclude(renamed.left, { _tag: "UnsupportedOperation", message: expected.refused })
            } else {
              assert.strictEqual(expected, "conflict")
              assert.deepInclude(renamed.left, { _tag: "NameConflict", name: "taken.txt" })
            }
            assert.deepStrictEqual(yield* namesIn(parentFileId), ["other.txt", "taken.txt"])
          } else {
            yield* expectNames({ expected, parentFileId, name: "taken.txt", fileId, old })
          }
          assert.strictEqual(yield* textOf(fileId), "the new")
        })
    )
  }

  add(
    ["files.rename"],
    "renames files and folders, and says which name is taken by a folder",
    () =>
      Effect.gen(function*() {
        const open = yield* provider
        const parentFileId = yield* newFolder()
        const taken = yield* newFolder(parentFileId, "taken")
        const fileId = yield* newFolder(parentFileId, "before")
        const inside = yield* put("inside.txt", fileId, "inside")
        yield* open.files.rename({ fileId, name: "größer 🎉", checkNameMode: "refuse" })
        yield* open.files.rename({ fileId: inside, name: "Innen.txt", checkNameMode: "ignore" })
        assert.deepStrictEqual(yield* namesIn(parentFileId), ["größer 🎉", "taken"])
        assert.deepStrictEqual(yield* namesIn(fileId), ["Innen.txt"])
        assert.strictEqual(yield* textOf(inside), "inside")
        const conflict = yield* Effect.flip(open.files.rename({ fileId, name: "taken", checkNameMode: "refuse" }))
        assert.deepInclude(conflict, { _tag: "NameConflict", name: "taken" })
        assert.strictEqual((yield* open.files.info(taken)).name, "taken")
        // A name is not in its own way.
        yield* open.files.rename({ fileId, name: "größer 🎉", checkNameMode: "refuse" })
        assert.deepStrictEqual(yield* namesIn(parentFileId), ["größer 🎉", "taken"])
      })
  )

  add(["files.updateInfo"], "gives a file exactly the tags that are wanted", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const fileId = yield* put("tagged.txt", yield* newFolder(), "tagged")
      const tags = Effect.map(open.files.info(fileId), ({ userTags }) => [...userTags].map((tag) => ({ ...tag })))
      for (
        const userTags of [
          [{ key: "colour", value: "red" }, { key: "größe", value: "XL & more 🎉" }],
          [{ key: "colour", value: "blue" }, { key: "new", value: "" }],
          []
        ]
      ) {
        yield* open.files.updateInfo({ fileId, userTags })
        assert.sameDeepMembers(yield* tags, userTags)
      }
      assert.strictEqual(yield* textOf(fileId), "tagged")
    }))

  add(["files.updateInfo"], "changes what is given about a file, and nothing else", () =>
    Effect.gen(function*() {
      const open = yield* provider
      const fileId = yield* put("info.txt", yield* newFolder(), "info")
      const info = Effect.map(open.files.info(fileId), ({ hidden = false, name, userTags }) => [
        hidden,
        name,
        userTags.map(({ key }) => key)
      ])
      yield* open.files.updateInfo({ fileId, userTags: [{ key: "k", value: "v" }] })
      yield* open.files.updateInfo({ fileId, hidden: true })
      assert.deepStrictEqual(yield* info, [true, "info.txt", ["k"]])
      yield* open.files.updateInfo({ fileId, name: "named.txt", fields: { description: "as given" } })
      assert.deepStrictEqual(yield* info, [true, "named.txt", ["k"]])
    }))

  add(
    ["files.star"],
    "stars a file and takes the star away, where files are starred by themselves",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const { stars } = yield* platform
        assert.strictEqual(files.star !== undefined, stars)
        if (files.star === undefined) return
        const fileId = yield* put("star.txt", yield* newFolder(), "star")
        for (const starred of [true, false]) {
          yield* files.star(fileId, starred)
          assert.strictEqual((yield* files.info(fileId)).starred, starred)
        }
        assert.deepInclude(yield* Effect.flip(files.star(unknown, true)), { _tag: "FileNotFound", fileId: unknown })
      })
  )

  add(["files.rename", "files.updateInfo"], "changes no file of an unknown id", () =>
    Effect.gen(function*() {
      const { files } = yield* provider
      const renamed = files.rename({ fileId: unknown, name: "n", checkNameMode: "ignore" })
      for (const call of [renamed, files.updateInfo({ fileId: unknown, userTags: [{ key: "k", value: "v" }] })]) {
        assert.deepInclude(yield* Effect.flip(call), { _tag: "FileNotFound", fileId: unknown })
      }
    }))
}
