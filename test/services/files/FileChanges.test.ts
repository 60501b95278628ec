import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, TestClock } from "effect"
import { TestDrive } from "effect-drive/testing"
import { TokenExpired } from "../../../src/domain/errors/ApiErrors.js"
import { FileNotFound } from "../../../src/domain/errors/FileErrors.js"
import { FileId } from "../../../src/domain/Ids.js"
import { Files } from "../../../src/services/Files.js"
import { Session } from "../../../src/services/Session.js"
import type { RelocateFiles, StorageProvider } from "../../../src/services/StorageProvider.js"
import { Uploads } from "../../../src/services/Uploads.js"
import { providerOf, spacesWith } from "./fakeProvider.js"

const run = <A, E>(files: Partial<StorageProvider["files"]>, effect: Effect.Effect<A, E, Files>) =>
  Effect.provide(effect, Files.layer.pipe(Layer.provide(spacesWith(providerOf({ files })))))

const everySuccess = (wanted: RelocateFiles) => ({
  successItems: wanted.fileIds.map((fileId) => ({ fileId })),
  errorItems: []
})

const many = Array.from({ length: 10_000 }, (_, index) => `f${index}`)

describe("batches of files", () => {
  it.effect("send each id once, in groups, four groups at a time", () => {
    const groups: Array<ReadonlyArray<string>> = []
    let running = 0
    let most = 0
    const copy = (wanted: RelocateFiles) =>
      Effect.gen(function*() {
        groups.push(wanted.fileIds)
        most = Math.max(most, ++running)
        yield* Effect.yieldNow()
        running--
        return everySuccess(wanted)
      })
    return run(
      { copy },
      Effect.gen(function*() {
        const files = yield* Files
        const result = yield* files.copy({ fileIds: ["a", "b", "a", "c", "b"], toParentFileId: "root" })
        assert.deepStrictEqual<unknown>(groups, [["a", "b"], ["c"]])
        assert.deepStrictEqual<unknown>(result.successItems, [{ fileId: "a" }, { fileId: "b" }, { fileId: "c" }])
        const all = yield* files.copy({ fileIds: many, toParentFileId: "d" })
        assert.strictEqual(all.successItems.length, 10_000)
        assert.strictEqual(most, 4)
      })
    )
  })

  it.effect("refuse an empty list, an unusable id and the root before any call", () =>
    run(
      {},
      Effect.gen(function*() {
        const files = yield* Files
        for (const fileIds of [[], [""], ["a", "."], [".."], ["\ud800"], ["a", "root"]]) {
          for (
            const call of [
              files.copy({ fileIds, toParentFileId: "d" }),
              files.move({ fileIds, toParentFileId: "d" }),
              files.remove(fileIds)
            ]
          ) {
            assert.deepInclude(yield* Effect.flip(call), { _tag: "InvalidInput", field: "fileIds" })
          }
        }
        const error = yield* Effect.flip(files.move({ fileIds: ["a"], toParentFileId: "" }))
        assert.deepInclude(error, { _tag: "InvalidInput", field: "toParentFileId" })
      })
    ))

  it.effect("tell of each file, whatever became of the others", () =>
    run(
      {
        remove: (fileId) =>
          fileId === "b" ? new FileNotFound({ fileId }) : Effect.succeed({ asyncTaskId: `t-${fileId}` })
      },
      Effect.gen(function*() {
        const result = yield* (yield* Files).remove(["a", "b", "c"])
        assert.deepStrictEqual<unknown>(result.successItems, [
          { fileId: "a", asyncTaskId: "t-a" },
          { fileId: "c", asyncTaskId: "t-c" }
        ])
        assert.deepStrictEqual(result.errorItems.map(({ error, fileId }) => [fileId, error._tag]), [
          [FileId.make("b"), "FileNotFound"]
        ])
      })
    ))

  it.effect("fail as a whole when the session had ended before anything was done, and stop sending", () => {
    let calls = 0
    const remove = () =>
      Effect.suspend(() => {
        calls++
        return new TokenExpired({ path: "/x" })
      })
    return run(
      { remove },
      Effect.gen(function*() {
        const error = yield* Effect.flip((yield* Files).remove(many))
        assert.strictEqual(error._tag, "TokenExpired")
        assert.isAtMost(calls, 4)
      })
    )
  })

  it.effect("keep what was done when the session ends in the middle", () =>
    run(
      {
        remove: (fileId) => fileId === "f0" ? Effect.succeed({}) : new TokenExpired({ path: "/x" })
      },
      Effect.gen(function*() {
        const result = yield* (yield* Files).remove(many)
        assert.deepStrictEqual(result.successItems.map(({ fileId }) => fileId), [FileId.make("f0")])
        assert.strictEqual(result.errorItems.length, 9_999)
        assert.isTrue(result.errorItems.every(({ error }) => error._tag === "TokenExpired"))
      })
    ))
})

