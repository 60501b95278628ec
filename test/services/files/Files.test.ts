import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { DriveFile } from "../../../src/domain/DriveFile.js"
import { FileNotFound } from "../../../src/domain/errors/FileErrors.js"
import { FileId } from "../../../src/domain/Ids.js"
import { Files } from "../../../src/services/Files.js"
import type { ListFiles, StorageProvider } from "../../../src/services/StorageProvider.js"
import { providerOf, spacesWith } from "./fakeProvider.js"

const run = <A, E>(files: Partial<StorageProvider["files"]>, effect: Effect.Effect<A, E, Files>) =>
  Effect.provide(effect, Files.layer.pipe(Layer.provide(spacesWith(providerOf({ files })))))

const file = (name: string) => new DriveFile({ fileId: FileId.make(name), name, size: 0, type: "file", userTags: [] })

/** Five pages of two files, and which of them were asked for. */
const pages = () => {
  const asked: Array<number> = []
  const list = (query: ListFiles) =>
    Effect.sync(() => {
      const page = query.cursor === undefined ? 1 : Number(query.cursor)
      asked.push(page)
      return {
        items: [file(`${page}a`), file(`${page}b`)],
        ...(page < 5 ? { next: String(page + 1) } : {})
      }
    })
  return { asked, list }
}

/** A drive of folders, by path, that counts what was created. */
const folders = (existing: ReadonlyArray<string> = []) => {
  const paths = new Set(existing)
  const created: Array<string> = []
  return {
    created,
    resolve: (path: string) =>
      Effect.zipRight(
        Effect.yieldNow(),
        Effect.suspend(() => paths.has(path) ? Effect.succeed(FileId.make(path)) : new FileNotFound({ path }))
      ),
    info: (fileId: string) =>
      Effect.succeed(
        new DriveFile({ fileId: FileId.make(fileId), name: fileId, size: 0, type: "folder", userTags: [] })
      ),
    createFolder: ({ name, parentFileId }: { readonly name: string; readonly parentFileId: string }) =>
      Effect.zipRight(
        Effect.yieldNow(),
        Effect.sync(() => {
          const path = `${parentFileId === "root" ? "" : parentFileId}/${name}`
          paths.add(path)
          created.push(path)
          return FileId.make(path)
        })
      )
  }
}

