import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import { UploadSources } from "../../../src/services/UploadSource.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as SourcesMemory from "../../../src/testing/SourcesMemory.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, startProcess, storedBytes, withDrive } from "./memoryUploads.js"

const slow = { bytesPerSecond: 1000, latency: 5 }

const tenParts = { source: bytesOf(1000), name: "a.bin", chunkSize: 100 }

describe("remove", () => {
  const failing = {
    ...slow,
    faults: [{
      match: { method: "PUT", query: { partNumber: "3" } },
      action: { _tag: "status" as const, status: 403 }
    }]
  }

  it.live("of an upload that is being retried leaves it alone", () =>
    withDrive(failing, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.flip(upload.await)
        yield* Effect.all([uploads.retry(upload.id), uploads.remove(upload.id)], { concurrency: 2 })
        const { objectKey } = yield* uploads.get(upload.id)?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, objectKey), tenParts.source)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))

  it.live("keeps an upload from being retried", () =>
    withDrive(failing, (drive, uploads) =>
      Effect.gen(function*() {
        const upload = yield* uploads.start(tenParts)
        yield* Effect.flip(upload.await)
        yield* Effect.all([uploads.remove(upload.id), uploads.retry(upload.id)], { concurrency: 2 })
        yield* Effect.sleep("1 minute")
        assert.deepStrictEqual(uploads.list(), [])
        assert.strictEqual(drive.sessions.saved.size, 0)
        assertNothingLeft(drive, yield* TransferScheduler)
      })))
})

describe("the end of the program", () => {
  it.live("closes what stopped uploads hold open, such as the spooled bytes of a stream", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make(slow)
      let held = 0
      const sources = SourcesMemory.make(drive.disk)
      const counted = Layer.succeed(UploadSources, {
        ...sources,
        open: (input, options) =>
          Effect.zipRight(
            Effect.acquireRelease(Effect.sync(() => held++), () => Effect.sync(() => held--)),
            sources.open(input, options)
          )
      })
      const layer = UploadsLayer.layer().pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(counted),
        Layer.provideMerge(drive.layer)
      )
      const { crash, uploads } = yield* startProcess(drive, layer)
      const source = (async function*() {
        yield tenParts.source
      })()
      const { id } = yield* uploads.start({ ...tenParts, source })
      yield* Effect.sleep("250 millis")
      yield* uploads.stop(id)
      assert.strictEqual(held, 1)
      yield* crash
      assert.strictEqual(held, 0)
    })))
})