describe("names and tags", () => {
  it.effect("rename takes doubles by default", () => {
    const asked: Array<unknown> = []
    const rename = (wanted: unknown) => Effect.sync(() => void asked.push(wanted))
    return run(
      { rename },
      Effect.gen(function*() {
        yield* (yield* Files).rename({ fileId: "f", name: "n" })
        assert.deepStrictEqual(asked, [{ fileId: "f", name: "n", checkNameMode: "ignore" }])
      })
    )
  })

  it.effect("refuse what is none, before any call", () =>
    run(
      {},
      Effect.gen(function*() {
        const files = yield* Files
        const field = (call: Effect.Effect<unknown, { readonly _tag: string }>) =>
          Effect.map(Effect.flip(call), (error) => "field" in error ? error.field : error._tag)
        assert.strictEqual(yield* field(files.rename({ fileId: "root", name: "n" })), "fileId")
        assert.strictEqual(yield* field(files.rename({ fileId: "f", name: "a/b" })), "name")
        assert.strictEqual(yield* field(files.rename({ fileId: "f", name: "é".repeat(513) })), "name")
        // in the words of the wire, as a program without types may say it
        const relocation = { fileIds: ["f"], toParentFileId: "d", check_name_mode: "refuse" }
        assert.strictEqual(yield* field(files.copy(relocation)), "files")
        assert.strictEqual(yield* field(files.move(relocation)), "files")
        const doubled = [{ key: "k", value: "1" }, { key: "k", value: "2" }]
        for (const userTags of [[{ key: "", value: "v" }], doubled]) {
          assert.strictEqual(yield* field(files.updateInfo({ fileId: "f", userTags })), "userTags")
        }
        assert.strictEqual(yield* field(files.thumbnail("f", { width: 0 })), "width")
        assert.strictEqual(yield* field(files.thumbnail("f", { width: 10, height: 1.5 })), "height")
      })
    ))
})

describe("breadcrumb", () => {
  const resolving = (asked: Array<string>) => ({
    resolve: (path: string) =>
      Effect.as(Effect.zipRight(Effect.sync(() => asked.push(path)), Effect.sleep("1 second")), FileId.make(path)),
    rename: () => Effect.void
  })

  it.effect("resolves all prefixes in parallel, and keeps them for 30 seconds", () => {
    const asked: Array<string> = []
    return run(
      resolving(asked),
      Effect.gen(function*() {
        const files = yield* Files
        const first = yield* Effect.fork(files.breadcrumb("a/b//c/"))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual<unknown>(yield* Fiber.join(first), [
          { fileId: "root", name: "root", path: "/" },
          { fileId: "/a", name: "a", path: "/a" },
          { fileId: "/a/b", name: "b", path: "/a/b" },
          { fileId: "/a/b/c", name: "c", path: "/a/b/c" }
        ])
        assert.deepStrictEqual(asked, ["/a", "/a/b", "/a/b/c"])
        yield* files.breadcrumb("/a/b")
        assert.strictEqual(asked.length, 3)
        yield* TestClock.adjust("30 seconds")
        const later = yield* Effect.fork(files.breadcrumb("/a"))
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(later)
        assert.deepStrictEqual(asked.slice(3), ["/a"])
      })
    )
  })

  it.effect("forgets paths when something is renamed, also those under way", () => {
    const asked: Array<string> = []
    return run(
      resolving(asked),
      Effect.gen(function*() {
        const files = yield* Files
        const first = yield* Effect.fork(files.breadcrumb("/a"))
        yield* TestClock.adjust("500 millis")
        assert.deepStrictEqual(asked, ["/a"])
        yield* files.rename({ fileId: "f", name: "n" })
        yield* TestClock.adjust("500 millis")
        yield* Fiber.join(first)
        const again = yield* Effect.fork(files.breadcrumb("/a"))
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(again)
        assert.deepStrictEqual(asked, ["/a", "/a"])
      })
    )
  })
})

