/** A hash that was broken off continues from its last saved state. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Hasher } from "../../../src/services/Hasher.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Uploads } from "../../../src/services/Uploads.js"
import * as UploadsLayer from "../../../src/services/uploads/UploadsLayer.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, storedBytes } from "./memoryUploads.js"

describe("hashing", () => {
  it.live("that is stopped continues from where its state was saved", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({})
      const startedAt: Array<number> = []
      const slowHasher = Layer.succeed(Hasher, {
        hash: (_source, _plan, _hashed, resume) =>
          Effect.suspend(() => {
            startedAt.push(resume?.from?.position ?? 0)
            resume?.save?.({ position: 600, state: new Uint8Array(4), preHash: undefined })
            return Effect.delay(Effect.succeed({ contentHash: "A".repeat(40), contentHashName: "sha1" }), "1 minute")
          }),
        digest: () => Effect.succeed({})
      })
      const layer = UploadsLayer.layer().pipe(
        Layer.provideMerge(TransferScheduler.layer),
        Layer.provideMerge(slowHasher),
        Layer.provideMerge(drive.layer)
      )
      yield* Effect.gen(function*() {
        const uploads = yield* Uploads
        const upload = yield* uploads.start({ source: bytesOf(1000), name: "a.bin" })
        yield* Effect.sleep("10 seconds")
        assert.strictEqual(uploads.snapshot(upload.id)?.progress, "computing_hash")
        yield* uploads.stop(upload.id)
        yield* uploads.resume(upload.id)
        const { objectKey } = yield* upload.await
        assert.deepStrictEqual(startedAt, [0, 600])
        assert.deepStrictEqual(storedBytes(drive, objectKey), bytesOf(1000))
      }).pipe(Effect.scoped, Effect.provide(layer))
    })))
})
