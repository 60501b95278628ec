/**
 * Two clients over one session store. A create or begin call of the first outlives its stopped run: the second waits for what it
 * tells, or, where locks do not hold, resumes by itself, and neither undoes what the other has written.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import type { SupportedPlatform } from "../../../src/domain/Platform.js"
import type { FaultMatch } from "../../../src/testing/FaultScript.js"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, startProcess, storedBytes } from "./memoryUploads.js"

const content = bytesOf(1000)

const createCall: FaultMatch = { target: "api", method: "POST", path: "/api/v2/file/" }
const beginCall: FaultMatch = { method: "POST", query: { uploads: undefined } }

/** The file is read in one second and sent in ten, part after part. */
const slow = (platform: SupportedPlatform) => ({ platform, bytesPerSecond: 100, latency: 5 })

const late = (drive: MemoryDrive, match: FaultMatch) =>
  drive.network.faults.add([{ match, action: { _tag: "delay", millis: 4000 } }])

const sessionOf = (drive: MemoryDrive) => [...drive.sessions.saved.values()][0]?.upload

const openUploads = (drive: MemoryDrive) => [...drive.storage.bucket.uploads.keys()]

const countCreates = (drive: MemoryDrive) => drive.network.count({ method: "POST", path: "/api/v2/file/" })
const countBegins = (drive: MemoryDrive) => drive.network.count({ method: "POST", query: "uploads" })

const until = (isSo: () => boolean) => Effect.repeat(Effect.sleep("1 millis"), { until: isSo, times: 60_000 })

const twoClients = Effect.fnUntraced(function*(platform: SupportedPlatform = "s3") {
  const drive = yield* Memory.make(slow(platform))
  drive.disk.set("/a.bin", { bytes: content, modifiedAt: 1 })
  return { drive, first: yield* startProcess(drive), second: yield* startProcess(drive) }
})

const file = { source: { path: "/a.bin" }, chunkSize: 100, parallel: 1 }

/** The first has stopped and its second begin call (on pds its second create call) is on its way; both have it on their list. */
const begunLate = Effect.fnUntraced(function*(platform: SupportedPlatform = "s3") {
  const clients = yield* twoClients(platform)
  const { drive, first, second } = clients
  const { id } = yield* first.uploads.start(file)
  yield* until(() => openUploads(drive).length > 0)
  yield* Effect.sleep("1500 millis")
  yield* first.uploads.stop(id)
  yield* second.uploads.recoverable()
  drive.storage.bucket.uploads.clear()
  const call = platform === "pds" ? createCall : beginCall
  const count = platform === "pds" ? countCreates : countBegins
  late(drive, call)
  const before = count(drive)
  yield* first.uploads.resume(id)
  yield* until(() => count(drive) > before)
  yield* first.uploads.stop(id)
  assert.deepStrictEqual(openUploads(drive), [])
  return { ...clients, id }
})

/** As in a page without TLS, or when a program was asleep for too long. */
const losesLocks = (drive: MemoryDrive) => Effect.sync(() => drive.sessions.claimed.clear())

