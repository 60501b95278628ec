/**
 * A bucket whose ETags only look like digests, as with SSE-KMS. A body that was damaged on its way while that became known: what it was
 * answered proves nothing.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Uploads } from "../../../src/services/Uploads.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, layerOf, storedBytes } from "./memoryUploads.js"

const countedEtags = () => {
  let count = 0
  return () => (++count).toString(16).padStart(32, "0")
}

/** Once. */
const damage = (drive: MemoryDrive, isMeant: (bytes: Uint8Array) => boolean) => {
  let isDone = false
  drive.storage.damage = (bytes) => {
    if (isDone || !isMeant(bytes)) return bytes
    isDone = true
    const other = new Uint8Array(bytes)
    other[5] = (other[5] ?? 0) ^ 0xff
    return other
  }
  return () => isDone
}

for (const byThread of [false, true]) {
  describe(`what was damaged on its way to a bucket with opaque ETags, ${byThread ? "by a thread" : "by the page"}`, () => {
    it.live("is sent again: a file, while another one shows what the ETags are", () =>
      VirtualTime.run(Effect.gen(function*() {
        const [small, large] = [bytesOf(20), bytesOf(900, 7)]
        const late = {
          match: { method: "PUT", path: "objects/file-2" },
          action: { _tag: "delay", millis: 2000 }
        } as const
        const drive = yield* Memory.make({ faults: [late] })
        const { bucket } = drive.storage
        const [put, etag] = [bucket.put.bind(bucket), countedEtags()]
        bucket.put = (key, bytes, mark) => {
          put(key, bytes, mark)
          return etag()
        }
        const isDamaged = damage(drive, ({ length }) => length === large.length)
        yield* Effect.gen(function*() {
          const uploads = yield* Uploads
          const one = yield* uploads.start({ source: small, name: "a" })
          const other = yield* uploads.start({ source: large, name: "b" })
          yield* one.await
          const { objectKey } = yield* other.await
          assert.isTrue(isDamaged())
          assert.deepStrictEqual(storedBytes(drive, objectKey), large)
        }).pipe(Effect.scoped, Effect.provide(layerOf(drive, {}, byThread)))
      })))

    it.live("is sent again: a part, while the first one shows it", () =>
      VirtualTime.run(Effect.gen(function*() {
        const content = bytesOf(2000)
        const match = { method: "PUT", path: "memory://storage", query: { partNumber: "2" } } as const
        const drive = yield* Memory.make({ faults: [{ match, action: { _tag: "delay", millis: 2000 } }] })
        const { bucket } = drive.storage
        const [putPart, etagOf] = [bucket.putPart.bind(bucket), countedEtags()]
        bucket.putPart = (id, number, bytes) => {
          const stored = putPart(id, number, bytes)
          if (typeof stored !== "string") return stored
          const etag = etagOf()
          Object.assign(bucket.uploads.get(id)?.parts.get(number) ?? {}, { etag })
          return etag
        }
        const isDamaged = damage(drive, ([first]) => first === content[400])
        yield* Effect.gen(function*() {
          const { await: end } = yield* (yield* Uploads).start({ source: content, name: "a", chunkSize: 400 })
          const { objectKey } = yield* end
          assert.isTrue(isDamaged())
          assert.deepStrictEqual(storedBytes(drive, objectKey), content)
        }).pipe(Effect.scoped, Effect.provide(layerOf(drive, {}, byThread)))
      })))
  })
}
