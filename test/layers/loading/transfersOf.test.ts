/** Code of transfers that a page could not load while it was offline comes when it is online again. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import * as downloadCode from "../../../src/layers/loading/downloadCode.js"
import * as LazyCode from "../../../src/layers/loading/LazyCode.js"
import { seldomCode } from "../../../src/layers/loading/onFirstUse.js"
import * as partsCode from "../../../src/layers/loading/partsCode.js"
import { transfersOf } from "../../../src/layers/loading/transfersOf.js"
import * as uploadCode from "../../../src/layers/loading/uploadCode.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { TransferRuns } from "../../../src/services/TransferRuns.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import { saved } from "../../../src/transfer/saved/findRecoverable.js"
import { abortUpload } from "../../../src/transfer/upload/abortUpload.js"

describe("the code of transfers", () => {
  it.effect("is waited for while the machine is offline, and is asked for again when it is not", () =>
    Effect.gen(function*() {
      const { service, set } = yield* ConnectivityMemory.make
      yield* set(false)
      let isAway = true
      const uploads = LazyCode.make(
        "uploads",
        () => isAway ? Promise.reject(new Error("the server is away")) : Promise.resolve(uploadCode)
      )
      const downloads = LazyCode.make("downloads", () => Promise.resolve(downloadCode))
      const parts = LazyCode.make("uploads in parts", () => Promise.resolve(partsCode))
      const savedCode = LazyCode.make("saved uploads", () => Promise.resolve({ runs: saved }))
      const waits = yield* Deferred.make<void>()
      const loading = Effect.flatMap(
        TransferRuns,
        ({ uploads }) => uploads.load(() => Deferred.unsafeDone(waits, Effect.void))
      ).pipe(
        Effect.provide(
          Layer.provide(
            transfersOf({ uploads, parts, downloads, folders: seldomCode, saved: savedCode }),
            Layer.succeed(Connectivity, service)
          )
        )
      )
      const fiber = yield* Effect.fork(loading)
      yield* Deferred.await(waits)
      assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
      isAway = false
      yield* set(true)
      // connections often fail in that moment
      yield* TestClock.adjust("999 millis")
      assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).abortUpload, abortUpload)
    }))
})