describe("a call that outlives its run", () => {
  it.live("holds the session: another client finds the upload when the begin call has reported its id", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      late(drive, beginCall)
      const { id } = yield* first.uploads.start(file)
      yield* until(() => countBegins(drive) === 1)
      yield* first.uploads.stop(id)
      assert.deepStrictEqual(yield* second.uploads.recoverable(), [])
      yield* Effect.sleep("5 seconds")
      assert.strictEqual((yield* second.uploads.recoverable())[0]?.id, id)
      yield* second.uploads.resume(id)
      const { objectKey } = yield* second.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countBegins(drive), 1)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertNothingLeft(drive, second.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
      assertAllFaultsHit(drive)
    })))

  it.live("holds the session: another client uses the file that the create call has made", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      late(drive, createCall)
      const { id } = yield* first.uploads.start(file)
      yield* until(() => countCreates(drive) === 1)
      yield* first.uploads.stop(id)
      assert.deepStrictEqual(yield* second.uploads.recoverable(), [])
      yield* Effect.sleep("5 seconds")
      assert.strictEqual((yield* second.uploads.recoverable())[0]?.id, id)
      yield* second.uploads.resume(id)
      yield* second.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countCreates(drive), 1)
      assert.strictEqual([...drive.service.files.values()].filter(({ name }) => name === "a.bin").length, 1)
      assertNothingLeft(drive, second.scheduler)
    })))

  it.live("refuses another client that had the upload on its list, until it is done", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, id, second } = yield* begunLate()
      yield* second.uploads.resume(id)
      const error = yield* Effect.flip(second.uploads.get(id)?.await ?? Effect.never)
      assert.deepInclude(error, {
        _tag: "UploadInUse",
        uploadId: id,
        reason: "active",
        retry: "later",
        action: "retry"
      })
      yield* Effect.sleep("5 seconds")
      yield* second.uploads.retry(id)
      const { objectKey } = yield* second.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countBegins(drive), 2)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertNothingLeft(drive, second.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("is waited for by another client where it does not take long", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, id, second } = yield* begunLate()
      yield* Effect.sleep("1500 millis")
      yield* second.uploads.resume(id)
      const { objectKey } = yield* second.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countBegins(drive), 2)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertNothingLeft(drive, second.scheduler)
    })))

  it.live("lets its own client continue at once, and gives the session back in the end", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id } = yield* begunLate()
      yield* first.uploads.resume(id)
      yield* first.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countBegins(drive), 2)
      assert.strictEqual(drive.sessions.claimed.size, 0)
      assertNothingLeft(drive, first.scheduler)
    })))
})

describe("a create call", () => {
  it.live("that hangs is broken off, so that another client can continue with the upload", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      drive.network.faults.add([{ match: createCall, action: { _tag: "delay", millis: 86_400_000 } }])
      const { id } = yield* first.uploads.start(file)
      yield* until(() => countCreates(drive) === 1)
      yield* first.uploads.stop(id)
      yield* Effect.sleep("59 seconds")
      assert.deepStrictEqual(yield* second.uploads.recoverable(), [])
      yield* Effect.sleep("1 second")
      assert.strictEqual((yield* second.uploads.recoverable())[0]?.id, id)
      yield* second.uploads.resume(id)
      const { objectKey } = yield* second.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertAllFaultsHit(drive)
      assertNothingLeft(drive, second.scheduler)
    })))

  it.live("that hangs is made again by the upload itself, which looks first for what it may have made", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first } = yield* twoClients()
      drive.network.faults.add([{ match: createCall, action: { _tag: "delay", millis: 86_400_000 } }])
      const { id } = yield* first.uploads.start(file)
      const { objectKey } = yield* first.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countCreates(drive), 2)
      assert.isAbove(drive.network.count({ method: "GET", path: "/list" }), 0)
      assert.deepStrictEqual(storedBytes(drive, objectKey), content)
      assertAllFaultsHit(drive)
      assertNothingLeft(drive, first.scheduler)
    })))

  it.live("is written down when it has answered, also where the run still waits for its next call", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first } = yield* twoClients()
      yield* Effect.orDie(first.uploads.setLimits({ control: 1 }))
      late(drive, createCall)
      late(drive, createCall)
      const { id } = yield* first.uploads.start(file)
      // Hashed a second later: its create call is next in the queue when the first one has answered.
      yield* first.uploads.start({ source: bytesOf(2000, 2), name: "b.bin" })
      yield* until(() => countCreates(drive) === 2)
      assert.deepStrictEqual([countBegins(drive), sessionOf(drive)?.ticket?.name], [0, "a.bin"])
      yield* first.crash

      const after = yield* startProcess(drive)
      yield* after.uploads.recoverable()
      yield* after.uploads.resume(id)
      yield* after.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countCreates(drive), 2)
      assertNothingLeft(drive, after.scheduler)
      // The other one waits for somebody to pick its file again.
      assert.deepStrictEqual([...drive.sessions.saved.values()].map(({ upload }) => upload.identity.name), ["b.bin"])
    })))
})

