/** Sessions that nobody needs any more go away, and what they had on the storage with them. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, layerOf, startProcess, storedBytes, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

/** A program that ends in the middle of ten parts. */
const leftBehind = Effect.fnUntraced(function*() {
  const drive = yield* Memory.make(slow)
  drive.disk.set("/a.bin", { bytes: tenParts.source, modifiedAt: 1 })
  const before = yield* startProcess(drive)
  yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
  yield* Effect.sleep("250 millis")
  yield* before.crash
  assert.strictEqual(drive.storage.bucket.uploads.size, 1)
  return drive
})

describe("the session", () => {
  it.live("of a rapid upload goes with it", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const first = yield* uploads.start(tenParts)
        yield* first.await
        const again = yield* uploads.start({ ...tenParts, name: "b.bin" })
        yield* Effect.sleep("20 millis")
        assert.strictEqual(drive.sessions.saved.size, 1)
        assert.isTrue((yield* again.await).rapid)
        assert.strictEqual(drive.sessions.saved.size, 0)
        assert.deepStrictEqual(yield* uploads.recoverable(), [])
      })))

  it.live("of a failed upload stays for a retry, and goes when the upload is taken off the list", () =>
    withDrive({
      ...slow,
      faults: [{ match: { method: "PUT", query: { partNumber: "3" } }, action: { _tag: "status", status: 403 } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "StorageError")
        assert.strictEqual(drive.sessions.saved.size, 1)
        yield* uploads.remove(upload.id)
        assert.deepStrictEqual(uploads.list(), [])
        assert.strictEqual(drive.storage.bucket.uploads.size, 0)
        assert.strictEqual(drive.sessions.saved.size, 0)
        assert.deepStrictEqual(yield* uploads.recoverable(), [])
      })))

  it.live("that nobody resumes for a week expires: its parts are aborted at the next sign-in", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* leftBehind()
      yield* Effect.sleep("8 days")
      const after = yield* startProcess(drive)
      assert.deepStrictEqual(yield* after.uploads.recoverable(), [])
      yield* Effect.sleep("1 minute")
      assertNothingLeft(drive, after.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("lives for as long as the options say", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* leftBehind()
      yield* Effect.sleep("8 days")
      const after = yield* startProcess(drive, layerOf(drive, { sessionLifetime: Duration.days(30) }))
      yield* Effect.sleep("1 minute")
      assert.strictEqual((yield* after.uploads.recoverable()).length, 1)
    })))

  it.live("that was continued is young again", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* leftBehind()
      yield* Effect.sleep("6 days")
      const second = yield* startProcess(drive)
      const [found] = yield* second.uploads.recoverable()
      const id = found?.id ?? ""
      yield* second.uploads.resume(id)
      yield* Effect.sleep("150 millis")
      yield* second.uploads.stop(id)
      yield* second.crash
      yield* Effect.sleep("6 days")
      const third = yield* startProcess(drive)
      yield* Effect.sleep("1 minute")
      assert.strictEqual((yield* third.uploads.recoverable()).length, 1)
      yield* third.uploads.resume(id)
      const { objectKey } = yield* third.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), tenParts.source)
      assertNothingLeft(drive, third.scheduler)
    })))
})

describe("a crash at the very end", () => {
  it.live("after a rapid create finds the file again, and makes no second one", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      drive.disk.set("/a.bin", { bytes: tenParts.source, modifiedAt: 1 })
      const before = yield* startProcess(drive)
      yield* (yield* before.uploads.start(tenParts)).await
      const files = drive.service.files.size
      const again = { source: { path: "/a.bin" }, name: "b.bin", chunkSize: 100, checkNameMode: "refuse" } as const
      yield* before.uploads.start(again)
      while (drive.service.files.size === files) yield* Effect.sleep("1 millis")
      yield* before.crash
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      yield* after.uploads.resume(found?.id ?? "")
      const result = yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never
      assert.isTrue(result.rapid)
      assert.strictEqual(drive.service.files.size, files + 1)
    })))

  it.live("of an upload to pds that was confirmed is no reason to store it again, whatever file is picked", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ ...slow, platform: "pds" })
      const before = yield* startProcess(drive)
      yield* before.uploads.start({ ...tenParts, checkNameMode: "refuse" })
      while (![...drive.service.files.values()].some(({ stored }) => stored)) yield* Effect.sleep("1 millis")
      yield* before.crash
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      const received = drive.network.received
      yield* after.uploads.resume(found?.id ?? "", tenParts.source)
      const { objectKey } = yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), tenParts.source)
      assert.strictEqual(drive.network.received, received)
    })))
})

