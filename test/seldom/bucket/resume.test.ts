/**
 * An upload that a program begins by hand and `drive.bucket.resume` brings to its end: part size and parts at once of spec
 * point 9, on oss.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as BlobStoreMemory from "../../../emulator/src/blobs/BlobStoreMemory.js"
import { Emulator } from "../../../emulator/src/Emulator.js"
import * as Oss from "../../../src/layers/loading/Oss.js"
import { Bucket } from "../../../src/services/Bucket.js"
import { bucketDrive, bucketName } from "./bucketDrive.js"

const MiB = 1_048_576
const source = Uint8Array.from({ length: 9 * MiB }, (_, at) => at % 251)

const driveOf = (options: Oss.OssOptions) => {
  const blobs = BlobStoreMemory.make()
  const layer = bucketDrive({ platform: "oss", archiveClass: "Archive", blobs, providers: { oss: Oss.layer(options) } })
  const begun = Effect.flatMap(
    blobs.bucket(bucketName),
    (bucket) => bucket.begin({ key: "k", metadata: { headers: {}, user: {} } })
  )
  return { layer, begun }
}

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** How many parts are with the storage when it answers none of them. */
const atOnce = (uploadId: string) =>
  Effect.gen(function*() {
    const { faults } = yield* Emulator
    const { resume } = yield* Bucket
    const delays = Array.from({ length: 9 }, () => ({
      match: { target: "oss", method: "PUT", query: { partNumber: undefined } },
      action: { _tag: "delay", millis: 3_600_000 }
    } as const))
    faults.add(delays)
    const upload = yield* Effect.fork(resume({ source, objectKey: "k", uploadId }))
    let quiet = 0
    for (let seen = 0; quiet < 300; quiet++) {
      yield* turn
      const sent = delays.length - faults.remaining().length
      if (sent !== seen || sent === 0) [seen, quiet] = [sent, 0]
    }
    yield* Fiber.interrupt(upload)
    return delays.length - faults.remaining().length
  })

describe("an upload to oss that continues by hand", () => {
  for (
    const { options, parallel, parts } of [
      { options: {}, parts: 9, parallel: 5 },
      { options: { partSize: 2 * MiB, parallel: 2 }, parts: 5, parallel: 2 }
    ]
  ) {
    it.effect(`sends ${parts} parts, ${parallel} at once, by ${JSON.stringify(options)}`, () => {
      const { begun, layer } = driveOf(options)
      return Effect.gen(function*() {
        const { resume } = yield* Bucket
        const { uploadId } = yield* begun
        const stored = yield* resume({ source, objectKey: "k", uploadId })
        assert.deepInclude(stored, { key: "k", size: 9 * MiB })
        assert.match(stored.etag ?? "", new RegExp(`-${parts}$`))
        assert.strictEqual(yield* atOnce((yield* begun).uploadId), parallel)
      }).pipe(Effect.provide(layer))
    })
  }
})
