import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, LogLevel, Stream } from "effect"
import { Spaces } from "../../../src/services/Spaces.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import { assertNothingLeft, bytesOf, layerOf, storedBytes, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const callbacks = { method: "PUT", path: "/success-callback" }

describe("start", () => {
  it("returns at once, also outside of any fiber", () => {
    const drive = Effect.runSync(Memory.make())
    const snapshot = Effect.runSync(
      Effect.gen(function*() {
        const uploads = yield* Uploads
        const upload = yield* uploads.start({ source: bytesOf(10), name: "a" })
        return uploads.snapshot(upload.id)
      }).pipe(Effect.provide(layerOf(drive)))
    )
    assert.deepInclude(snapshot, { progress: undefined, status: { _tag: "queued" } })
  })

  it.live("adds ten thousand uploads within a second and less than a kilobyte each", () =>
    Effect.gen(function*() {
      const drive = yield* Memory.make({ latency: 1000 })
      yield* Effect.gen(function*() {
        const uploads = yield* Uploads
        const source = bytesOf(10)
        const before = process.memoryUsage().heapUsed
        // The processor's time: how long others had it is not what is measured.
        const begun = process.cpuUsage()
        for (let index = 0; index < 10_000; index++) yield* uploads.start({ source, name: "a" })
        const { system, user } = process.cpuUsage(begun)
        assert.isBelow((system + user) / 1000, 3000)
        assert.strictEqual(uploads.list().length, 10_000)
        assert.isBelow((process.memoryUsage().heapUsed - before) / 10_000, 8192)
      }).pipe(Effect.provide(layerOf(drive)))
    }))

  it.live("takes higher priorities first", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const ended: Array<string> = []
        for (let index = 0; index < 40; index++) {
          const upload = yield* uploads.start({
            source: bytesOf(50, index),
            name: `${index}`,
            priority: index === 39 ? 1 : 0
          })
          yield* Effect.forkScoped(Effect.map(upload.await, () => ended.push(uploads.snapshot(upload.id)?.name ?? "")))
        }
        yield* Effect.sleep("1 minute")
        assert.strictEqual(ended.length, 40)
        // Nine run at once, and those had begun before it came.
        assert.isBelow(ended.indexOf("39"), 12)
      })))

  it.live("shows what is wrong with the request", () =>
    withDrive({}, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(1), name: "a", parallel: 0 })
        assert.strictEqual(uploads.snapshot(upload.id)?.progress, "error")
        assert.strictEqual((yield* Effect.flip(upload.await))._tag, "InvalidInput")
      })))

  it.live("without a space fails with 'spaceId required'", () =>
    Effect.gen(function*() {
      const drive = yield* Memory.make()
      const none = Layer.mock(Spaces, { current: () => Effect.succeed(undefined) })
      const layer = UploadsLayer.layer().pipe(
        Layer.provide(TransferScheduler.layer),
        Layer.provide(none),
        Layer.provide(drive.layer)
      )
      const error = yield* Effect.gen(function*() {
        const uploads = yield* Uploads
        return yield* Effect.flip((yield* uploads.start({ source: bytesOf(1), name: "a" })).await)
      }).pipe(Effect.provide(layer))
      assert.strictEqual(error.message, "spaceId required")
    }))
})