describe("a client that waits for its turn to hash, where locks do not hold", () => {
  it.live("is done with the upload when another client is", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      drive.disk.set("/long.bin", { bytes: bytesOf(30_000, 2), modifiedAt: 1 })
      const { id } = yield* second.uploads.start(file)
      yield* until(() => sessionOf(drive) !== undefined)
      yield* losesLocks(drive)
      yield* Effect.orDie(first.uploads.setLimits({ hash: 1 }))
      const long = yield* first.uploads.start({ source: { path: "/long.bin" } })
      yield* until(() => first.scheduler.usage().running.hash === 1)
      yield* first.uploads.recoverable()
      yield* first.uploads.resume(id)
      const theirs = yield* second.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(first.uploads.snapshot(id)?.progress, "computing_hash")
      const ours = yield* Effect.timeout(first.uploads.get(id)?.await ?? Effect.never, "10 minutes")
      assert.strictEqual(ours.fileId, theirs.fileId)
      assert.deepInclude(first.uploads.snapshot(id), { progress: "success", multipart: "done" })
      assert.deepStrictEqual(storedBytes(drive, ours.objectKey), content)
      yield* first.uploads.cancel(long.id)
      assertNothingLeft(drive, first.scheduler)
    })))
})

describe("a call that outlives its run, where locks do not hold", () => {
  for (const platform of ["s3", "oss", "pds"] satisfies ReadonlyArray<SupportedPlatform>) {
    it.live(`leaves the other client's session as it is, and takes its own multipart upload back (${platform})`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const { drive, first, id, second } = yield* begunLate(platform)
        yield* losesLocks(drive)
        yield* second.uploads.resume(id)
        yield* Effect.sleep("2 seconds")
        const [theirs] = openUploads(drive)
        assert.isDefined(theirs)
        const saved = sessionOf(drive)
        assert.strictEqual(saved?.uploadId, theirs)
        yield* Effect.sleep("3 seconds")
        assert.deepStrictEqual([...drive.sessions.saved.values()].map(({ upload }) => upload), [saved])
        assert.deepStrictEqual(openUploads(drive), [theirs])
        assertAllFaultsHit(drive)
        const { objectKey } = yield* second.uploads.get(id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, objectKey), content)
        assertNothingLeft(drive, first.scheduler)
        assertNothingLeft(drive, second.scheduler)
        assert.strictEqual(drive.sessions.saved.size, 0)
      })))
  }

  it.live("finds what the other client has stored while it was waited for", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      drive.network.faults.add([{ match: createCall, action: { _tag: "delay", millis: 50_000 } }])
      const { id } = yield* first.uploads.start(file)
      yield* until(() => countCreates(drive) === 1)
      yield* first.uploads.stop(id)
      yield* losesLocks(drive)
      yield* second.uploads.recoverable()
      yield* second.uploads.resume(id)
      yield* Effect.sleep("2 seconds")
      yield* first.uploads.resume(id)
      const theirs = yield* second.uploads.get(id)?.await ?? Effect.never
      const ours = yield* first.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual([ours.fileId, ours.rapid], [theirs.fileId, true])
      assert.deepStrictEqual(storedBytes(drive, ours.objectKey), content)
      assertAllFaultsHit(drive)
      assertNothingLeft(drive, first.scheduler)
    })))

  it.live("announces no other bytes than are sent when the session is adopted meanwhile", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      const others = bytesOf(1000, 2)
      drive.disk.set("/b.bin", { bytes: others, modifiedAt: 1 })
      late(drive, createCall)
      const { id } = yield* first.uploads.start(file)
      yield* until(() => countCreates(drive) === 1)
      yield* first.uploads.stop(id)
      yield* losesLocks(drive)
      yield* second.uploads.recoverable()
      yield* second.uploads.resume(id)
      yield* Effect.sleep("100 millis")
      yield* second.crash
      yield* first.uploads.resume(id, { path: "/b.bin" })
      const end = yield* Effect.either(first.uploads.get(id)?.await ?? Effect.never)
      if (Either.isLeft(end)) assert.strictEqual(end.left._tag, "SourceChanged")
      else {
        assert.deepStrictEqual(storedBytes(drive, end.right.objectKey), others)
        assert.strictEqual(drive.service.files.get(end.right.fileId)?.contentHash, sha1(others))
      }
    })))

  it.live("takes its own back, and not the other client's, when an earlier begin call was lost too", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, second } = yield* twoClients()
      drive.network.faults.add([{ match: beginCall, action: { _tag: "dropReply" } }])
      late(drive, beginCall)
      const { id } = yield* first.uploads.start(file)
      yield* until(() => countBegins(drive) === 2)
      yield* first.uploads.stop(id)
      yield* losesLocks(drive)
      yield* second.uploads.recoverable()
      yield* second.uploads.resume(id)
      yield* Effect.sleep("2 seconds")
      const theirs = sessionOf(drive)?.uploadId
      assert.deepStrictEqual(openUploads(drive), [theirs])
      yield* Effect.sleep("3 seconds")
      assert.deepStrictEqual(openUploads(drive), [theirs])
      assertAllFaultsHit(drive)
      yield* second.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(countBegins(drive), 3)
      assertNothingLeft(drive, second.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("takes its own back after the next sign-in when the program ends before", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id, second } = yield* begunLate()
      yield* losesLocks(drive)
      yield* second.uploads.resume(id)
      yield* Effect.sleep("2 seconds")
      const theirs = openUploads(drive)
      late(drive, { method: "DELETE" })
      yield* Effect.sleep("3 seconds")
      yield* first.crash
      yield* Effect.sleep("4 seconds")
      const [, own] = openUploads(drive)
      assert.deepStrictEqual(openUploads(drive), [...theirs, own])
      yield* startProcess(drive)
      yield* Effect.sleep("1 second")
      assert.deepStrictEqual(openUploads(drive), theirs)
      yield* second.uploads.get(id)?.await ?? Effect.never
      assertAllFaultsHit(drive)
      assertNothingLeft(drive, second.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("marks and forgets nothing of the other client when it is cancelled", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id, second } = yield* begunLate()
      const cancelling = yield* Effect.fork(first.uploads.cancel(id))
      yield* Effect.sleep("100 millis")
      assert.isTrue(sessionOf(drive)?.aborting)
      yield* losesLocks(drive)
      yield* second.uploads.resume(id)
      yield* Effect.sleep("2 seconds")
      const [theirs] = openUploads(drive)
      const saved = sessionOf(drive)
      assert.deepInclude(saved, { aborting: false, uploadId: theirs })
      yield* cancelling.await
      yield* Effect.sleep("1 second")
      assert.deepStrictEqual([...drive.sessions.saved.values()].map(({ upload }) => upload), [saved])
      assert.deepStrictEqual(openUploads(drive), [theirs])
      yield* second.uploads.get(id)?.await ?? Effect.never
      assertNothingLeft(drive, first.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("ends a run that meets the other client's session, and a retry continues from there", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, first, id, second } = yield* begunLate()
      yield* first.uploads.resume(id)
      yield* Effect.sleep("10 millis")
      yield* losesLocks(drive)
      yield* second.uploads.resume(id)
      const error = yield* Effect.flip(first.uploads.get(id)?.await ?? Effect.never)
      assert.deepInclude(error, {
        _tag: "UploadInUse",
        uploadId: id,
        reason: "continued",
        retry: "restart",
        action: "retry"
      })
      yield* second.uploads.stop(id)
      const stored = [...drive.storage.bucket.uploads.values()][0]?.parts.size ?? 0
      const puts = drive.network.count({ method: "PUT", query: "partNumber" })
      yield* first.uploads.retry(id)
      yield* first.uploads.get(id)?.await ?? Effect.never
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }) - puts, 10 - stored)
      assertNothingLeft(drive, first.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))
})
