/** What files can do on every platform alike, over a whole drive. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Files, Uploads } from "effect-drive"
import { drive, spaces } from "../../validation/drive.js"

for (const { spaceId } of spaces) {
  const space = { spaceId }

  describe(`files on ${spaceId}`, () => {
    it.effect("a folder named root is the root below the root alone", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const folder = yield* files.createFolder({ name: "folder" }, space)
        const named = yield* files.createFolder({ name: "root", parentFileId: folder }, space)
        assert.notStrictEqual<string>(named, "root")
        assert.strictEqual(yield* files.resolve("folder/root", space), named)
        assert.strictEqual(yield* files.createFolder({ name: "root", parentFileId: folder }, space), named)
        assert.strictEqual<string>(yield* files.createFolder({ name: "root" }, space), "root")
        assert.strictEqual<string>(yield* files.createFolder({ name: "root", parentFileId: "root" }, space), "root")
      }).pipe(Effect.provide(drive)))

    it.effect("a breadcrumb leads to an id as to a path", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const parentFileId = yield* files.ensureFolder("a/b", space)
        const upload = yield* (yield* Uploads).start({ source: "x", name: "c", parentFileId }, space)
        const { fileId } = yield* upload.await
        const crumbs = yield* files.breadcrumb({ fileId }, space)
        assert.deepStrictEqual(crumbs.map(({ path }) => path), ["/", "/a", "/a/b", "/a/b/c"])
        assert.strictEqual(crumbs.at(-1)?.fileId, fileId)
        assert.deepStrictEqual(crumbs, yield* files.breadcrumb("a/b/c", space))
        assert.deepStrictEqual(yield* files.breadcrumb({ fileId: "root" }, space), crumbs.slice(0, 1))
        const error = yield* Effect.flip(files.breadcrumb({ fileId: "no-such-id" }, space))
        assert.strictEqual(error._tag, "FileNotFound")
      }).pipe(Effect.provide(drive)))

    it.effect("a breadcrumb of an id leads through its own folders where others have their names", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const twin = () => files.createFolder({ name: "twin", checkNameMode: "ignore" }, space)
        const [first, second] = [yield* twin(), yield* twin()]
        for (const above of [first, second]) {
          const both = yield* files.createFolder({ name: "both", parentFileId: above }, space)
          const alone = yield* files.createFolder({ name: `in ${above}`, parentFileId: both }, space)
          const last = yield* files.createFolder({ name: "last", parentFileId: alone }, space)
          const crumbs = yield* files.breadcrumb({ fileId: last }, space)
          assert.deepStrictEqual<ReadonlyArray<string>>(
            crumbs.map(({ fileId }) => fileId),
            ["root", above, both, alone, last]
          )
          const path = `/twin/both/in ${above}`
          assert.deepStrictEqual(crumbs.slice(-2).map((crumb) => crumb.path), [path, `${path}/last`])
          const upper = yield* files.breadcrumb({ fileId: both }, space)
          assert.deepStrictEqual(upper, crumbs.slice(0, 3))
        }
      }).pipe(Effect.provide(drive)))

    it.effect("no folder is made where a file has the name, nor below it", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const upload = yield* (yield* Uploads).start({ source: "x", name: "a file" }, space)
        const { fileId } = yield* upload.await
        const made = [
          files.createFolder({ name: "a file" }, space),
          files.ensureFolder("a file", space),
          files.ensureFolder("a file/below/it", space)
        ]
        for (const folder of made) {
          assert.deepInclude(yield* Effect.flip(folder), { _tag: "NameConflict", name: "a file", parentFileId: "root" })
        }
        assert.strictEqual(yield* files.resolve("a file", space), fileId)
        for (const path of ["a file", "a file/below/it"]) {
          const below = yield* (yield* Uploads).start({ source: "x", name: "b", path }, space)
          assert.deepInclude(yield* Effect.flip(below.await), { _tag: "NameConflict", name: "a file" })
        }
      }).pipe(Effect.provide(drive)))

    it.effect("updateInfo hides, names and tags, each by itself", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const upload = yield* (yield* Uploads).start({ source: "x", name: "c" }, space)
        const { fileId } = yield* upload.await
        yield* files.updateInfo({ fileId, hidden: true, description: "the service's own" }, space)
        yield* files.updateInfo({ fileId, name: "d" }, space)
        yield* files.updateInfo({ fileId, userTags: [{ key: "k", value: "v" }] }, space)
        const { hidden, name, userTags } = yield* files.info(fileId, space)
        assert.deepStrictEqual([hidden, name, userTags.length], [true, "d", 1])
      }).pipe(Effect.provide(drive)))
  })
}