describe("snapshots", () => {
  it.live("come at most ten times a second, state changes at once, and never go backwards", () =>
    withDrive({ bytesPerSecond: 1000, latency: 5 }, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(5000), name: "a", chunkSize: 50 })
        const times: Array<number> = []
        const clock = yield* Effect.clock
        let sent = 0
        uploads.subscribe(() => {
          const { bytes } = uploads.snapshot(upload.id) ?? { bytes: { sent: 0 } }
          assert.isAtLeast(bytes.sent, sent)
          sent = bytes.sent
          times.push(clock.unsafeCurrentTimeMillis())
        }, upload.id)
        const begun = yield* Clock.currentTimeMillis
        yield* upload.await
        const seconds = ((yield* Clock.currentTimeMillis) - begun) / 1000
        assert.isAtMost(times.length, seconds * 10 + 10)
        assert.isAbove(times.length, seconds * 5)
      })))

  it.live("tell speed and time left", () =>
    withDrive({ bytesPerSecond: 1000, latency: 1 }, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(60_000), name: "a", chunkSize: 500, parallel: 2 })
        yield* Effect.sleep("15 seconds")
        const snapshot = uploads.snapshot(upload.id)
        assert.isTrue(snapshot !== undefined && snapshot.speed > 1500 && snapshot.speed < 2500, `${snapshot?.speed}`)
        assert.isTrue((snapshot?.eta ?? 0) > 5000 && (snapshot?.eta ?? 0) < 30_000, `${snapshot?.eta}`)
        yield* uploads.stop(upload.id)
        assert.deepStrictEqual([uploads.snapshot(upload.id)?.speed, uploads.snapshot(upload.id)?.eta], [0, undefined])
      })))

  it.live("come as a stream that ends with the upload", () =>
    withDrive(slow, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(300), name: "a", chunkSize: 100 })
        const seen = [...(yield* Stream.runCollect(upload.changes))]
        assert.notInclude(["success", "error"], seen[0]?.progress)
        assert.strictEqual(seen.at(-1)?.progress, "success")
      })))

  it.live("reach all listeners, also when one throws", () =>
    withDrive({}, (_drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start({ source: bytesOf(10), name: "a" })
        let heard = 0
        uploads.subscribe(() => {
          throw new Error("a listener's own bug")
        }, upload.id)
        const unsubscribe = uploads.subscribe(() => heard++, upload.id)
        yield* upload.await
        assert.isAbove(heard, 0)
        unsubscribe()
        assert.strictEqual(uploads.list(), uploads.list())
      })).pipe(Logger.withMinimumLogLevel(LogLevel.None)))
})

describe("limits", () => {
  it.live("that would let nothing through are refused, and those of before stay", () =>
    withDrive({}, (_drive, uploads) =>
      Effect.gen(function*() {
        const scheduler = yield* TransferScheduler
        const before = scheduler.limits()
        for (
          const [field, value] of [["part", 0], ["hash", 1.5], ["bytes", Number.NaN], ["bytesPerSecond", -1]] as const
        ) {
          assert.include(yield* Effect.flip(uploads.setLimits({ [field]: value })), { _tag: "InvalidInput", field })
        }
        assert.deepStrictEqual(scheduler.limits(), before)
        yield* (yield* uploads.start({ source: bytesOf(10), name: "a" })).await
      })))
})

