import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { FolderConflict } from "effect-drive"
import { Files, FolderUploads, Session, Uploads } from "effect-drive"
import { TestDrive } from "effect-drive/testing"
import type { FolderEntry } from "../../../src/domain/FolderEntry.js"

const entries: ReadonlyArray<FolderEntry<string>> = [
  { _tag: "File", path: "a.txt", source: "new a" },
  { _tag: "File", path: "sub/b.txt", source: "new b" },
  { _tag: "File", path: "sub/deeper/c.txt", source: "new c" }
]

describe("folders in the same process", () => {
  it.live("asks by an Effect, lists only what was there, and takes what is known already without sending it", () =>
    Effect.gen(function*() {
      const session = yield* Session
      const files = yield* Files
      const folders = yield* FolderUploads
      const uploads = yield* Uploads
      yield* session.initialise({ accessToken: TestDrive.accessToken })
      const parentFileId = yield* files.ensureFolder("target")
      const old = yield* uploads.start({ source: "old b", name: "b.txt", path: "target/sub" })
      const { fileId } = yield* old.await
      const known = yield* uploads.start({ source: "new c", name: "known.txt" })
      yield* known.await

      const asked: Array<FolderConflict> = []
      const folder = yield* folders.start({
        entries: Stream.fromIterable(entries),
        parentFileId,
        onConflict: (conflict) =>
          Effect.sync(() => {
            asked.push(conflict)
            return "replace" as const
          })
      })
      const report = yield* folder.await
      assert.deepInclude(report, { files: 3, succeeded: 3, rapid: 1, skipped: 0, folders: 2, bytes: 15 })
      assert.deepStrictEqual(asked.map(({ existing, path }) => [path, existing.fileId]), [["sub/b.txt", fileId]])
      assert.strictEqual((yield* files.info(yield* files.resolve("target/sub/deeper/c.txt"))).size, 5)
    }).pipe(Effect.provide(TestDrive.layer())))

  it.live("is refused as a whole where each file would be, before a folder is made", () =>
    Effect.gen(function*() {
      yield* Effect.flatMap(Session, (session) => session.initialise({ accessToken: TestDrive.accessToken }))
      const folders = yield* FolderUploads
      // what programs without types give
      const wrong: ReadonlyArray<object> = [{ priority: "high" }, { parallel: 0 }, { onConflict: "replace" }]
      for (const options of wrong) {
        const folder = yield* folders.start({ entries, ...options })
        const [field = ""] = Object.keys(options)
        assert.deepInclude(yield* Effect.flip(folder.await), { _tag: "InvalidInput", field })
      }
      assert.deepStrictEqual((yield* Effect.flatMap(Files, (files) => files.list())).items, [])
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("needs a space", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.flatMap(FolderUploads, (folders) => folders.start({ entries }))
      assert.deepInclude(yield* Effect.flip(folder.await), { _tag: "InvalidInput", field: "spaceId" })
    }).pipe(Effect.provide(TestDrive.layer())))
})
