/** Two tabs over one session store: one continues with what the other has left, and the first comes back to it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, startProcess, storedBytes } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const content = bytesOf(1000)

/** The first tab stops in mid-upload; the storage forgets that upload, and the second tab begins it anew and stops too. */
const restartedElsewhere = Effect.gen(function*() {
  const drive = yield* Memory.make(slow)
  const multiparts = drive.storage.bucket.uploads
  drive.disk.set("/a.bin", { bytes: content, modifiedAt: 1 })
  const first = yield* startProcess(drive)
  const { id } = yield* first.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
  yield* Effect.sleep("250 millis")
  yield* first.uploads.stop(id)
  multiparts.clear()

  const second = yield* startProcess(drive)
  yield* second.uploads.recoverable()
  yield* second.uploads.resume(id)
  yield* Effect.sleep("270 millis")
  yield* second.uploads.stop(id)
  const stored = [...multiparts.values()][0]?.parts.size ?? 0
  assert.deepStrictEqual([multiparts.size, stored > 1 && stored < 10], [1, true], `${stored} parts`)
  return { drive, first, id, stored }
})

/** As much happens as can in no time at all. */
const atOnce = (isSo: () => boolean) => Effect.repeat(Effect.sleep(0), { until: isSo, times: 1000 })

describe("an upload that another tab began anew", () => {
  it.live("is known by its session also when both were saved in one millisecond", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ platform: "pds", latency: 0, bytesPerSecond: 1000 })
      const multiparts = drive.storage.bucket.uploads
      const saved = () => [...drive.sessions.saved.values()][0]?.upload
      const isSavedAs = () => saved()?.uploadId !== undefined && saved()?.uploadId === [...multiparts.keys()][0]
      drive.disk.set("/a.bin", { bytes: content, modifiedAt: 1 })
      const first = yield* startProcess(drive)
      const { id } = yield* first.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
      yield* atOnce(isSavedAs)
      yield* first.uploads.stop(id)
      const before = saved()
      multiparts.clear()

      const second = yield* startProcess(drive)
      yield* second.uploads.recoverable()
      yield* second.uploads.resume(id)
      yield* atOnce(isSavedAs)
      yield* second.uploads.stop(id)
      assert.strictEqual(saved()?.savedAt, before?.savedAt)
      assert.notStrictEqual(saved()?.uploadId, before?.uploadId)

      yield* first.uploads.resume(id)
      const { objectKey } = yield* first.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file/" }), 2)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertNothingLeft(drive, first.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("continues from that tab's parts, and leaves none behind", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id, stored } = yield* restartedElsewhere
      const puts = drive.network.count({ method: "PUT", query: "partNumber" })
      yield* first.uploads.resume(id)
      const { objectKey } = yield* first.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }) - puts, 10 - stored)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertNothingLeft(drive, first.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("is aborted whole by a cancel", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id } = yield* restartedElsewhere
      yield* first.uploads.cancel(id)
      assertNothingLeft(drive, first.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("is compared with what that tab has read: other bytes are refused", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id } = yield* restartedElsewhere
      drive.disk.set("/a.bin", { bytes: bytesOf(1000, 2), modifiedAt: 1 })
      yield* first.uploads.resume(id)
      const error = yield* Effect.flip(first.uploads.get(id)?.await ?? Effect.never)
      assert.deepInclude(error, { _tag: "SourceChanged", what: "content" })
    })))

  it.live("is left to that tab for as long as it drives it", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id } = yield* restartedElsewhere
      const third = yield* startProcess(drive)
      yield* third.uploads.recoverable()
      drive.network.faults.add([{
        match: { method: "PUT", query: { partNumber: undefined } },
        action: { _tag: "delay", millis: 5000 }
      }])
      yield* third.uploads.resume(id)
      yield* Effect.sleep("20 millis")
      yield* first.uploads.resume(id)
      const error = yield* Effect.flip(first.uploads.get(id)?.await ?? Effect.never)
      assert.deepInclude(error, { _tag: "UploadInUse", uploadId: id, reason: "active" })
      const { objectKey } = yield* third.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertNothingLeft(drive, third.scheduler)
      assertAllFaultsHit(drive)
    })))

  it.live("is waited for where that tab is soon done with it, and is the same file", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id } = yield* restartedElsewhere
      const third = yield* startProcess(drive)
      yield* third.uploads.recoverable()
      yield* third.uploads.resume(id)
      yield* Effect.sleep("20 millis")
      const puts = drive.network.count({ method: "PUT", query: "partNumber" })
      yield* first.uploads.resume(id)
      const theirs = yield* third.uploads.get(id)?.await ?? Effect.never
      const sent = drive.network.count({ method: "PUT", query: "partNumber" }) - puts
      const ours = yield* first.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(ours.fileId, theirs.fileId)
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }) - puts, sent)
      assert.deepStrictEqual(storedBytes(drive, ours.objectKey), content)
      assertNothingLeft(drive, first.scheduler)
    })))
})

