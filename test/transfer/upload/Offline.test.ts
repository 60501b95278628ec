import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { assertNothingLeft, bytesOf, storedBytes, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

describe("offline", () => {
  it.live("moves running uploads to web_offline_to_online, and online they list and resume by themselves", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* drive.setOnline(false)
        yield* Effect.sleep("1 second")
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "web_offline_to_online")
        // Longer than all attempts would last: being offline costs none.
        yield* Effect.sleep("1 hour")
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "web_offline_to_online")
        yield* drive.setOnline(true)
        const result = yield* upload.await
        assert.strictEqual(drive.network.count({ method: "GET", query: "uploadId" }), 1)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), tenParts.source)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("is a hint only: what is answered all the same continues", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* drive.setOnline(false)
        drive.network.online = true
        yield* Effect.sleep("1 millis")
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "web_offline_to_online")
        yield* Effect.sleep("100 millis")
        assert.notStrictEqual(uploads.snapshot(upload.id)?.multipart, "web_offline_to_online")
        yield* upload.await
      })))

  it.live("ends also when the machine never says that it is back", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("250 millis")
        yield* drive.setOnline(false)
        yield* Effect.sleep("5 minutes")
        drive.network.online = true
        yield* Effect.sleep("2 minutes")
        assert.strictEqual(uploads.snapshot(upload.id)?.progress, "success")
      })))

  it.live("before the first call waits and then continues", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        yield* drive.setOnline(false)
        const upload = yield* uploads.start(tenParts)
        yield* Effect.sleep("10 minutes")
        assert.strictEqual(uploads.snapshot(upload.id)?.multipart, "web_offline_to_online")
        yield* drive.setOnline(true)
        yield* upload.await
      })))
})

describe("a network that stands still", () => {
  it.live("is broken off after 30 seconds without a byte and tried again", () =>
    withDrive(slow, (drive, uploads) =>
      Effect.gen(function*() {
        const { put } = drive.storage
        let stalls = 1
        drive.storage.put = (address, bytes, sent) => {
          if (stalls-- <= 0) return put.call(drive.storage, address, bytes, sent)
          sent(10)
          return Effect.never
        }
        const before = yield* Clock.currentTimeMillis
        const upload = yield* uploads.start({ ...tenParts, parallel: 1 })
        yield* upload.await
        const took = (yield* Clock.currentTimeMillis) - before
        assert.isTrue(took > 30_000 && took < 35_000, `${took} ms`)
      })))
})
