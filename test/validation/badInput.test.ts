/**
 * Bad input for every function of a space, on every platform: a typed outcome, never a defect, and nothing half done.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import { AssetFolders, Assets, Downloads, Files, RecycleBin, Sharing, Tasks, Uploads } from "effect-drive"
import { callsOf, drive, spaces, told, withoutCalls } from "./drive.js"

interface Failed {
  readonly _tag: string
  readonly message: string
}

/** The tag that a call fails with; `fine` when it does not. A defect fails the test. */
const outcome = <A, E extends Failed, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(call), (exit) =>
    Exit.match(exit, {
      onSuccess: () => "fine",
      onFailure: (cause) =>
        Option.match(Cause.failureOption(cause), {
          onNone: () => assert.fail(Cause.pretty(cause)),
          onSome: (error) => error._tag
        })
    }))

const unknown = "no-such-id"
const many = Array.from({ length: 10_000 }, (_, index) => `no-such-id-${index}`)

/** 1,024 bytes of UTF-8, the most a name may have, in characters of 1 to 4 bytes. */
const longest = "aä漢\u{1f600}".repeat(102) + "four"

const everything = Effect.gen(function*() {
  const files = yield* Files
  const bin = yield* RecycleBin
  const found = yield* Stream.runCollect(files.listAll())
  const recycled = yield* Stream.runCollect(bin.listAll())
  return [...found, ...recycled].map((one) => one.name).sort()
})

const store = Effect.fnUntraced(function*(name: string, spaceId: string) {
  const { start } = yield* Uploads
  return yield* Effect.flatMap(start({ source: "bytes", name }, { spaceId }), (upload) => upload.await)
})

describe("empty lists", () => {
  it.effect("are refused before any call", () =>
    Effect.gen(function*() {
      const files = yield* Files
      const bin = yield* RecycleBin
      const downloads = yield* Downloads
      const assets = yield* Assets
      const folders = yield* AssetFolders
      const calls = {
        copy: told(files.copy({ fileIds: [], toParentFileId: "root" })),
        move: told(files.move({ fileIds: [], toParentFileId: "root" })),
        remove: told(files.remove([])),
        recycle: told(bin.recycle([])),
        restore: told(bin.restore([])),
        batch: told(downloads.batch([])),
        archive: told(downloads.archive({ fileIds: [], name: "a.zip" })),
        assets: told(assets.recycle([])),
        folders: told(folders.remove([]))
      }
      for (const [name, message] of Object.entries(yield* withoutCalls(Effect.all(calls)))) {
        assert.match(message, /^InvalidInput (fileIds|assetIds|folderIds): .* must not be empty$/, name)
      }
    }).pipe(Effect.provide(drive)))
})

describe("ids that are none", () => {
  for (const id of ["", ".", "..", "\ud800"]) {
    it.effect(`${JSON.stringify(id)} is refused before any call`, () =>
      Effect.gen(function*() {
        const files = yield* Files
        const bin = yield* RecycleBin
        const downloads = yield* Downloads
        const tasks = yield* Tasks
        const assets = yield* Assets
        const folders = yield* AssetFolders
        const sharing = yield* Sharing
        const calls = {
          info: outcome(files.info(id)),
          rename: outcome(files.rename({ fileId: id, name: "a" })),
          updateInfo: outcome(files.updateInfo({ fileId: id, userTags: [] })),
          copy: outcome(files.copy({ fileIds: ["a", id], toParentFileId: "root" })),
          move: outcome(files.move({ fileIds: [id], toParentFileId: "root" })),
          moveTo: outcome(files.move({ fileIds: ["a"], toParentFileId: id })),
          remove: outcome(files.remove([id])),
          thumbnail: outcome(files.thumbnail(id, { width: 10 })),
          recycle: outcome(bin.recycle([id])),
          restore: outcome(bin.restore([id])),
          url: outcome(downloads.url(id)),
          stream: outcome(Stream.runDrain(downloads.stream({ fileId: id }))),
          blob: outcome(downloads.blob({ fileId: id })),
          batch: outcome(downloads.batch([id])),
          archive: outcome(downloads.archive({ fileIds: [id], name: "a.zip" })),
          task: outcome(tasks.get(id)),
          asset: outcome(assets.get(id)),
          assetFile: outcome(assets.file(id)),
          assetUrl: outcome(assets.downloadUrl(id)),
          assetUpdate: outcome(assets.update({ assetId: id, status: 1 })),
          star: outcome(assets.star({ assetId: id })),
          permission: outcome(assets.setPermission({ assetId: id, rawAction: "view" })),
          assetRecycle: outcome(assets.recycle([id])),
          folderRename: outcome(folders.rename({ folderId: id, name: "a" })),
          folderPin: outcome(folders.pin({ folderId: id })),
          open: outcome(sharing.open(id)),
          set: outcome(sharing.set(id, {})),
          update: outcome(sharing.update(id, { permission: "view" })),
          cancel: outcome(sharing.cancel(id))
        }
        const outcomes = yield* Effect.forEach(Object.entries(calls), ([name, call]) =>
          Effect.map(callsOf(call), ({ called, result }) =>
            `${name}: ${result}${called ? ", after a call" : ""}`))
        assert.deepStrictEqual(
          outcomes,
          Object.keys(calls).map((name) =>
            `${name}: InvalidInput`
          )
        )
      }).pipe(Effect.provide(drive)))
  }
})

