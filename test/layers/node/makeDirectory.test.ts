import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import * as fsSync from "node:fs"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, parse } from "node:path"
import * as BlobStoreDirectory from "../../../emulator/src/blobs/BlobStoreDirectory.js"
import * as StateStoreDirectory from "../../../emulator/src/state/StateStoreDirectory.js"
import { FileId, SpaceId } from "../../../src/domain/Ids.js"
import * as FileSinkNode from "../../../src/layers/node/FileSinkNode.js"
import { makeDirectory } from "../../../src/layers/node/makeDirectory.js"
import * as TaskMemoryDirectory from "../../../src/layers/node/TaskMemoryDirectory.js"
import * as UploadSessionsDirectory from "../../../src/layers/node/UploadSessionsDirectory.js"
import { FileSink } from "../../../src/services/FileSink.js"
import { TaskMemory } from "../../../src/services/TaskMemory.js"
import { UploadSessions } from "../../../src/services/UploadSessions.js"
import { noNewFolders } from "./noNewFolders.js"
import { savedUpload } from "./SavedUploads.js"

const folder = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(join(tmpdir(), "directories-"))),
  (path) => Effect.promise(() => fs.rm(path, { recursive: true }))
)

const made = (path: string, mode?: number) => Effect.tryPromise(() => makeDirectory(path, mode))

const problem = (path: string) =>
  Effect.map(
    Effect.flip(made(path)),
    ({ error }) => error instanceof Error && "code" in error ? error.code : assert.fail(String(error))
  )

const isDirectory = (path: string): boolean => fsSync.statSync(path).isDirectory()

describe("makeDirectory", () => {
  it.scoped("makes what is missing above it too, all with its mode", () =>
    Effect.gen(function*() {
      const top = yield* folder
      const path = join(top, "a", "b", "c")
      yield* made(path, 0o700)
      const modes = [path, dirname(path), join(top, "a")].map((each) => fsSync.statSync(each).mode & 0o777)
      if (process.platform !== "win32") assert.deepStrictEqual(modes, [0o700, 0o700, 0o700])
      yield* made(path)
      assert.isTrue(isDirectory(path))
    }))

  it.scoped("takes one that is there, also by a link, the top of the disk and a path that ends in a separator", () =>
    Effect.gen(function*() {
      const top = yield* folder
      fsSync.symlinkSync(top, join(top, "link"), "junction")
      yield* made(join(top, "link"))
      yield* made(join(top, "link", "below"))
      assert.isTrue(isDirectory(join(top, "below")))
      yield* made(`${join(top, "ended")}/`)
      assert.isTrue(isDirectory(join(top, "ended")))
      yield* made(parse(process.cwd()).root)
      yield* made(".")
    }))

  it.scoped("many make the same one at once", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "a", "b", "c")
      yield* Effect.all(Array.from({ length: 20 }, () => made(path)), { concurrency: "unbounded" })
      assert.isTrue(isDirectory(path))
    }))

  it.scoped("says what is in the way", () =>
    Effect.gen(function*() {
      const top = yield* folder
      const file = join(top, "file")
      fsSync.writeFileSync(file, "")
      fsSync.symlinkSync(join(top, "nothing"), join(top, "dangling"), "junction")
      assert.strictEqual(yield* problem(file), "EEXIST")
      assert.strictEqual(yield* problem(join(file, "below")), "ENOTDIR")
      assert.strictEqual(yield* problem(join(top, "dangling")), "EEXIST")
      assert.include(["EEXIST", "ENOENT"], yield* problem(join(top, "dangling", "below")))
      assert.strictEqual(yield* problem(join(top, "n\0l")), "ERR_INVALID_ARG_VALUE")
      assert.strictEqual(yield* problem(""), "ENOENT")
      assert.deepStrictEqual(fsSync.readdirSync(top).sort(), ["dangling", "file"])
    }))

  it.scoped("ends where the folder above is there and is said to be missing", () =>
    Effect.gen(function*() {
      const top = yield* noNewFolders
      assert.strictEqual(yield* problem(join(top, "a")), "ENOENT")
      assert.strictEqual(yield* problem(join(top, "a", "b", "c")), "ENOENT")
    }))

  it.effect.runIf(process.platform === "linux")("ends below /proc", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* problem("/proc/effect-drive"), "ENOENT")
      assert.strictEqual(yield* problem("/proc/effect-drive/a/b"), "ENOENT")
    }))
})

/** Who makes folders, in a place where that is not possible. */
const inPlaceOf = (place: string) =>
  Effect.gen(function*() {
    const directory = join(place, "effect-drive", "deep")
    const healthy = yield* Effect.flatMap(
      UploadSessions,
      (sessions) => Effect.zipRight(sessions.save(savedUpload("a")), sessions.healthy)
    ).pipe(Effect.provide(UploadSessionsDirectory.layer({ directory })))
    assert.isFalse(healthy, "sessions")

    const task = { spaceId: SpaceId.make("s"), taskId: "t", fileId: FileId.make("f"), name: "a.zip" }
    const known = yield* Effect.flatMap(
      TaskMemory,
      (memory) => Effect.zipRight(memory.remember(task), memory.recall(task.spaceId, task.taskId))
    ).pipe(Effect.provide(TaskMemoryDirectory.layer({ directory })))
    assert.deepStrictEqual(known, task, "remembered at least by this run")

    const refused = yield* Effect.flatMap(FileSink, (sink) => Effect.flip(sink.folder(directory))).pipe(
      Effect.provide(FileSinkNode.layer)
    )
    assert.deepInclude(refused, { _tag: "SaveFailed", reason: "NotFound", target: directory })
    const unsaved = yield* Effect.flatMap(FileSink, (sink) =>
      Effect.flip(
        sink.prepare(join(directory, "file"), { id: "d", throttled: false, ranged: false })
          .open({ key: "k", name: "file", size: undefined, sha1: false, throttled: false })
      )).pipe(Effect.provide(FileSinkNode.layer))
    assert.deepInclude(unsaved, { _tag: "SaveFailed", reason: "NotFound" })

    const state = yield* Effect.flip(StateStoreDirectory.make(directory))
    assert.deepInclude(state, { _tag: "StateStoreError", reason: "Unavailable" })
    const blobs = yield* Effect.flip(BlobStoreDirectory.make({ directory }))
    assert.strictEqual(blobs._tag, "BlobBroken")
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)))

describe("Whoever makes a folder says so where none can be made", () => {
  it.scoped("on any machine", () => Effect.flatMap(noNewFolders, inPlaceOf))

  it.effect.runIf(process.platform === "linux")("below /proc", () => inPlaceOf("/proc"))
})
