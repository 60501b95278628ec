/** What is saved of uploads that are queued, and of their handles: for whom, for how long, and in how many writes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel } from "effect"
import * as UploadSessionsMemory from "../../../src/layers/saved/UploadSessionsMemory.js"
import { keptHandles } from "../../../src/services/uploads/SavedQueue.js"
import type { SessionChange } from "../../../src/services/UploadSessions.js"
import { UploadSessions } from "../../../src/services/UploadSessions.js"
import type { FileHandle } from "../../../src/services/UploadSource.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, layerOf, startProcess, storedBytes } from "./memoryUploads.js"

import type { Process } from "./smallUploads.js"
import {
  assertEachOnce,
  count,
  driveOf,
  kill,
  names,
  resumeToTheEnd,
  savedNames,
  startAll,
  storedFiles
} from "./smallUploads.js"

describe("the handles of dropped files", () => {
  /** As a drop gives them: to look for a handle takes a call of the browser. */
  const dropped = Effect.fnUntraced(function*({ uploads }: Process, parentFileId = "root") {
    const asked: Array<string> = []
    const drop = (name: string) => {
      const source = { path: `/${name}` }
      keptHandles.set(source, () => {
        asked.push(name)
        return Promise.resolve<FileHandle>({ kind: "file", name, getFile: () => Promise.reject(new Error("unread")) })
      })
      return uploads.start({ source, parentFileId })
    }
    yield* Effect.forEach(names, drop, { discard: true })
    return asked
  })

  const savedHandles = ({ sessions }: MemoryDrive) =>
    [...sessions.saved.values()].flatMap(({ upload }) => upload.handle === undefined ? [] : [upload.handle.name])

  it.live("are not asked for as long as the files come and go", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const process = yield* startProcess(drive)
      const asked = yield* dropped(process)
      yield* Effect.sleep(700)
      assert.isAbove(savedNames(drive).length, 5)
      yield* Effect.forEach(process.uploads.list(), (id) => process.uploads.get(id)?.await ?? Effect.void)
      yield* Effect.sleep("10 seconds")
      assert.deepStrictEqual(asked, [])
      assert.deepStrictEqual(savedNames(drive), [])
    })))

  it.live("are kept of files that wait, each asked for once, though nothing else changes", () =>
    VirtualTime.run(Effect.gen(function*() {
      const create = { target: "api", method: "POST", path: "/api/v2/file/" } as const
      const faults = [{ match: create, action: { _tag: "delay", millis: 20_000 }, times: count }] as const
      const drive = yield* driveOf({ faults })
      const process = yield* startProcess(drive)
      const asked = yield* dropped(process)
      yield* Effect.sleep(1500)
      assert.strictEqual(savedNames(drive).length, count)
      assert.deepStrictEqual(savedHandles(drive), [])
      yield* Effect.sleep("6 seconds")
      assert.deepStrictEqual(savedHandles(drive).sort(), names)
      yield* process.uploads.stopAll()
      yield* process.uploads.resumeAll()
      yield* Effect.sleep("6 seconds")
      assert.deepStrictEqual(asked.sort(), names)
      assert.deepStrictEqual(savedHandles(drive).sort(), names)
    })))

  it.live("are kept of uploads that have failed, while others still come and go", () =>
    VirtualTime.run(Effect.gen(function*() {
      const create = { target: "api", method: "POST", path: "/api/v2/file/" } as const
      const faults = [{ match: create, action: { _tag: "delay", millis: 1000 }, times: count }] as const
      const drive = yield* driveOf({ faults })
      const process = yield* startProcess(drive)
      const asked = yield* dropped(process, "a folder that was deleted")
      yield* Effect.sleep(1900)
      const failed = process.uploads.list().flatMap((id) => {
        const { name = "", status } = process.uploads.snapshot(id) ?? {}
        return status?._tag === "failed" ? [name] : []
      })
      assert.isNotEmpty(failed)
      assert.isBelow(failed.length, count)
      assert.deepStrictEqual(asked, failed)
      assert.deepStrictEqual(savedHandles(drive), failed)
    })))

  it.live("are kept at once where nothing runs any more", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const process = yield* startProcess(drive)
      yield* dropped(process)
      yield* process.uploads.stopAll()
      yield* Effect.sleep("3 seconds")
      assert.deepStrictEqual(savedHandles(drive).sort(), names)
    })))
})