for (const { spaceId } of spaces) {
  const space = { spaceId }

  describe(`on ${spaceId}`, () => {
    it.effect("an unknown id is FileNotFound, alone and in a batch", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const bin = yield* RecycleBin
        const downloads = yield* Downloads
        const alone = {
          info: yield* outcome(files.info(unknown, space)),
          rename: yield* outcome(files.rename({ fileId: unknown, name: "a" }, space)),
          updateInfo: yield* outcome(files.updateInfo({ fileId: unknown, userTags: [] }, space)),
          url: yield* outcome(downloads.url(unknown, space)),
          resolve: yield* outcome(files.resolve("no/such/path", space))
        }
        assert.deepStrictEqual(
          alone,
          Object.fromEntries(Object.keys(alone).map((name) => [name, "FileNotFound"])) as typeof alone
        )
        const { fileId } = yield* store("known", spaceId)
        for (
          const batch of [
            files.copy({ fileIds: [unknown, fileId], toParentFileId: "root", checkNameMode: "auto_rename" }, space),
            bin.recycle([unknown, fileId], space),
            bin.restore([unknown, fileId], space)
          ]
        ) {
          const { errorItems, successItems } = yield* batch
          assert.deepStrictEqual(successItems.map((one) => one.fileId), [fileId])
          assert.deepStrictEqual(errorItems.map((one) => [one.fileId, one.error._tag]), [[unknown, "FileNotFound"]])
        }
      }).pipe(Effect.provide(drive)))

    it.effect("10,000 unknown ids are 10,000 outcomes, and nothing is touched", () =>
      Effect.gen(function*() {
        const files = yield* Files
        yield* store("untouched", spaceId)
        // On s3 and oss each is a request of its own, on pds they go in batches: those are tried over sockets.
        const removed = spaceId === "s3" ? [files.remove(many, space)] : []
        for (const call of [files.copy({ fileIds: many, toParentFileId: "root" }, space), ...removed]) {
          const { errorItems, successItems } = yield* call
          assert.deepStrictEqual(successItems, [])
          assert.strictEqual(errorItems.length, many.length)
        }
        assert.deepStrictEqual((yield* files.list({}, space)).items.map((one) => one.name), ["untouched"])
      }).pipe(Effect.provide(drive)), 120_000)

    it.effect("a name of 1,024 bytes comes back as it is; one of 1,025 is refused before any call", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const { start } = yield* Uploads
        assert.strictEqual(new TextEncoder().encode(longest).length, 1024)
        const { fileId } = yield* store(longest, spaceId)
        assert.strictEqual((yield* files.info(fileId, space)).name, longest)
        const folder = yield* files.createFolder({ name: `${longest.slice(0, -4)}dirs` }, space)
        assert.strictEqual((yield* files.info(folder, space)).name, `${longest.slice(0, -4)}dirs`)
        const tooLong = `${longest}x`
        for (
          const call of [
            files.createFolder({ name: tooLong }, space),
            files.rename({ fileId, name: tooLong }, space),
            Effect.flatMap(start({ source: "x", name: tooLong }, space), (upload) => upload.await)
          ]
        ) {
          assert.strictEqual(
            yield* withoutCalls(told<unknown, Failed, never>(call)),
            "InvalidInput name: a name must have at most 1024 bytes of UTF-8"
          )
        }
        assert.strictEqual((yield* files.list({}, space)).items.length, 2)
      }).pipe(Effect.provide(drive)))

    it.effect("names in any script, with emoji and combined signs, are kept as they are", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const names = [
          "\u{1f469}\u200d\u{1f680}.txt",
          "e\u0301 und é",
          "שלום",
          "%2e%2e?&#+ ",
          "漢字 \u{20bb7}",
          "a\\b:c*"
        ]
        const ids = yield* Effect.forEach(names, (name) => Effect.map(store(name, spaceId), (one) => one.fileId))
        for (const [index, fileId] of ids.entries()) {
          const name = names[index] ?? ""
          assert.strictEqual((yield* files.info(fileId, space)).name, name)
          assert.strictEqual(yield* files.resolve(`/${name}`, space), fileId)
        }
      }).pipe(Effect.provide(drive)))

    it.effect("a page after the last is empty; pages and limits that are none are refused before any call", () =>
      Effect.gen(function*() {
        const files = yield* Files
        const bin = yield* RecycleBin
        yield* store("one", spaceId)
        assert.deepStrictEqual((yield* files.list({ page: 9 }, space)).items, [])
        for (const call of [{ page: 0 }, { page: 1.5 }, { pageSize: 0 }, { pageSize: Number.NaN }]) {
          assert.strictEqual(yield* withoutCalls(outcome(files.list(call, space))), "InvalidInput")
        }
        for (const limit of [0, -1, 1.5]) {
          assert.strictEqual(yield* withoutCalls(outcome(bin.list({ limit }, space))), "InvalidInput")
        }
        assert.strictEqual(yield* outcome(files.list({ cursor: "no cursor" }, space)), "InvalidInput")
      }).pipe(Effect.provide(drive)))

    it.effect("a marker of another space is refused or leads to nothing", () =>
      Effect.gen(function*() {
        const bin = yield* RecycleBin
        const other = spaces.find((one) => one.spaceId !== spaceId)?.spaceId ?? ""
        const recycle = Effect.fnUntraced(function*(name: string, where: string) {
          const { fileId } = yield* store(name, where)
          yield* bin.recycle([fileId], { spaceId: where })
        })
        for (const name of ["a", "b", "c"]) yield* recycle(name, other)
        yield* recycle("mine", spaceId)
        const { next } = yield* bin.list({ limit: 1 }, { spaceId: other })
        assert.isDefined(next)
        const foreign = yield* Effect.exit(bin.list({ marker: next }, space))
        if (Exit.isSuccess(foreign)) return assert.deepStrictEqual(foreign.value.items, [])
        const error = Option.getOrThrow(Cause.failureOption(foreign.cause))
        assert.include(["ApiError", "InvalidInput"], error._tag)
      }).pipe(Effect.provide(drive)))
  })
}

describe("nothing half done", () => {
  it.effect("a batch with one bad id does nothing at all", () =>
    Effect.gen(function*() {
      const files = yield* Files
      const bin = yield* RecycleBin
      const { fileId } = yield* store("kept", "s3")
      const before = yield* everything
      for (
        const call of [
          files.remove([fileId, ""]),
          files.move({ fileIds: [fileId, "root"], toParentFileId: "root" }),
          bin.recycle([fileId, "root"])
        ]
      ) {
        assert.strictEqual(yield* withoutCalls(outcome<unknown, Failed, never>(call)), "InvalidInput")
      }
      assert.deepStrictEqual(yield* everything, before)
    }).pipe(Effect.provide(drive)))
})
