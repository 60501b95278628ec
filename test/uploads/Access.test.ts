/** A file that may not be opened by itself any more is asked for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TransferScheduler } from "../../src/services/TransferScheduler.js"
import { Uploads } from "../../src/services/Uploads.js"
import { isPath, UploadSources } from "../../src/services/UploadSource.js"
import * as Memory from "../../src/testing/MemoryDrive.js"
import * as SourcesMemory from "../../src/testing/SourcesMemory.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import { bytesOf, storedBytes } from "./memoryUploads.js"

describe("resume of a file that the user does not give again", () => {
  it.live("stays stopped and needs its file; with it, it goes on", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ bytesPerSecond: 1000, latency: 5 })
      drive.disk.set("/a.bin", { bytes: bytesOf(1000), modifiedAt: 1 })
      const sources = SourcesMemory.make(drive.disk)
      const strict = Layer.succeed(UploadSources, {
        ...sources,
        access: (input, how) => Effect.succeed(how === "look" || !isPath(input))
      })
      const layer = Uploads.layer.pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(strict),
        Layer.provideMerge(drive.layer)
      )
      yield* Effect.gen(function*() {
        const uploads = yield* Uploads
        const upload = yield* uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
        yield* Effect.sleep("250 millis")
        yield* uploads.stop(upload.id)
        yield* uploads.resume(upload.id)
        assert.include(uploads.snapshot(upload.id), { multipart: "stopped", needsFile: true })
        yield* uploads.resume(upload.id, bytesOf(1000))
        const { objectKey } = yield* upload.await
        assert.isFalse(uploads.snapshot(upload.id)?.needsFile)
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(1000))
      }).pipe(Effect.scoped, Effect.provide(layer))
    })))
})
