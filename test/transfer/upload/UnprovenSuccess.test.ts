/** OSS: a success without a checksum may be the answer to something else. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createCRC64 } from "hash-wasm"
import { crc64Text } from "../../../src/layers/hash/Checksums.js"
import { Hasher } from "../../../src/services/Hasher.js"
import { Uploads } from "../../../src/services/Uploads.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, layerOf, storedBytes } from "./memoryUploads.js"
import { put } from "./plainUploads.js"

const content = bytesOf(80)
const file = { source: content, name: "a" }

/** Like a page's: it makes CRC-64, too. */
const withCrc64 = (drive: MemoryDrive): MemoryDrive => ({
  ...drive,
  layer: Layer.provideMerge(
    Layer.effect(
      Hasher,
      Effect.map(Hasher, (hasher): Hasher["Type"] => ({
        ...hasher,
        digest: (body, kinds) =>
          Effect.gen(function*() {
            const made = yield* hasher.digest(body, kinds)
            if (!kinds.includes("crc64") || !(body instanceof Uint8Array)) return made
            const crc64 = yield* VirtualTime.hold(
              Effect.promise(async () => crc64Text((await createCRC64()).init().update(body).digest("hex")))
            )
            return { ...made, crc64 }
          })
      }))
    ),
    drive.layer
  )
})

describe("a success that is not the storage's own, on a bucket of OSS", () => {
  for (const byThread of [false, true]) {
    it.live(`is no proof: the storage is asked, and the file is sent again ${byThread ? "by a thread" : "by the page"}`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const headers = { etag: `"${"0".repeat(32)}"` }
        const success = { _tag: "status", status: 200, headers, body: "" } as const
        const drive = withCrc64(yield* Memory.make({ platform: "oss", faults: [{ match: put, action: success }] }))
        yield* Effect.gen(function*() {
          const upload = yield* (yield* Uploads).start(file)
          const { objectKey } = yield* upload.await
          assert.deepStrictEqual(storedBytes(drive, objectKey), content)
          assert.isAtLeast(drive.network.count({ method: "HEAD", path: "memory://storage" }), 1)
        }).pipe(Effect.scoped, Effect.provide(layerOf(drive, {}, byThread)))
      })))
  }
})
