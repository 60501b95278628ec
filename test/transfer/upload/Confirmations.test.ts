/** Success-callbacks go by the space as it is open now: one that was opened again, for another user perhaps, is another one. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import type { StorageProvider } from "../../../src/services/StorageProvider.js"
import { StorageProviders } from "../../../src/services/StorageProviders.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { assertAllFaultsHit, assertNothingLeft, bytesOf, layerOf, startProcess } from "./memoryUploads.js"

/** A provider of the drive, which writes down what it is asked to confirm. */
const listening = (provider: StorageProvider) => {
  const confirmed: Array<ReadonlyArray<string>> = []
  const listened: StorageProvider = {
    ...provider,
    uploads: {
      ...provider.uploads,
      confirm: (tickets) =>
        Effect.suspend(() => {
          confirmed.push(tickets.map(({ name }) => name))
          return provider.uploads.confirm(tickets)
        })
    }
  }
  return { confirmed, provider: listened }
}

const twiceOpened = Effect.gen(function*() {
  const drive = yield* Memory.make({ latency: 20 })
  const ports = yield* Layer.build(drive.layer)
  const plain = yield* Context.get(ports, StorageProviders).forSpace(drive.space)
  const before = listening(plain)
  const after = listening(plain)
  const open = { current: before.provider }
  const providers = Layer.succeed(StorageProviders, {
    forSpace: () => Effect.sync(() => open.current),
    closeAll: Effect.void
  })
  const layer = layerOf({ ...drive, layer: Layer.provideMerge(providers, drive.layer) })
  const program = yield* startProcess(drive, layer)
  return { drive, before, after, open, ...program }
})

const fileOf = (name: string, seed: number) => ({ source: bytesOf(50, seed), name })

describe("success-callbacks of a space that was opened again", () => {
  it.scopedLive("go to the service by what is open now, not by what the first upload found open", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { after, before, drive, open, scheduler, uploads } = yield* twiceOpened
      const first = yield* uploads.start(fileOf("first", 1))
      yield* first.await
      open.current = after.provider
      const second = yield* uploads.start(fileOf("second", 2))
      yield* second.await
      assert.deepStrictEqual([before.confirmed, after.confirmed], [[["first"]], [["second"]]])
      assertNothingLeft(drive, scheduler)
    })))

  it.scopedLive("do not go along with those that were gathered before", () =>
    VirtualTime.run(Effect.gen(function*() {
      const { after, before, drive, open, scheduler, uploads } = yield* twiceOpened
      const opened = yield* Effect.forEach([1, 2], (seed) => uploads.start(fileOf(`before-${seed}`, seed)))
      // Both have opened the space and are on their way.
      yield* Effect.sleep("10 millis")
      open.current = after.provider
      const opening = yield* Effect.forEach([3, 4], (seed) => uploads.start(fileOf(`after-${seed}`, seed)))
      yield* Effect.forEach([...opened, ...opening], (upload) => upload.await)
      assert.deepStrictEqual(before.confirmed, [["before-1", "before-2"]])
      assert.deepStrictEqual(after.confirmed, [["after-3", "after-4"]])
      assertNothingLeft(drive, scheduler)
    })))
})

describe("a success-callback that hangs", () => {
  it.scopedLive("is broken off and made again: those behind it wait no longer than for its answer", () =>
    VirtualTime.run(Effect.gen(function*() {
      const drive = yield* Memory.make({ latency: 20 })
      const program = yield* startProcess(drive)
      drive.network.faults.add([{
        match: { method: "PUT", path: "/upload/success-callback" },
        action: { _tag: "delay", millis: 86_400_000 }
      }])
      const begun = yield* Clock.currentTimeMillis
      const first = yield* program.uploads.start(fileOf("first", 1))
      yield* Effect.sleep("10 seconds")
      const second = yield* program.uploads.start(fileOf("second", 2))
      yield* first.await
      yield* second.await
      assert.isBelow((yield* Clock.currentTimeMillis) - begun, 65_000)
      assertAllFaultsHit(drive)
      assertNothingLeft(drive, program.scheduler)
    })))
})
