/** Ids of the wrong kind: a folder where a file is meant and the other way round, and what is in the recycle bin. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { FileId } from "../../../../src/domain/Ids.js"
import type { AddCase } from "./cases.js"
import { napping } from "./following.js"
import { namesIn, newFolder, prepare, put, textOf, unique } from "./storing.js"
import { platform, provider } from "./underTest.js"

const unknown = FileId.make("no-such-file")

const hour = 3_600_000

export const cases = (add: AddCase) => {
  add(
    ["files.list", "files.resolve", "files.createFolder", "uploads.prepare"],
    "finds nothing in a file, and puts nothing into one",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const name = unique("folder")
        const folder = yield* newFolder(undefined, name)
        const file = yield* put("file.txt", folder)
        const listed = yield* Effect.flip(files.list({ parentFileId: file }))
        assert.deepInclude(listed, { _tag: "FileNotFound", fileId: file })
        const path = `/${name}/file.txt/below`
        assert.deepInclude(yield* Effect.flip(files.resolve(path)), { _tag: "FileNotFound", path })
        const made = files.createFolder({ name: "new", parentFileId: file, checkNameMode: "refuse" })
        assert.deepInclude(yield* Effect.flip(made), { _tag: "ParentNotFound", parentFileId: file })
        const prepared = prepare(Buffer.from("new"), { name: "new", parentFileId: file })
        assert.deepInclude(yield* Effect.flip(prepared), { _tag: "ParentNotFound", parentFileId: file })
        assert.deepStrictEqual([yield* namesIn(folder), yield* textOf(file)], [["file.txt"], "file.txt"])
      })
  )

  add(
    ["downloads.address", "uploads.prepare"],
    "gives no address of a folder, and no folder new bytes",
    () =>
      Effect.gen(function*() {
        const { downloads } = yield* provider
        const folder = yield* newFolder()
        for (const options of [undefined, { expiresIn: "10 minutes" } as const]) {
          const refused = yield* Effect.flip(downloads.address(folder, options))
          assert.deepInclude(refused, { _tag: "InvalidInput", field: "fileId" })
          assert.include(refused.message, "folder")
          const missing = yield* Effect.flip(downloads.address(unknown, options))
          assert.deepInclude(missing, { _tag: "FileNotFound", fileId: unknown })
        }
        assert.strictEqual((yield* Effect.flip(prepare(Buffer.from("new"), { fileId: folder })))._tag, "ApiError")
        const gone = yield* Effect.flip(prepare(Buffer.from("new"), { fileId: unknown }))
        assert.deepInclude(gone, { _tag: "FileNotFound", fileId: unknown })
      })
  )

  add(
    ["downloads.address"],
    "refuses a life of an address that nobody can give, before any call",
    () =>
      Effect.gen(function*() {
        const { downloads } = yield* provider
        const longest = (yield* platform).addressHours * hour
        const file = yield* put("file.txt", yield* newFolder())
        assert.isAbove((yield* downloads.address(file, { expiresIn: longest })).expiresAt, 0)
        for (const expiresIn of [0, -1, NaN, longest + 1000]) {
          const refused = yield* Effect.flip(downloads.address(unknown, { expiresIn }))
          assert.deepInclude(refused, { _tag: "InvalidInput", field: "expiresIn" })
        }
      })
  )

  add(
    ["files.updateInfo"],
    "tags folders too, and says before any call which tags it never takes",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const folder = yield* newFolder()
        yield* files.updateInfo({ fileId: folder, userTags: [{ key: "k", value: "v" }] })
        assert.deepStrictEqual((yield* files.info(folder)).userTags.map((tag) => ({ ...tag })), [{
          key: "k",
          value: "v"
        }])
        const userTags = [{ key: "a#b", value: "v" }]
        if ((yield* platform).anyTag) yield* files.updateInfo({ fileId: folder, userTags })
        else {
          const refused = yield* Effect.flip(files.updateInfo({ fileId: unknown, userTags }))
          assert.deepInclude(refused, { _tag: "InvalidInput", field: "userTags" })
        }
      })
  )

  add(
    [
      "bin.recycle",
      "bin.restore",
      "files.list",
      "files.info",
      "files.rename",
      "files.updateInfo",
      "files.copy",
      "files.move",
      "files.createFolder",
      "downloads.address",
      "uploads.prepare"
    ],
    "takes what is in the bin for what is not there",
    () =>
      Effect.gen(function*() {
        const { bin, downloads, files } = yield* provider
        const folder = yield* newFolder()
        const [fileId, kept] = [yield* put("binned.txt", folder), yield* put("kept.txt", folder)]
        const binned = yield* newFolder()
        for (const id of [fileId, binned]) yield* napping(bin.recycle(id, { isAsync: false }))
        const relocated = (verb: "copy" | "move") =>
          Effect.flatMap(
            files[verb]({ fileIds: [fileId], toParentFileId: folder, checkNameMode: undefined }),
            ({ errorItems: [item] }) => item === undefined ? Effect.void : Effect.fail(item.error)
          )
        const calls: ReadonlyArray<
          Effect.Effect<unknown, { readonly _tag: string; readonly fileId?: string | undefined }>
        > = [
          bin.recycle(fileId, { isAsync: false }),
          files.info(fileId),
          files.rename({ fileId, name: "other", checkNameMode: "ignore" }),
          files.updateInfo({ fileId, userTags: [{ key: "k", value: "v" }] }),
          relocated("copy"),
          relocated("move"),
          downloads.address(fileId),
          downloads.address(fileId, { expiresIn: "10 minutes" })
        ]
        for (const call of calls) {
          assert.deepInclude(yield* Effect.flip(call), { _tag: "FileNotFound", fileId })
        }
        const updated = yield* Effect.flip(prepare(Buffer.from("new"), { fileId }))
        assert.deepInclude(updated, { _tag: "FileNotFound", fileId })
        const listed = yield* Effect.flip(files.list({ parentFileId: binned }))
        assert.deepInclude(listed, { _tag: "FileNotFound", fileId: binned })
        const made = files.createFolder({ name: "new", parentFileId: binned, checkNameMode: "refuse" })
        assert.deepInclude(yield* Effect.flip(made), { _tag: "ParentNotFound", parentFileId: binned })
        const prepared = yield* Effect.flip(prepare(Buffer.from("new"), { name: "new", parentFileId: binned }))
        assert.deepInclude(prepared, { _tag: "ParentNotFound", parentFileId: binned })
        // And what is not in the bin is not given back.
        const restored = yield* Effect.flip(bin.restore(kept, { isAsync: false }))
        assert.deepInclude(restored, { _tag: "FileNotFound", fileId: kept })
        assert.deepStrictEqual(yield* namesIn(folder), ["kept.txt"])
      })
  )

  add(["uploads.confirm"], "confirms nothing without a call", () =>
    Effect.gen(function*() {
      const { uploads } = yield* provider
      assert.deepStrictEqual([...yield* uploads.confirm([])], [])
    }))
}