describe("an upload that another tab began anew and brought to its end", () => {
  /** The first tab stops in mid-upload; the storage forgets that upload, and the second tab begins it anew. */
  const begunElsewhere = Effect.gen(function*() {
    const drive = yield* Memory.make({ platform: "pds", ...slow })
    drive.disk.set("/a.bin", { bytes: content, modifiedAt: 1 })
    const first = yield* startProcess(drive)
    const { id } = yield* first.uploads.start({
      source: { path: "/a.bin" },
      chunkSize: 100,
      checkNameMode: "refuse"
    })
    yield* Effect.sleep("250 millis")
    yield* first.uploads.stop(id)
    drive.storage.bucket.uploads.clear()
    const second = yield* startProcess(drive)
    yield* second.uploads.recoverable()
    yield* second.uploads.resume(id)
    const puts = () => drive.network.count({ method: "PUT", query: "partNumber" })
    const end = (tab: typeof first) => tab.uploads.get(id)?.await ?? Effect.never
    return { drive, first, second, id, puts, end }
  })

  it.live("is the file that is there, and nothing is sent again", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, end, first, id, puts, second } = yield* begunElsewhere
      const { fileId } = yield* end(second)
      const before = puts()
      yield* first.uploads.resume(id)
      const result = yield* end(first)
      assert.deepInclude(result, { fileId, rapid: true })
      assert.deepStrictEqual(storedBytes(drive, result.objectKey), content)
      assert.deepStrictEqual([puts() - before, drive.service.named("root", "a.bin").length], [0, 1])
      assertNothingLeft(drive, first.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("is in the way of a file with other bytes", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, end, first, id, second } = yield* begunElsewhere
      const { objectKey = "" } = yield* end(second)
      const other = bytesOf(1000, 2)
      drive.storage.bucket.put(objectKey, other, undefined)
      for (const file of drive.service.named("root", "a.bin")) file.contentHash = sha1(other)
      yield* first.uploads.resume(id)
      assert.strictEqual((yield* Effect.flip(end(first)))._tag, "NameConflict")
      assert.deepStrictEqual(storedBytes(drive, objectKey), other)
      assertNothingLeft(drive, first.scheduler)
    })))

  it.live("resumes by itself when it was cancelled there", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, end, first, id, second } = yield* begunElsewhere
      yield* second.uploads.cancel(id)
      yield* first.uploads.resume(id)
      const { objectKey, rapid } = yield* end(first)
      assert.isFalse(rapid)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assert.strictEqual(drive.service.named("root", "a.bin").length, 1)
      assertNothingLeft(drive, first.scheduler)
    })))
})

describe("an upload that was hashing when another tab continued it to its end", () => {
  it.live("is the file that is there", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ ...slow, platform: "oss" })
      drive.disk.set("/a.bin", { bytes: content, modifiedAt: 1 })
      const first = yield* startProcess(drive)
      const { id } = yield* first.uploads.start({
        source: { path: "/a.bin" },
        chunkSize: 100,
        checkNameMode: "refuse"
      })
      yield* Effect.repeat(Effect.sleep(1), { until: () => drive.sessions.saved.size > 0, times: 1000 })
      yield* first.uploads.stop(id)
      assert.isUndefined([...drive.sessions.saved.values()][0]?.upload.ticket)
      const second = yield* startProcess(drive)
      yield* second.uploads.recoverable()
      yield* second.uploads.resume(id)
      const { fileId } = yield* second.uploads.get(id)?.await ?? Effect.never
      yield* first.uploads.resume(id)
      const result = yield* first.uploads.get(id)?.await ?? Effect.never
      assert.deepInclude(result, { fileId, rapid: true })
      assert.strictEqual(drive.service.named("root", "a.bin").length, 1)
      assertNothingLeft(drive, first.scheduler)
    })))
})
