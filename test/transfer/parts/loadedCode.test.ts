/** Code of transfers that a page could not load while it was offline comes when it is online again. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Connectivity } from "../../../src/services/Connectivity.js"
import { load } from "../../../src/layers/loading/loaded.js"
import * as ConnectivityMemory from "../../../src/testing/ConnectivityMemory.js"

const code = "../../../src/transfer/transferCode.js"

const away = () => {
  throw new Error("the server is away")
}

describe("the code of transfers", () => {
  afterEach(() => vi.doUnmock(code))

  it.effect("is waited for while the machine is offline, and is asked for again when it is not", () =>
    Effect.gen(function*() {
      const { service, set } = yield* ConnectivityMemory.make
      yield* set(false)
      vi.doMock(code, away)
      const waits = yield* Deferred.make<void>()
      const loading = load(() => Deferred.unsafeDone(waits, Effect.void)).pipe(
        Effect.provideService(Connectivity, service)
      )
      const fiber = yield* Effect.fork(loading)
      yield* Deferred.await(waits)
      assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
      vi.doUnmock(code)
      yield* set(true)
      assert.isFunction((yield* Fiber.join(fiber)).runUpload)
    }))
})
