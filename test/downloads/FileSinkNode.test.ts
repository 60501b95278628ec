import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { createHash, randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as FileSinkNode from "../../src/layers/FileSinkNode.js"
import { FileSink } from "../../src/services/FileSink.js"

const directory = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(join(tmpdir(), "sink-"))),
  (path) => Effect.promise(() => fs.rm(path, { recursive: true }))
)

const entries = (path: string) => Effect.promise(() => fs.readdir(path))

const write = (target: string, chunks: ReadonlyArray<Uint8Array>, publish: boolean) =>
  Effect.gen(function*() {
    const sink = yield* FileSink
    const file = yield* sink.open(target, { sha1: true })
    yield* Effect.forEach(chunks, file.write, { concurrency: 1, discard: true })
    const flushed = yield* file.flush
    if (publish) yield* file.publish
    return flushed
  }).pipe(Effect.scoped)

describe("FileSinkNode", () => {
  it.layer(FileSinkNode.layer)((it) => {
    it.scoped("writes chunks of all sizes in order, digests them, and gives the file its name", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const chunks = [0, 1, 100, 65_536, 1_048_576, 3_000_000, 7].map((size) => randomBytes(size))
        const all = Buffer.concat(chunks)
        const flushed = yield* write(target, chunks, true)
        assert.deepStrictEqual(flushed, {
          size: all.length,
          sha1: createHash("sha1").update(all).digest("hex").toUpperCase()
        })
        assert.isTrue(all.equals(yield* Effect.promise(() => fs.readFile(target))))
        assert.deepStrictEqual(yield* entries(path), ["file"])
      }))

    it.scoped("leaves nothing behind when it was not published, and what was there as it was", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        yield* Effect.promise(() => fs.writeFile(target, "before"))
        yield* write(target, [randomBytes(2_000_000)], false)
        assert.deepStrictEqual(yield* entries(path), ["file"])
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "before")
      }))

    it.scoped("replaces what an ended process left, and the file that has the name", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        yield* Effect.promise(() => fs.writeFile(`${target}.part`, "a longer rest of an earlier process"))
        yield* Effect.promise(() => fs.writeFile(target, "before"))
        yield* write(target, [new TextEncoder().encode("after")], true)
        assert.strictEqual(yield* Effect.promise(() => fs.readFile(target, "utf8")), "after")
      }))

    it.scoped("says that the disk is full, whether at a write or at the flush", () =>
      Effect.gen(function*() {
        const path = yield* directory
        for (const sizes of [[10], [2_000_000, 2_000_000, 2_000_000]]) {
          const target = join(path, `file-${sizes.length}`)
          yield* Effect.promise(() => fs.symlink("/dev/full", `${target}.part`))
          const error = yield* Effect.flip(write(target, sizes.map((size) => randomBytes(size)), true))
          assert.deepInclude(error, { _tag: "SaveFailed", reason: "DiskFull", target })
        }
        assert.deepStrictEqual(yield* entries(path), [])
      }))

    it.scoped("says that the folder is missing", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const error = yield* Effect.flip(write(join(path, "no", "file"), [], true))
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "NotFound" })
      }))

    it.scoped("refuses a second save to the same file while one is under way", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "file")
        const sink = yield* FileSink
        yield* sink.open(target, { sha1: false }).pipe(
          Effect.zipRight(Effect.flip(write(join(path, ".", "file"), [], true))),
          Effect.tap((error) => Effect.sync(() => assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed" }))),
          Effect.scoped
        )
        assert.isTrue(Exit.isSuccess(yield* Effect.exit(write(target, [], true))))
      }))
  })
})
