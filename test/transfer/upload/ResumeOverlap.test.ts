/** A resume whose journal is lost: listed parts are read again while the list still comes. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { Hasher } from "../../../src/services/Hasher.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertNothingLeft, bytesOf, layerOf, startProcess, storedBytes } from "./memoryUploads.js"

const parts = 1100

const source = bytesOf(parts * 10)

describe("listed parts that no journal knows", () => {
  it.live("are digested while the next page is on its way, and none is sent again", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ latency: 50 })
      drive.disk.set("/a.bin", { bytes: source, modifiedAt: 1 })
      const before = yield* startProcess(drive)
      // The last part waits until the program has ended.
      drive.network.faults.add([{
        match: { method: "PUT", query: { partNumber: String(parts) } },
        action: { _tag: "delay", millis: 600_000 }
      }])
      yield* before.uploads.start({ source: { path: "/a.bin" }, chunkSize: 10 })
      yield* Effect.sleep("30 seconds")
      yield* before.crash
      for (const session of drive.sessions.saved.values()) session.journal.length = 0
      const puts = drive.network.count({ method: "PUT", query: "partNumber" })

      const readAt: Array<number> = []
      const hasher = Layer.effect(
        Hasher,
        Effect.map(Hasher, (own) => ({
          ...own,
          digest: (body, kinds) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              readAt.push(now)
              return Effect.zipLeft(own.digest(body, kinds), Effect.sleep("1 millis"))
            })
        }))
      )
      const layer = Layer.provideMerge(hasher, drive.layer)
      const after = yield* startProcess(drive, layerOf({ ...drive, layer }))
      const lists = () => drive.network.count({ method: "GET", query: "part-number-marker" })
      const [found] = yield* after.uploads.recoverable()
      const resumedAt = yield* Clock.currentTimeMillis
      yield* after.uploads.resume(found?.id ?? "")
      const { objectKey } = yield* after.uploads.get(found?.id ?? "")?.await ?? Effect.never

      assert.strictEqual(lists(), 2)
      // Two pages of 100 ms each: digests run during the second.
      const during = readAt.filter((time) => time - resumedAt < 200).length
      assert.isAbove(during, 50)
      assert.isAtLeast(readAt.length, parts - 1)
      assert.strictEqual(drive.network.count({ method: "PUT", query: "partNumber" }) - puts, 1)
      assert.deepStrictEqual(storedBytes(drive, objectKey), source)
      assertNothingLeft(drive, after.scheduler)
    })))
})