describe("files of a drive", () => {
  const signedIn = Effect.gen(function*() {
    yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
    const files = yield* Files
    const uploads = yield* Uploads
    const put = (name: string, path?: string) =>
      Effect.flatMap(
        uploads.start({ source: name, name, path }),
        (upload) => Effect.map(upload.await, ({ fileId }) => fileId)
      )
    const names = (parentFileId?: string) =>
      Effect.map(files.list({ parentFileId, order: "name" }), ({ items }) => items.map(({ name }) => name))
    return { files, put, names }
  })

  it.effect("are copied, moved, renamed, tagged and removed", () =>
    Effect.gen(function*() {
      const { files, names, put } = yield* signedIn
      const a = yield* put("a.txt", "from/deep")
      const from = yield* files.resolve("from")
      const to = yield* files.ensureFolder("to")
      const copied = yield* files.copy({ fileIds: [from, "nothing"], toParentFileId: to })
      assert.deepStrictEqual(copied.errorItems.map(({ error }) => error._tag), ["FileNotFound"])
      const copy = yield* files.resolve("to/from/deep/a.txt")
      assert.notStrictEqual(copy, a)
      assert.strictEqual(copied.successItems[0]?.newFileId, yield* files.resolve("to/from"))

      assert.strictEqual((yield* files.breadcrumb("to/from/deep")).length, 4)
      yield* files.move({ fileIds: [copy], toParentFileId: to })
      yield* files.rename({ fileId: copy, name: "b.txt" })
      assert.deepStrictEqual(yield* names(to), ["b.txt", "from"])
      yield* files.updateInfo({ fileId: copy, userTags: [{ key: "k", value: "v" }] })
      assert.deepStrictEqual((yield* files.info(copy)).userTags, [{ key: "k", value: "v" }])

      const inside = yield* files.move({ fileIds: [to], toParentFileId: yield* files.resolve("to/from") })
      assert.deepInclude(inside.errorItems[0]?.error, { _tag: "ApiError", code: "InvalidParameter.to_parent_file_id" })

      const removed = yield* files.remove([to, to])
      assert.strictEqual(removed.successItems.length, 1)
      assert.deepStrictEqual(yield* names(), ["from"])
      assert.strictEqual((yield* Effect.flip(files.info(copy)))._tag, "FileNotFound")
      assert.strictEqual((yield* Effect.flip(files.breadcrumb("to/from")))._tag, "FileNotFound")
      // The copy shared the bytes of the first.
      assert.strictEqual((yield* files.info(a)).size, 5)
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("a picture has a thumbnail, a text has none", () =>
    Effect.gen(function*() {
      const { files, put } = yield* signedIn
      const picture = yield* files.thumbnail(yield* put("a.png"), { width: 100 })
      assert.match(picture === undefined ? "" : Redacted.value(picture.url), /^http/)
      assert.isAbove(picture?.expiresAt ?? 0, 0)
      assert.isUndefined(yield* files.thumbnail(yield* put("a.txt"), { width: 100, height: 50 }))
    }).pipe(Effect.provide(TestDrive.layer())))
})