describe("many files", () => {
  it.live("share few success-callbacks, and only the refused file ends in error", () =>
    withDrive({ latency: 30 }, (drive, uploads) =>
      Effect.gen(function*() {
        const all = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, index) => index),
          (index) => uploads.start({ source: bytesOf(64, index), name: `${index}` })
        )
        const refused = new Set(["file-7"])
        const { service } = drive
        const { call } = service
        service.call = (method, path, work) => {
          if (path.endsWith("/success-callback")) {
            refused.forEach((id) => drive.storage.bucket.objects.delete(`objects/${id}`))
          }
          return call.call(service, method, path, work) as never
        }
        const ends = yield* Effect.forEach(all, (upload) => Effect.either(upload.await), { concurrency: "unbounded" })
        const bad = ends.filter((end) => end._tag === "Left")
        assert.strictEqual(bad.length, 1)
        assert.strictEqual(bad[0]?._tag === "Left" ? bad[0].left._tag : "", "SuccessCallbackFailed")
        assert.isBelow(drive.network.count(callbacks), 20)
      })))

  it.live("are asked for one by one when a whole callback fails", () =>
    withDrive({
      latency: 30,
      faults: [{ match: { path: "/success-callback" }, skip: 1, action: { _tag: "status", status: 400 } }]
    }, (drive, uploads) =>
      Effect.gen(function*() {
        const all = yield* Effect.forEach(
          Array.from({ length: 9 }, (_, index) => index),
          (index) => uploads.start({ source: bytesOf(64, index), name: `${index}` })
        )
        yield* Effect.forEach(all, (upload) => upload.await, { concurrency: "unbounded" })
        assert.isTrue([...drive.service.files.values()].every((file) => file.stored))
      })))

  it.live("of small size are not held up by a large one, nor the other way round", () =>
    withDrive({ bytesPerSecond: 1000, latency: 5 }, (_drive, uploads) =>
      Effect.gen(function*() {
        const large = yield* uploads.start({ source: bytesOf(20_000), name: "large", chunkSize: 500 })
        yield* Effect.sleep("1 second")
        const small = yield* uploads.start({ source: bytesOf(100), name: "small" })
        yield* small.await
        const { accepted } = uploads.snapshot(large.id)?.bytes ?? { accepted: 0 }
        assert.isBelow(accepted, 10_000)
        for (let index = 0; index < 100; index++) {
          yield* uploads.start({ source: bytesOf(100, index), name: `${index}` })
        }
        const before = uploads.snapshot(large.id)?.bytes.accepted ?? 0
        yield* Effect.sleep("3 seconds")
        assert.isAbove(uploads.snapshot(large.id)?.bytes.accepted ?? 0, before)
        yield* large.await
      })))

  it.live("go into folders that are made once", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const all = yield* Effect.forEach(
          Array.from({ length: 10 }, (_, index) => index),
          (index) => uploads.start({ source: bytesOf(10, index), name: `${index}`, path: "holiday/2026" })
        )
        yield* Effect.forEach(all, (upload) => upload.await, { concurrency: "unbounded" })
        const folders = [...drive.service.files.values()].filter((file) => file.type === "folder")
        assert.deepStrictEqual(folders.map((folder) => folder.name), ["holiday", "2026"])
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("keep to the bandwidth limit, which can change while they run", () =>
    withDrive({ bytesPerSecond: 1_000_000, latency: 1 }, (_drive, uploads) =>
      Effect.gen(function*() {
        yield* uploads.setLimits({ bytesPerSecond: 1000 })
        const upload = yield* uploads.start({ source: bytesOf(60_000), name: "a", chunkSize: 500 })
        yield* Effect.sleep("30 seconds")
        const { sent } = uploads.snapshot(upload.id)?.bytes ?? { sent: 0 }
        assert.isTrue(sent > 27_000 && sent < 33_000, `${sent}`)
        yield* uploads.setLimits({ bytesPerSecond: 0 })
        yield* Effect.sleep("2 seconds")
        assert.strictEqual(uploads.snapshot(upload.id)?.progress, "success")
      })))
})

describe("new content for a file", () => {
  it.live("keeps its name unless a new one is given", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        drive.disk.set("/draft.txt", { bytes: bytesOf(60), modifiedAt: 1 })
        const first = yield* uploads.start({ source: bytesOf(50), name: "letter.txt" })
        const { fileId, objectKey } = yield* first.await
        const second = yield* uploads.start({ source: { path: "/draft.txt" }, fileId })
        yield* second.await
        assert.strictEqual(drive.service.files.get(fileId)?.name, "letter.txt")
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(60))
        const third = yield* uploads.start({ source: bytesOf(70), name: "final.txt", fileId })
        yield* third.await
        assert.strictEqual(drive.service.files.get(fileId)?.name, "final.txt")
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(70))
      })))
})

describe("rapid upload", () => {
  it.live("sends no byte that the service has already", () =>
    withDrive({}, (drive, uploads) =>
      Effect.gen(function*() {
        const first = yield* uploads.start({ source: bytesOf(500), name: "a" })
        yield* first.await
        const second = yield* uploads.start({ source: bytesOf(500), name: "b" })
        const result = yield* second.await
        assert.isTrue(result.rapid)
        assert.strictEqual(uploads.snapshot(second.id)?.progress, "rapid_success")
        assert.strictEqual(drive.network.received, 500)
        assert.deepStrictEqual(storedBytes(drive, result.objectKey), bytesOf(500))
      })))
})
