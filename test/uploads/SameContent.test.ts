/**
 * A file that is found or picked again after a restart: size, time and leading bytes say whether it is the one of before.
 */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { Uploads } from "../../src/services/Uploads.js"
import * as Memory from "../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../src/testing/VirtualTime.js"
import { bytesOf, layerOf, storedBytes } from "./memoryUploads.js"

const MiB = 1_048_576

const open = Effect.fnUntraced(function*(drive: Memory.MemoryDrive) {
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(layerOf(drive), scope)
  yield* Effect.provide(drive.signIn(), context)
  return { uploads: Context.get(context, Uploads), close: Scope.close(scope, Exit.void) }
})

/** A program that ended in mid-upload, and the one after it. */
const interrupted = Effect.fnUntraced(function*(bytes: Uint8Array) {
  const drive = yield* Memory.make({ bytesPerSecond: MiB, latency: 5 })
  drive.disk.set("/a.bin", { bytes, modifiedAt: 1 })
  const before = yield* open(drive)
  const { id } = yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: MiB })
  while ((before.uploads.snapshot(id)?.bytes.accepted ?? 0) < 2 * MiB) yield* Effect.sleep("100 millis")
  yield* before.close
  const after = yield* open(drive)
  const [found] = yield* after.uploads.recoverable()
  assert.strictEqual(found?.id, id)
  return { drive, uploads: after.uploads, id }
})

describe("the file of an upload that goes on after a restart", () => {
  const bytes = bytesOf(8 * MiB)

  it.live("is refused when its leading bytes are others, and is taken when they are those of before", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, id, uploads } = yield* interrupted(bytes)
      const other = bytes.slice()
      other[5] = (other[5] ?? 0) ^ 1
      drive.disk.set("/a.bin", { bytes: other, modifiedAt: 1 })
      const sent = drive.network.count({ method: "PUT", query: "partNumber" })
      yield* uploads.resume(id)
      const error = yield* Effect.flip(uploads.get(id)?.await ?? Effect.never)
      assert.include(error, { _tag: "SourceChanged", what: "content", action: "pickFile" })
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }), sent)

      drive.disk.set("/again.bin", { bytes, modifiedAt: 1 })
      yield* uploads.resume(id, { path: "/again.bin" })
      const { objectKey } = yield* uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), bytes)
    })))

  it.live("is refused when it was modified", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { drive, id, uploads } = yield* interrupted(bytes)
      drive.disk.set("/a.bin", { bytes, modifiedAt: 2 })
      yield* uploads.resume(id)
      const error = yield* Effect.flip(uploads.get(id)?.await ?? Effect.never)
      assert.include(error, { _tag: "SourceChanged", what: "modified" })
    })))
})
