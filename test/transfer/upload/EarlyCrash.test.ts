/** A program that ends before the storage has given an upload id: the next run knows what was asked for, and how far it was. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { SupportedPlatform } from "../../../src/domain/Platform.js"
import { Hasher } from "../../../src/services/Hasher.js"
import type { HashCheckpoint } from "../../../src/services/Hasher.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, layerOf, startProcess, storedBytes } from "./memoryUploads.js"

const source = bytesOf(1000)

const onDisk = Effect.fnUntraced(function*(options: Memory.MemoryDriveOptions = {}) {
  const drive = yield* Memory.make(options)
  drive.disk.set("/a.bin", { bytes: source, modifiedAt: 1 })
  return drive
})

/** Takes a minute for each file, and gives a state after the first moment. */
const slowHasher = (startedAt: Array<number>, state: HashCheckpoint) =>
  Layer.succeed(Hasher, {
    hash: (_source, _plan, _hashed, resume) =>
      Effect.suspend(() => {
        startedAt.push(resume?.from?.position ?? 0)
        resume?.save?.(state)
        return Effect.delay(Effect.succeed({ contentHash: "A".repeat(40), contentHashName: "sha1" }), "1 minute")
      }),
    digest: () => Effect.succeed({})
  })

const processOf = (drive: MemoryDrive, hasher: Layer.Layer<Hasher>) =>
  startProcess(drive, layerOf({ ...drive, layer: Layer.provideMerge(hasher, drive.layer) }))

/** Until the storage has begun a multipart upload, whose id is still on its way. */
const untilBegun = (drive: MemoryDrive): Effect.Effect<void> =>
  Effect.suspend(() =>
    drive.storage.bucket.uploads.size > 0
      ? Effect.void
      : Effect.zipRight(Effect.sleep("1 millis"), untilBegun(drive))
  )

describe("a crash while the file is hashed", () => {
  it.live("is continued: the hash from its last state, the rest as it was asked for", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* onDisk()
      const startedAt: Array<number> = []
      const hasher = slowHasher(startedAt, { position: 600, state: new Uint8Array(4), preHash: undefined })
      const before = yield* processOf(drive, hasher)
      yield* before.uploads.start({
        source: { path: "/a.bin" },
        name: "b.bin",
        path: "x/y",
        checkNameMode: "overwrite",
        chunkSize: 100
      })
      yield* Effect.sleep("10 seconds")
      yield* before.crash

      const after = yield* processOf(drive, hasher)
      const [found] = yield* after.uploads.recoverable()
      const id = found?.id ?? ""
      assert.deepInclude(found, { multipart: "stopped", needsFile: false, size: 1000, fileId: undefined })
      assert.strictEqual(found?.bytes.hashed, 600)
      yield* after.uploads.resume(id)
      const { fileId, objectKey } = yield* after.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(startedAt, [0, 600])
      assert.deepStrictEqual(storedBytes(drive, objectKey), source)
      const file = drive.service.files.get(fileId)
      assert.deepInclude(file, { name: "b.bin", stored: true })
      assert.strictEqual(drive.service.files.get(file?.parentFileId ?? "")?.name, "y")
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }), 10)
      assertNothingLeft(drive, after.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("after the digest of a large file is known does not hash it again", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* onDisk()
      drive.disk.set("/large.bin", { bytes: new Uint8Array(67_108_864), modifiedAt: 1 })
      const startedAt: Array<number> = []
      const hasher = slowHasher(startedAt, { position: 600, state: new Uint8Array(4), preHash: undefined })
      const before = yield* processOf(drive, hasher)
      drive.network.faults.add([{ match: { method: "POST" }, action: { _tag: "delay", millis: 600_000 } }])
      yield* before.uploads.start({ source: { path: "/large.bin" }, chunkSize: 16_777_216 })
      yield* Effect.sleep("2 minutes")
      yield* before.crash

      const after = yield* processOf(drive, hasher)
      const [found] = yield* after.uploads.recoverable()
      yield* after.uploads.resume(found?.id ?? "")
      yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never
      assert.deepStrictEqual(startedAt, [0])
    })))

  it.live("is continued with a file that is small enough for one PUT, too", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* onDisk()
      const before = yield* startProcess(drive)
      const { id } = yield* before.uploads.start({ source: { path: "/a.bin" } })
      yield* Effect.sleep("30 millis")
      yield* before.crash

      const after = yield* startProcess(drive)
      yield* after.uploads.recoverable()
      yield* after.uploads.resume(id)
      const { objectKey } = yield* after.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), source)
      yield* after.crash
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))
})

describe("a crash while the multipart upload is begun", () => {
  for (const platform of ["s3", "oss"] satisfies ReadonlyArray<SupportedPlatform>) {
    it.live(`leaves nothing open on ${platform} once the next run has continued`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const drive = yield* onDisk({ platform })
        const before = yield* startProcess(drive)
        yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
        yield* untilBegun(drive)
        yield* before.crash
        assert.strictEqual(drive.storage.bucket.uploads.size, 1)

        const after = yield* startProcess(drive)
        const [found] = yield* after.uploads.recoverable()
        yield* after.uploads.resume(found?.id ?? "")
        const { objectKey } = yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never
        assert.deepStrictEqual(storedBytes(drive, objectKey), source)
        assert.strictEqual(drive.network.count({ method: "POST", path: "/api/v2/file" }), 1)
        assertNothingLeft(drive, after.scheduler)
        assert.strictEqual(drive.sessions.saved.size, 0)
      })))
  }

  it.live("leaves nothing open when the next run cancels it", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* onDisk()
      const before = yield* startProcess(drive)
      yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
      yield* untilBegun(drive)
      yield* before.crash
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      yield* after.uploads.cancel(found?.id ?? "")
      assertNothingLeft(drive, after.scheduler)
      assert.strictEqual(drive.sessions.saved.size, 0)
    })))

  it.live("touches no other client's upload of the same updated file", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* onDisk()
      const before = yield* startProcess(drive)
      const first = yield* before.uploads.start({ source: bytesOf(10), name: "a.bin" })
      const { fileId, objectKey } = yield* first.await
      yield* before.uploads.start({ source: { path: "/a.bin" }, fileId, chunkSize: 100 })
      yield* untilBegun(drive)
      yield* before.crash
      yield* Effect.sleep("1 day")
      const other = drive.storage.bucket.begin(objectKey ?? "", undefined, 0)
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      yield* after.uploads.resume(found?.id ?? "")
      yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never
      assert.deepStrictEqual([...drive.storage.bucket.uploads.keys()], [other])
    })))
})
