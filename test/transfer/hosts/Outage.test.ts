/** Transfers whose host goes down after it has answered: they wait at its gate, and not for ever. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import { defaultOutage, defaultRetryPolicy } from "../../../src/services/transfers/RetryPolicy.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { UploadRequest, Uploads } from "../../../src/services/Uploads.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, startProcess, storedBytes, withDrive } from "../upload/memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100, parallel: 1 }

/** The storage alone: the machine says that it is online, and the product API answers. */
const watchStorage = (drive: MemoryDrive) => {
  const { put } = drive.storage
  const state = { isDown: false, puts: 0, accepted: 0 }
  drive.storage.put = (address, bytes, sent) =>
    Effect.suspend(() => {
      state.puts++
      if (state.isDown) {
        const path = address.split("?")[0] ?? address
        return new TransportError({ reason: "Network", method: "PUT", path, detail: "ECONNREFUSED" })
      }
      return Effect.tap(put.call(drive.storage, address, bytes, sent), () => {
        state.accepted += bytes.length
      })
    })
  return state
}

const downAfterThreeParts = Effect.fnUntraced(function*(storage: ReturnType<typeof watchStorage>) {
  while (storage.accepted < 300) yield* Effect.sleep("10 millis")
  storage.isDown = true
})

describe("a host that has answered and goes down", () => {
  it.live("is waited for through twenty minutes, asked about once a minute", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const upload = yield* uploads.start(tenParts)
        yield* downAfterThreeParts(storage)
        yield* Effect.sleep("1 minute")
        const { puts } = storage
        yield* Effect.sleep("19 minutes")
        assert.isAtMost(storage.puts - puts, 19)
        assert.isAtLeast(storage.puts - puts, 9, "a pause is two minutes at most")
        assert.deepInclude(uploads.snapshot(upload.id)?.waiting, { reason: "retry" })
        assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "uploading")
        storage.isDown = false
        const result = yield* upload.await
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("ends the upload after half an hour with an error that can be retried, and a retry continues with what is stored", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const upload = yield* uploads.start(tenParts)
        yield* downAfterThreeParts(storage)
        const since = yield* Clock.currentTimeMillis
        const error = yield* Effect.flip(upload.await)
        const waited = (yield* Clock.currentTimeMillis) - since
        const longest = Duration.toMillis(defaultOutage)
        assert.isAtLeast(waited, longest)
        assert.isBelow(waited, longest + 60_000)
        assert.instanceOf(error, TransportError)
        assert.deepInclude(error, { reason: "Network", retry: "later", detail: "ECONNREFUSED" })
        assert.deepInclude(uploads.snapshot(upload.id)?.status, { _tag: "failed", retryable: true })
        storage.isDown = false
        yield* uploads.retry(upload.id)
        const again = uploads.get(upload.id)
        assert.isDefined(again)
        const result = yield* again.await
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assert.strictEqual(storage.accepted, tenParts.source.length, "no part was stored twice")
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("ends an upload too that was begun while it was down", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const first = yield* uploads.start(tenParts)
        yield* downAfterThreeParts(storage)
        yield* Effect.sleep("10 minutes")
        const late = yield* uploads.start({ ...tenParts, name: "b.bin" })
        const since = yield* Clock.currentTimeMillis
        yield* Effect.flip(first.await)
        const error = yield* Effect.flip(late.await)
        assert.isAtLeast(
          (yield* Clock.currentTimeMillis) - since,
          Duration.toMillis(defaultOutage)
        )
        assert.deepInclude(error, { _tag: "TransportError", retry: "later" })
      })))

  it.live("loses no patience while the machine is offline", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const upload = yield* uploads.start(tenParts)
        yield* downAfterThreeParts(storage)
        yield* Effect.sleep("5 minutes")
        yield* drive.setOnline(false)
        yield* Effect.sleep("1 hour")
        assert.notStrictEqual(uploads.snapshot(upload.id)?.progress, "error")
        storage.isDown = false
        yield* drive.setOnline(true)
        yield* upload.await
      })))
})

