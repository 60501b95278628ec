/** Small files that went by plain calls are confirmed with others, and one of them takes nothing from the rest. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { Uploads } from "../../../src/services/Uploads.js"
import type { FaultMatch } from "../../../src/testing/FaultScript.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import type { ThreadOptions } from "../../property/byThread.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf } from "./memoryUploads.js"
import { countCreates, countPuts, until, withRequests } from "./plainUploads.js"

describe("small files that are confirmed together", () => {
  const names = ["a", "b", "c"]
  const contentOf = (name: string) => bytesOf(80 + names.indexOf(name))
  const start = (uploads: Uploads["Type"]) =>
    Effect.forEach(names, (name) => uploads.start({ source: contentOf(name), name }))
  const confirmation: FaultMatch = { target: "api", path: "/success-callback" }
  const countConfirmations = (drive: MemoryDrive) => drive.network.count({ method: "PUT", path: "/success-callback" })

  const assertAllStored = (drive: MemoryDrive) => {
    assert.deepStrictEqual([...drive.service.files.values()].map(({ stored }) => stored), names.map(() => true))
    assert.deepStrictEqual([countCreates(drive), countPuts(drive)], [names.length, names.length])
    assertAllFaultsHit(drive)
  }

  for (const settles of [true, false]) {
    it.live(
      settles ? "take one call" : "take one call, and nothing after it where nothing is left to do",
      () =>
        withRequests(
          { latency: 20, own: settles ? {} : { settle: () => Effect.void } },
          (drive, uploads, steps) =>
            Effect.gen(function*() {
              const started = yield* start(uploads)
              const results = yield* Effect.forEach(started, (upload) => upload.await)
              assert.isTrue(results.every(({ rapid, verified }) => !rapid && verified === "md5"))
              assert.deepStrictEqual(
                started.map((upload) => upload.snapshot().bytes.committed),
                names.map((name) => contentOf(name).byteLength)
              )
              assert.strictEqual(steps.length, 2 * names.length)
              assert.strictEqual(countConfirmations(drive), 1)
              assert.strictEqual(drive.network.count({ method: "PUT", path: "/settle" }), settles ? names.length : 0)
              assertAllStored(drive)
              assertNothingLeft(drive, yield* TransferScheduler)
            })
        )
    )
  }

  it.live("pause after a refusal before they ask again, and send nothing again", () =>
    withRequests(
      { faults: [{ match: confirmation, action: { _tag: "status", status: 500 } }], latency: 20 },
      (drive, uploads) =>
        Effect.gen(function*() {
          const started = yield* start(uploads)
          yield* until(() => countConfirmations(drive) === 1)
          yield* Effect.sleep("300 millis")
          assert.strictEqual(countConfirmations(drive), 1)
          yield* Effect.forEach(started, (upload) => upload.await)
          assertAllStored(drive)
        })
    ))

  it.live("are asked for by themselves where the call as a whole was refused", () =>
    withRequests(
      { faults: [{ match: confirmation, action: { _tag: "status", status: 400 } }], latency: 20 },
      (drive, uploads) =>
        Effect.gen(function*() {
          yield* Effect.forEach(yield* start(uploads), (upload) => upload.await)
          assert.strictEqual(countConfirmations(drive), 1 + names.length)
          assertAllStored(drive)
        })
    ))

  it.live("can be stopped meanwhile, and are confirmed when they go on", () =>
    withRequests(
      { faults: [{ match: confirmation, action: { _tag: "delay", millis: 5000 } }], latency: 20 },
      (drive, uploads) =>
        Effect.gen(function*() {
          const started = yield* start(uploads)
          yield* until(() => countConfirmations(drive) === 1)
          yield* uploads.stopAll()
          assert.deepStrictEqual(started.map((upload) => upload.snapshot().status._tag), names.map(() => "paused"))
          yield* uploads.resumeAll()
          yield* Effect.forEach(started, (upload) => upload.await)
          assertAllStored(drive)
        })
    ))

  it.live("are all answered where one of them meets a bug", () => {
    const own: ThreadOptions["own"] = {
      settle: ({ name }) => {
        if (name === "b") throw new Error("a bug")
        return Effect.void
      }
    }
    return withRequests({ latency: 20, own }, (drive, uploads) =>
      Effect.gen(function*() {
        const ends = yield* Effect.forEach(yield* start(uploads), (upload) => Effect.either(upload.await))
        assert.deepStrictEqual(
          ends.map((end) => Either.isLeft(end) ? end.left.message.includes("a bug") : end.right.rapid),
          [false, true, false]
        )
        assert.strictEqual(countConfirmations(drive), 1)
        assertNothingLeft(drive, yield* TransferScheduler)
      }))
  })
})