describe("the tombstone of an upload that ended in another tab", () => {
  /** The session is one of another run, so that its end leaves a tombstone for whoever knows of it too. */
  const endedElsewhere = Effect.gen(function*() {
    const drive = yield* leftBehind()
    const tab = yield* startProcess(drive)
    const [snapshot] = yield* tab.uploads.recoverable()
    const id = snapshot?.id ?? ""
    yield* tab.uploads.resume(id)
    yield* tab.uploads.get(id)?.await ?? Effect.never
    yield* tab.crash
    assert.strictEqual(drive.sessions.ended.size, 1)
    return drive
  })

  it.live("stays for a day of sign-ins, and is on no list", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* endedElsewhere
      yield* Effect.sleep("23 hours")
      const after = yield* startProcess(drive)
      yield* Effect.sleep("1 minute")
      assert.deepStrictEqual(yield* after.uploads.recoverable(), [])
      assert.strictEqual(drive.sessions.ended.size, 1)
    })))

  it.live("goes with the first sign-in after that, and nothing of the object with it", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* endedElsewhere
      const objects = [...drive.storage.bucket.objects.keys()]
      yield* Effect.sleep("25 hours")
      const after = yield* startProcess(drive)
      yield* Effect.sleep("1 minute")
      assert.strictEqual(drive.sessions.ended.size, 0)
      assert.deepStrictEqual([...drive.storage.bucket.objects.keys()], objects)
      assertNothingLeft(drive, after.scheduler)
    })))
})

describe("a session with an upload id and no part size", () => {
  it.live("begins its multipart upload anew, and takes the one that it names back", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* leftBehind()
      const [stray] = drive.storage.bucket.uploads.keys()
      for (const [id, session] of drive.sessions.saved) {
        assert.strictEqual(session.upload.uploadId, stray)
        drive.sessions.saved.set(id, { ...session, upload: { ...session.upload, partSize: undefined } })
      }
      const tab = yield* startProcess(drive)
      const [snapshot] = yield* tab.uploads.recoverable()
      const id = snapshot?.id ?? ""
      yield* tab.uploads.resume(id)
      const result = yield* tab.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      yield* Effect.sleep("2 hours")
      assert.strictEqual(drive.network.count({ method: "POST", query: "uploads" }), 2)
      assert.isFalse(drive.storage.bucket.uploads.has(stray ?? ""))
      assertNothingLeft(drive, tab.scheduler)
    })))
})

describe("an upload that was stopped a moment ago", () => {
  for (const [when, pause] of [["hashed", 5], ["announced", 40], ["sent", 250]] as const) {
    it.live(`while it was being ${when} is free for another tab at once`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const drive = yield* Memory.make(slow)
        drive.disk.set("/a.bin", { bytes: tenParts.source, modifiedAt: 1 })
        const first = yield* startProcess(drive)
        const second = yield* startProcess(drive)
        const { id } = yield* first.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
        yield* Effect.sleep(pause)
        yield* first.uploads.stop(id)
        const found = yield* second.uploads.recoverable()
        assert.deepStrictEqual(found.map((one) => one.id), [id])
        yield* second.uploads.resume(id)
        const result = yield* second.uploads.get(id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
      })))
  }
})