describe("a bound of failures that the caller has set", () => {
  it.live("ends an upload whose host goes down after it has answered, queued ones too, and a retry continues", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const upload = yield* uploads.start({ ...tenParts, parallel: 3 })
        yield* downAfterThreeParts(storage)
        const since = yield* Clock.currentTimeMillis
        const late = yield* uploads.start({ ...tenParts, name: "b.bin" })
        const error = yield* Effect.flip(upload.await)
        assert.deepInclude(error, { _tag: "TransportError", reason: "Network", detail: "ECONNREFUSED" })
        assert.deepInclude(yield* Effect.flip(late.await), { _tag: "TransportError", retry: "later" })
        assert.isBelow((yield* Clock.currentTimeMillis) - since, Duration.toMillis(Duration.minutes(10)))
        storage.isDown = false
        for (const { id } of [upload, late]) {
          yield* uploads.retry(id)
          const again = uploads.get(id)
          assert.isDefined(again)
          assert.deepStrictEqual(storedBytes(drive, (yield* again.await).objectKey), tenParts.source)
        }
        assert.strictEqual(storage.accepted, 2 * tenParts.source.length, "no part was stored twice")
        assertNothingLeft(drive, yield* TransferScheduler)
      }), { retry: { ...defaultRetryPolicy, failures: 4 } }))

  it.live("may be none: then the upload waits for hours", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const upload = yield* uploads.start(tenParts)
        yield* downAfterThreeParts(storage)
        yield* Effect.sleep("5 hours")
        assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "uploading")
        storage.isDown = false
        yield* upload.await
      }), { retry: { ...defaultRetryPolicy, failures: Number.POSITIVE_INFINITY } }))

  it.live("leaves alone a bound of time that the caller has set as well, and that is reached first", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        const upload = yield* uploads.start(tenParts)
        yield* downAfterThreeParts(storage)
        const since = yield* Clock.currentTimeMillis
        yield* Effect.flip(upload.await)
        const waited = (yield* Clock.currentTimeMillis) - since
        assert.isAtLeast(waited, Duration.toMillis(Duration.minutes(20)))
        assert.isBelow(waited, Duration.toMillis(Duration.minutes(21)))
      }), { retry: { ...defaultRetryPolicy, failures: 1000, longestOutage: Duration.minutes(20) } }))
})

describe("an upload that waits at a gate", () => {
  const waiting = Effect.fnUntraced(function*(
    drive: MemoryDrive,
    uploads: Uploads["Type"],
    request: UploadRequest = tenParts
  ) {
    const storage = watchStorage(drive)
    const upload = yield* uploads.start(request)
    yield* downAfterThreeParts(storage)
    while ((uploads.snapshot(upload.id)?.waiting?.attempt ?? 0) < 5) yield* Effect.sleep("1 seconds")
    return { storage, upload }
  })

  it.live("is stopped at once, and continues with what is stored", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const { storage, upload } = yield* waiting(drive, uploads)
        const { puts } = storage
        const since = yield* Clock.currentTimeMillis
        yield* uploads.stop(upload.id)
        assert.isAtMost((yield* Clock.currentTimeMillis) - since, 1000)
        assert.strictEqual(uploads.snapshot(upload.id)?.status._tag, "paused")
        yield* Effect.sleep("10 minutes")
        assert.strictEqual(storage.puts, puts, "nobody asks for it any more")
        storage.isDown = false
        yield* uploads.resume(upload.id)
        const again = uploads.get(upload.id)
        assert.isDefined(again)
        assert.deepStrictEqual(storedBytes(drive, (yield* again.await).objectKey), tenParts.source)
        assert.strictEqual(storage.accepted, tenParts.source.length, "no part was stored twice")
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("is cancelled at once, and leaves nothing behind", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const { storage, upload } = yield* waiting(drive, uploads)
        const { puts } = storage
        const since = yield* Clock.currentTimeMillis
        yield* uploads.cancel(upload.id)
        assert.isAtMost((yield* Clock.currentTimeMillis) - since, 1000)
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "UploadCancelled")
        yield* Effect.sleep("10 minutes")
        assert.strictEqual(storage.puts, puts)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("is not done until all of it is stored, and continues in a program that is started while the host is down", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      drive.disk.set("/a.bin", { bytes: tenParts.source, modifiedAt: 1 })
      const before = yield* startProcess(drive)
      const { storage } = yield* waiting(drive, before.uploads, { ...tenParts, source: { path: "/a.bin" } })
      yield* before.crash
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      assert.isDefined(found)
      yield* after.uploads.resume(found.id)
      yield* Effect.sleep("1 minute")
      const upload = after.uploads.get(found.id)
      assert.isDefined(upload)
      assert.notStrictEqual(after.uploads.snapshot(found.id)?.status._tag, "done")
      assert.strictEqual(drive.storage.bucket.objects.size, 0)
      storage.isDown = false
      const { objectKey } = yield* upload.await
      assert.deepStrictEqual(storedBytes(drive, objectKey), tenParts.source)
      assert.strictEqual(storage.accepted, tenParts.source.length, "no part was stored twice")
      assertNothingLeft(drive, after.scheduler)
    })))
})

describe("a host that has never answered", () => {
  it.live("may have a wrong address: eight failures end the upload", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        storage.isDown = true
        const upload = yield* uploads.start({ source: bytesOf(50), name: "a.bin" })
        yield* Effect.flip(upload.await)
        assert.strictEqual(storage.puts, 9, "eight in a row, and the one that is too much")
      })))

  it.live("is asked once for the next upload, which ends too, and answers a retry when it is there", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const storage = watchStorage(drive)
        storage.isDown = true
        const first = yield* uploads.start({ source: bytesOf(50), name: "a.bin" })
        yield* Effect.flip(first.await)
        const { puts } = storage
        const next = yield* uploads.start({ source: bytesOf(50), name: "b.bin" })
        yield* Effect.flip(next.await)
        assert.strictEqual(storage.puts - puts, 1)
        storage.isDown = false
        yield* uploads.retry(first.id)
        const again = uploads.get(first.id)
        assert.isDefined(again)
        yield* again.await
        assert.strictEqual(storage.accepted, 50)
      })))
})
