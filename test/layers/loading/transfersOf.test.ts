/** Code of transfers that a page could not load while it was offline comes when it is online again. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import * as LazyCode from "../../../src/layers/loading/LazyCode.js"
import { transfersOf } from "../../../src/layers/loading/onFirstUse.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { TransferRuns } from "../../../src/services/TransferRuns.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"
import { runs } from "../../../src/transfer/TransferRunsLayer.js"

describe("the code of transfers", () => {
  it.effect("is waited for while the machine is offline, and is asked for again when it is not", () =>
    Effect.gen(function*() {
      const { service, set } = yield* ConnectivityMemory.make
      yield* set(false)
      let isAway = true
      const code = LazyCode.make(
        "transfers",
        () => isAway ? Promise.reject(new Error("the server is away")) : Promise.resolve({ runs })
      )
      const waits = yield* Deferred.make<void>()
      const loading = Effect.flatMap(
        TransferRuns,
        ({ load }) => load(() => Deferred.unsafeDone(waits, Effect.void))
      ).pipe(Effect.provide(Layer.provide(transfersOf(code), Layer.succeed(Connectivity, service))))
      const fiber = yield* Effect.fork(loading)
      yield* Deferred.await(waits)
      assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
      isAway = false
      yield* set(true)
      assert.strictEqual(yield* Fiber.join(fiber), runs)
    }))
})