describe("the saved line", () => {
  const stopped = Effect.gen(function*() {
    const drive = yield* driveOf()
    const first = yield* startProcess(drive)
    yield* startAll(first)
    yield* first.uploads.stopAll()
    yield* Effect.sleep("3 seconds")
    assert.strictEqual(savedNames(drive).length, count)
    return { drive, first }
  })

  it.live("is a living program's own: another one does not list it, and takes over when that has ended", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first } = yield* stopped
      const second = yield* startProcess(drive)
      assert.deepStrictEqual(yield* second.uploads.recoverable(), [])
      yield* kill(drive, first)
      const third = yield* startProcess(drive)
      const found = yield* Effect.all([second.uploads.recoverable(), third.uploads.recoverable()], {
        concurrency: "unbounded"
      })
      assert.strictEqual(found.flat().length, count)
      assert.strictEqual(new Set(found.flat().map(({ id }) => id)).size, count)
    })))

  it.live("is its user's: another one who signs in sees nothing of it, and it comes back with the first", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first } = yield* stopped
      yield* first.signIn("user-2")
      yield* Effect.sleep(600)
      assert.deepStrictEqual(first.uploads.list(), [])
      assert.deepStrictEqual(yield* first.uploads.recoverable(), [])
      yield* first.signIn("user-1")
      yield* Effect.sleep(600)
      assert.strictEqual((yield* first.uploads.recoverable()).length, count)
      yield* resumeToTheEnd(first)
      assertEachOnce(drive)
    })))

  it.live("comes back while the call that makes the file is still on its way, and takes what that brings", () =>
    VirtualTime.run(Effect.gen(function*() {
      const create = { target: "api", method: "POST", path: "/api/v2/file/" } as const
      const drive = yield* Memory.make({
        faults: [{ match: create, action: { _tag: "delay", millis: 40_000 }, times: 1, skip: 0 }]
      })
      const bytes = bytesOf(100, 3)
      drive.disk.set("/plan.txt", { bytes, modifiedAt: 1 })
      const first = yield* startProcess(drive)
      yield* first.uploads.start({ source: { path: "/plan.txt" } })
      yield* Effect.sleep("3 seconds")
      yield* first.signIn("user-2")
      yield* Effect.sleep(600)
      yield* first.signIn("user-1")
      yield* Effect.sleep(600)
      yield* resumeToTheEnd(first)
      assert.deepStrictEqual(storedFiles(drive).map(({ name }) => name), ["plan.txt"])
      assert.deepStrictEqual(storedBytes(drive, storedFiles(drive)[0]?.objectKey), bytes)
    })))

  it.live("has nothing of a request but what can be kept", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const first = yield* startProcess(drive)
      const asked = { name: "a.txt", priority: 1, asset: { folderId: "f", onClick: () => {} } }
      yield* first.uploads.start({ ...asked, source: "waits" })
      yield* first.uploads.start({ ...asked, source: { path: `/${names[0]}` } })
      yield* Effect.sleep(200)
      yield* first.uploads.stopAll()
      yield* Effect.sleep("3 seconds")
      const requests = [...drive.sessions.saved.values()].map(({ upload }) => upload.request)
      assert.strictEqual(requests.length, 2)
      for (const request of requests) {
        assert.deepInclude(structuredClone(request), { name: "a.txt", priority: 1 })
        assert.strictEqual(request.asset?.folderId, "f")
        assert.notProperty(request.asset, "onClick")
      }
    })))

  it.live("has nothing of what was cancelled", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first } = yield* stopped
      const [one] = first.uploads.list()
      yield* first.uploads.cancel(one ?? "")
      yield* Effect.sleep(600)
      assert.strictEqual(savedNames(drive).length, count - 1)
      yield* first.uploads.cancelAll()
      yield* Effect.sleep(600)
      assert.deepStrictEqual(savedNames(drive), [])
    })))

  it.live("has nothing of what was done in a moment", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf({ latency: 1 })
      const writes: Array<string> = []
      const sessions = UploadSessionsMemory.make(drive.sessions)
      const counting = Layer.succeed(UploadSessions, {
        ...sessions,
        save: (upload, follows) =>
          Effect.suspend(() => {
            writes.push(upload.identity.name)
            return sessions.save(upload, follows)
          })
      })
      const process = yield* startProcess(drive, layerOf({ ...drive, layer: Layer.merge(drive.layer, counting) }))
      const upload = yield* process.uploads.start({ source: { path: `/${names[0]}` } })
      yield* upload.await
      yield* Effect.sleep("1 minute")
      assert.deepStrictEqual(writes, [])
    })))

  it.live("of ten thousand is written many at a time", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const batches: Array<number> = []
      const sessions = UploadSessionsMemory.make(drive.sessions)
      const one = ({ follows, id, upload }: SessionChange) =>
        upload === undefined ? sessions.forget(id, follows) : sessions.save(upload, follows)
      const inBatches = Layer.succeed(UploadSessions, {
        ...sessions,
        save: () => Effect.dieMessage("one by one"),
        writeAll: (changes) =>
          Effect.suspend(() => {
            batches.push(changes.length)
            return Effect.forEach(changes, one)
          })
      })
      const process = yield* startProcess(drive, layerOf({ ...drive, layer: Layer.merge(drive.layer, inBatches) }))
      for (let index = 0; index < 10_000; index++) yield* process.uploads.start({ source: "x", name: `${index}` })
      yield* process.uploads.stopAll()
      yield* Effect.sleep("4 seconds")
      assert.strictEqual(drive.sessions.saved.size, 10_000)
      assert.isAtMost(batches.length, 80)
      yield* process.uploads.cancelAll()
      yield* Effect.sleep("1 second")
      assert.strictEqual(drive.sessions.saved.size, 0)
      assert.isAtMost(batches.length, 160)
    })))

  it.live("is not written where what is saved ends with the program, unless another user signs in meanwhile", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const ofThisProgram = Layer.succeed(UploadSessions, {
        ...UploadSessionsMemory.make(drive.sessions),
        endsWithProgram: true
      })
      const process = yield* startProcess(drive, layerOf({ ...drive, layer: Layer.merge(drive.layer, ofThisProgram) }))
      yield* startAll(process)
      yield* process.uploads.stopAll()
      yield* Effect.sleep("4 seconds")
      assert.deepStrictEqual(savedNames(drive), [])
      yield* process.signIn("user-2")
      yield* process.signIn("user-1")
      yield* Effect.sleep(600)
      assert.strictEqual((yield* process.uploads.recoverable()).length, count)
      yield* resumeToTheEnd(process)
      assertEachOnce(drive)
    })))

  it.live("that cannot be written stops no upload, and they tell that they would not come back", () =>
    VirtualTime.run(
      Effect.gen(function*() {
        const drive = yield* driveOf()
        const sessions = UploadSessionsMemory.make(drive.sessions)
        const full = Layer.succeed(UploadSessions, {
          ...sessions,
          writeAll: (changes) => Effect.succeed(changes.map(() => true)),
          healthy: Effect.succeed(false)
        })
        const process = yield* startProcess(drive, layerOf({ ...drive, layer: Layer.merge(drive.layer, full) }))
        yield* startAll(process)
        yield* Effect.sleep(600)
        const last = process.uploads.snapshot(process.uploads.list().at(-1) ?? "")
        assert.deepInclude(last, { resumable: false })
        yield* resumeToTheEnd(process)
        assertEachOnce(drive)
      }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
    ))
})