describe("Files", () => {
  it.effect("lists the first 20 of the root by default", () => {
    const queries: Array<ListFiles> = []
    const list = (query: ListFiles) => Effect.as(Effect.sync(() => queries.push(query)), { items: [] })
    return run(
      { list },
      Effect.gen(function*() {
        const files = yield* Files
        yield* files.list()
        assert.deepStrictEqual(queries, [{ parentFileId: "root", pageSize: 20 }])
      })
    )
  })

  it.effect("refuses a page or a page size that is none, before a call", () =>
    run(
      {},
      Effect.gen(function*() {
        const files = yield* Files
        for (const field of ["page", "pageSize"]) {
          for (const value of [0, -1, 1.5, Number.NaN]) {
            const error = yield* Effect.flip(files.list({ [field]: value }))
            assert.deepInclude(error, { _tag: "InvalidInput", field })
          }
        }
      })
    ))

  it.effect("streams all pages, one ahead of who reads", () => {
    const { asked, list } = pages()
    return run(
      { list },
      Effect.gen(function*() {
        const files = yield* Files
        const firstSeen = yield* Deferred.make<void>()
        const released = yield* Deferred.make<void>()
        const names: Array<string> = []
        const reader = yield* Stream.runForEach(files.listAll(), (one) =>
          Effect.gen(function*() {
            names.push(one.name)
            yield* Deferred.succeed(firstSeen, undefined)
            yield* Deferred.await(released)
          })).pipe(Effect.fork)
        yield* Deferred.await(firstSeen)
        yield* Effect.yieldNow().pipe(Effect.repeatN(20))
        assert.deepStrictEqual(asked, [1, 2])
        yield* Deferred.succeed(released, undefined)
        yield* Fiber.join(reader)
        assert.deepStrictEqual(asked, [1, 2, 3, 4, 5])
        assert.deepStrictEqual(names, [1, 2, 3, 4, 5].flatMap((page) => [`${page}a`, `${page}b`]))
      })
    )
  })

  it.effect("fetches no more pages for a reader that has enough", () => {
    const { asked, list } = pages()
    return run(
      { list },
      Effect.gen(function*() {
        const files = yield* Files
        const names = yield* Stream.runCollect(Stream.take(files.listAll(), 1))
        assert.strictEqual([...names][0]?.name, "1a")
        yield* Effect.yieldNow().pipe(Effect.repeatN(20))
        assert.isAtMost(asked.length, 2)
      })
    )
  })

  it.effect("gives the root for an empty path and for a folder named root, without a call", () =>
    run(
      {},
      Effect.gen(function*() {
        const files = yield* Files
        assert.strictEqual(yield* files.resolve(""), "root")
        assert.strictEqual(yield* files.resolve("/"), "root")
        assert.strictEqual(yield* files.ensureFolder("//"), "root")
        assert.strictEqual(yield* files.createFolder({ name: "root" }), "root")
      })
    ))

  it.effect("refuses names and paths that are none, before a call", () =>
    run(
      {},
      Effect.gen(function*() {
        const files = yield* Files
        for (const name of ["", ".", "..", "a/b", "a\u0000b", "tab\t", "\ud800", "ü".repeat(513)]) {
          assert.deepInclude(yield* Effect.flip(files.createFolder({ name })), { _tag: "InvalidInput", field: "name" })
        }
        for (const path of ["a/../b", "./a", "a/\u0007"]) {
          assert.deepInclude(yield* Effect.flip(files.resolve(path)), { _tag: "InvalidInput", field: "path" })
          assert.deepInclude(yield* Effect.flip(files.ensureFolder(path)), { _tag: "InvalidInput", field: "path" })
        }
        assert.deepInclude(yield* Effect.flip(files.info("")), { _tag: "InvalidInput", field: "fileId" })
      })
    ))

  it.effect("creates with the parent root and the mode refuse by default", () => {
    const asked: Array<unknown> = []
    const createFolder: StorageProvider["files"]["createFolder"] = (folder) =>
      Effect.as(Effect.sync(() => asked.push(folder)), FileId.make("new"))
    return run(
      { createFolder },
      Effect.gen(function*() {
        const files = yield* Files
        assert.strictEqual(yield* files.createFolder({ name: "ü".repeat(512) }), "new")
        yield* files.createFolder({ name: "b", parentFileId: "p", checkNameMode: "auto_rename" })
        assert.deepStrictEqual(asked, [
          { name: "ü".repeat(512), parentFileId: "root", checkNameMode: "refuse" },
          { name: "b", parentFileId: "p", checkNameMode: "auto_rename" }
        ])
      })
    )
  })

  it.effect("creates only the folders that are missing", () => {
    const drive = folders(["/a"])
    return run(
      drive,
      Effect.gen(function*() {
        const files = yield* Files
        assert.strictEqual(yield* files.ensureFolder("a/b//c/"), "/a/b/c")
        assert.deepStrictEqual(drive.created, ["/a/b", "/a/b/c"])
        assert.strictEqual(yield* files.ensureFolder("/a/b/c"), "/a/b/c")
        assert.strictEqual(drive.created.length, 2)
      })
    )
  })

  it.effect("takes no file for a folder, whatever the service says of the name", () => {
    const drive = folders(["/a"])
    return run(
      { ...drive, info: () => Effect.succeed(file("/a")) },
      Effect.gen(function*() {
        const files = yield* Files
        const conflict = { _tag: "NameConflict" as const, name: "a", parentFileId: "root", fileId: "/a" }
        assert.deepInclude(yield* Effect.flip(files.ensureFolder("a")), conflict)
        assert.deepInclude(yield* Effect.flip(files.ensureFolder("a/b")), conflict)
      })
    )
  })

  it.effect("creates each folder once, however many ask for it or below it", () => {
    const drive = folders()
    const paths = ["a", "a/b", "a/b/c", "a/b/d", "a/e"]
    return run(
      drive,
      Effect.gen(function*() {
        const files = yield* Files
        const asked = Array.from({ length: 100 }, (_, index) => paths[index % paths.length] ?? "")
        yield* Effect.forEach(asked, (path) => files.ensureFolder(path), { concurrency: "unbounded" })
        assert.deepStrictEqual([...drive.created].sort(), ["/a", "/a/b", "/a/b/c", "/a/b/d", "/a/e"])
      })
    )
  })

  it.effect("continues for the others when the first who asked leaves", () =>
    Effect.gen(function*() {
      const drive = folders()
      const started = yield* Deferred.make<void>()
      const released = yield* Deferred.make<void>()
      const createFolder: StorageProvider["files"]["createFolder"] = (folder) =>
        Deferred.succeed(started, undefined).pipe(
          Effect.zipRight(Deferred.await(released)),
          Effect.zipRight(drive.createFolder(folder))
        )
      yield* run(
        { ...drive, createFolder },
        Effect.gen(function*() {
          const files = yield* Files
          const first = yield* Effect.fork(files.ensureFolder("a"))
          yield* Deferred.await(started)
          const second = yield* Effect.fork(files.ensureFolder("a"))
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(first)
          yield* Deferred.succeed(released, undefined)
          assert.strictEqual(yield* Fiber.join(second), "/a")
          assert.deepStrictEqual(drive.created, ["/a"])
        })
      )
    }))
})
