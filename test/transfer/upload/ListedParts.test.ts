/** A resume whose journal lacks ETags: what counts of the parts that the storage lists, and what the snapshot says of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, startProcess, storedBytes } from "./memoryUploads.js"

const source = bytesOf(1000)

const putsOf = (drive: MemoryDrive) => drive.network.count({ method: "PUT", query: "partNumber" })

/** Ends the program in mid-upload. `kept`: parts that the storage has by then. */
const crashed = Effect.fnUntraced(function*(drive: MemoryDrive) {
  drive.disk.set("/a.bin", { bytes: source, modifiedAt: 1 })
  const before = yield* startProcess(drive)
  yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 100 })
  const stored = () => [...drive.storage.bucket.uploads.values()][0]?.parts ?? new Map()
  yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => stored().size > 1 })
  yield* before.crash
  const parts = stored()
  assert.isBelow(parts.size, 10)
  return { parts, kept: parts.size, puts: putsOf(drive) }
})

/** Starts the program again and lets the upload continue to its end. */
const resumed = Effect.fnUntraced(function*(drive: MemoryDrive) {
  const after = yield* startProcess(drive)
  const [found] = yield* after.uploads.recoverable()
  const id = found?.id ?? ""
  yield* after.uploads.resume(id)
  const { objectKey } = yield* after.uploads.get(id)?.await ?? Effect.never
  assert.deepStrictEqual(storedBytes(drive, objectKey), source)
  assertNothingLeft(drive, after.scheduler)
  return after.uploads.snapshot(id)?.sizeOnlyParts
})

const forgetEtags = (drive: MemoryDrive) => {
  for (const { journal } of drive.sessions.saved.values()) {
    for (const [index, { number, size }] of journal.entries()) journal[index] = { number, size }
  }
}

const forgetAll = (drive: MemoryDrive) => {
  for (const { journal } of drive.sessions.saved.values()) journal.length = 0
}

const slow = { bytesPerSecond: 1000, latency: 5 }

describe("listed parts without a saved ETag", () => {
  for (const [what, forget] of [["no journal", forgetAll], ["a journal without ETags", forgetEtags]] as const) {
    it.live(`count for their size where the storage's ETags are no digests, and the snapshot says so: ${what}`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const drive = yield* Memory.make({ ...slow, platform: "pds" })
        const { kept, puts } = yield* crashed(drive)
        forget(drive)
        assert.strictEqual(yield* resumed(drive), kept)
        assert.strictEqual(putsOf(drive) - puts, 10 - kept)
      })))

    it.live(`are proven by their bytes where the ETags are digests: ${what}`, () =>
      VirtualTime.run(Effect.gen(function*() {
        const drive = yield* Memory.make(slow)
        const { kept, parts, puts } = yield* crashed(drive)
        forget(drive)
        const [number = 0] = parts.keys()
        parts.set(number, { bytes: bytesOf(100, 9), etag: "0123456789abcdef0123456789abcdef" })
        assert.strictEqual(yield* resumed(drive), 0)
        assert.strictEqual(putsOf(drive) - puts, 10 - kept + 1)
      })))
  }

  it.live("do not count when their size is wrong", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ ...slow, platform: "oss" })
      const { kept, parts, puts } = yield* crashed(drive)
      forgetAll(drive)
      const [number = 0] = parts.keys()
      parts.set(number, { bytes: bytesOf(99), etag: "opaque" })
      assert.strictEqual(yield* resumed(drive), 0)
      assert.strictEqual(putsOf(drive) - puts, 10 - kept + 1)
    })))

  it.live("with a saved ETag are not counted as such", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ ...slow, platform: "pds" })
      const { kept, puts } = yield* crashed(drive)
      const [session] = drive.sessions.saved.values()
      // The answer to a part may have been on its way still.
      const saved = session?.journal.length ?? 0
      assert.isAbove(saved, 0)
      assert.strictEqual(yield* resumed(drive), kept - saved)
      assert.strictEqual(putsOf(drive) - puts, 10 - kept)
    })))
})
