/** Small files come back when their program was killed: none is lost, and none is there twice. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { CheckNameMode } from "../../../src/domain/CheckNameMode.js"
import type { UploadId } from "../../../src/domain/Ids.js"
import type { SupportedPlatform } from "../../../src/domain/Platform.js"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, startProcess, storedBytes } from "./memoryUploads.js"

import {
  assertEachOnce,
  count,
  driveOf,
  kill,
  resumeToTheEnd,
  savedNames,
  startAll,
  storedFiles
} from "./smallUploads.js"

const platforms = ["s3", "oss", "pds"] satisfies ReadonlyArray<SupportedPlatform>
const modes = [undefined, "refuse", "overwrite", "auto_rename"] satisfies ReadonlyArray<CheckNameMode | undefined>

describe("small files whose program is killed", () => {
  for (const platform of platforms) {
    for (const mode of modes) {
      it.live(`come back, whenever that is: ${platform}, ${mode ?? "no mode"}`, () =>
        Effect.forEach([510, 630, 777, 905], (millis) =>
          VirtualTime.run(Effect.gen(function*() {
            const drive = yield* driveOf({ platform })
            const before = yield* startProcess(drive)
            yield* startAll(before, mode)
            yield* Effect.sleep(millis)
            yield* kill(drive, before)
            const storedBefore = storedFiles(drive).length
            assert.isBelow(storedBefore, count)

            const after = yield* startProcess(drive)
            yield* resumeToTheEnd(after)
            assertEachOnce(drive)
            assertNothingLeft(drive, after.scheduler)
            yield* after.crash
            assert.deepStrictEqual(savedNames(drive), [])
          })), { discard: true }))
    }
  }

  it.live("are killed again and again, and are there once all the same", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const first = yield* startProcess(drive)
      yield* startAll(first)
      yield* Effect.sleep(600)
      yield* kill(drive, first)
      for (const millis of [520, 640, 700]) {
        const next = yield* startProcess(drive)
        yield* next.uploads.recoverable()
        yield* next.uploads.resumeAll()
        yield* Effect.sleep(millis)
        yield* kill(drive, next)
      }
      yield* resumeToTheEnd(yield* startProcess(drive))
      assertEachOnce(drive)
    })))

  it.live("are looked for in their folder once, and not once for each", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const first = yield* startProcess(drive)
      yield* startAll(first)
      yield* first.uploads.stopAll()
      yield* Effect.sleep("3 seconds")
      yield* kill(drive, first)
      yield* resumeToTheEnd(yield* startProcess(drive))
      assertEachOnce(drive)
      assert.isBelow(drive.network.count({ method: "GET", path: "/list" }), 5)
    })))

  it.live("are looked for again where their folder's list is not answered", () =>
    VirtualTime.run(Effect.gen(function*() {
      const silent = { match: { method: "GET", path: "/list" }, action: { _tag: "delay", millis: 3_600_000 } } as const
      const drive = yield* driveOf({ faults: [silent] })
      const first = yield* startProcess(drive)
      yield* startAll(first)
      yield* first.uploads.stopAll()
      yield* Effect.sleep("3 seconds")
      yield* kill(drive, first)
      const startedAt = yield* Clock.currentTimeMillis
      yield* resumeToTheEnd(yield* startProcess(drive))
      assertEachOnce(drive)
      assertAllFaultsHit(drive)
      assert.isBelow((yield* Clock.currentTimeMillis) - startedAt, 600_000)
    })))

  it.live("and whose file has other bytes of the same size and time are not sent under the digests of before", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ latency: 60 })
      // Of each file only its end is another one: the leading bytes of a megabyte would say nothing.
      const size = 1_048_576 + 1000
      const bytes = bytesOf(size)
      const other = bytes.map((byte, index) => index === size - 1 ? byte ^ 1 : byte)
      const names = ["a.bin", "b.bin"]
      for (const name of names) drive.disk.set(`/${name}`, { bytes, modifiedAt: 1 })
      const before = yield* startProcess(drive)
      const modes = [undefined, "auto_rename"] as const
      for (const [index, name] of names.entries()) {
        yield* before.uploads.start({ source: { path: `/${name}` }, checkNameMode: modes[index] })
      }
      const isAnnounced = (id: UploadId) => before.uploads.snapshot(id)?.fileId !== undefined
      while (!before.uploads.list().every(isAnnounced)) yield* Effect.sleep(5)
      yield* before.uploads.stopAll()
      yield* Effect.sleep("3 seconds")
      assert.deepStrictEqual(storedFiles(drive), [])
      assert.isTrue([...drive.sessions.saved.values()].every(({ upload }) => upload.digests !== undefined))
      yield* kill(drive, before)
      for (const name of names) drive.disk.set(`/${name}`, { bytes: other, modifiedAt: 1 })

      const after = yield* startProcess(drive)
      yield* after.uploads.recoverable()
      yield* after.uploads.resumeAll()
      for (const id of after.uploads.list()) {
        const end = yield* Effect.either(after.uploads.get(id)?.await ?? Effect.never)
        if (end._tag === "Left") assert.include(end.left, { _tag: "SourceChanged", what: "content" })
      }
      for (const { contentHash, name, objectKey } of storedFiles(drive)) {
        assert.strictEqual(contentHash, sha1(storedBytes(drive, objectKey) ?? bytes), name)
      }
    })))

  it.live("that were only bytes wait to be picked again, and other bytes are sent under no other file's name", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* driveOf()
      const before = yield* startProcess(drive)
      const source = bytesOf(100, 7)
      const { id } = yield* before.uploads.start({ source, name: "typed.txt" })
      yield* before.uploads.stop(id)
      yield* Effect.sleep("3 seconds")
      yield* kill(drive, before)
      const after = yield* startProcess(drive)
      const [found] = yield* after.uploads.recoverable()
      assert.deepInclude(found, { name: "typed.txt", size: 100, needsFile: true })
      assert.strictEqual(found?.status._tag, "needsFile")
      yield* after.uploads.resume(id, bytesOf(101, 7))
      const other = yield* Effect.flip(after.uploads.get(id)?.await ?? Effect.never)
      assert.strictEqual(other._tag, "SourceChanged")
      yield* after.uploads.resume(id, source)
      yield* after.uploads.retry(id)
      const { objectKey } = yield* after.uploads.get(id)?.await ?? Effect.never
      assert.deepStrictEqual(storedBytes(drive, objectKey), source)
    })))
})
