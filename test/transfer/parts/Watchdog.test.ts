import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted, TestClock } from "effect"
import { Hasher } from "../../../src/services/Hasher.js"
import { defaultWatchdogLimits } from "../../../src/services/transfers/RetryPolicy.js"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import { Transport } from "../../../src/services/Transport.js"
import type { Destination } from "../../../src/transfer/parts/sendOnce.js"
import { sendProven } from "../../../src/transfer/parts/sendProven.js"
import * as Watchdog from "../../../src/transfer/parts/Watchdog.js"
import { contentOf } from "./uploadContents.js"

const address = {
  url: Redacted.make("https://storage.example/bucket/key?X-Amz-Signature=secret"),
  headers: {},
  credentialVersion: 1,
  expiresAt: 0
}

const size = 1000

/** A body of which so many bytes leave at these seconds, and whose answer never comes. */
const endsAfter = (moves: ReadonlyArray<readonly [second: number, bytes: number]>) =>
  Effect.gen(function*() {
    const put: Watchdog.Put = (_address, sent) =>
      Effect.forEach(moves, ([second, bytes], index) =>
        Effect.delay(
          Effect.sync(() => sent(bytes)),
          Duration.seconds(second - (moves[index - 1]?.[0] ?? 0))
        )).pipe(Effect.zipRight(Effect.never))
    const putting = yield* Effect.fork(
      Watchdog.put(defaultWatchdogLimits, Effect.succeed(address), { size, put }, () => {})
    )
    let seconds = 0
    while ((yield* Fiber.poll(putting))._tag === "None") {
      yield* TestClock.adjust("1 second")
      seconds++
    }
    return { seconds, error: yield* Effect.flip(Fiber.join(putting)) }
  })

describe("a PUT that stands still", () => {
  it.effect("is broken off after two minutes without a first byte", () =>
    Effect.gen(function*() {
      const { error, seconds } = yield* endsAfter([])
      assert.deepStrictEqual([error.reason, seconds], ["Stalled", 120])
    }))

  it.effect("is broken off 30 s after its last byte, counted from the first", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* endsAfter([[5, 100]])).seconds, 35)
      assert.strictEqual((yield* endsAfter([[5, 100], [30, 100], [59, 100]])).seconds, 89)
    }))

  it.effect("is broken off 60 s after all bytes have left without an answer", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* endsAfter([[5, size]])).seconds, 65)
      assert.strictEqual((yield* endsAfter([[5, 100], [20, size - 100]])).seconds, 80)
    }))

  it.effect("is not broken off while it waits for its pace, but is 30 s after that", () =>
    Effect.gen(function*() {
      const put: Watchdog.Put = (_address, sent, pace) =>
        Effect.gen(function*() {
          sent((yield* pace?.(size) ?? Effect.succeed(0)) / 2)
          yield* pace?.(size / 2) ?? Effect.void
          return yield* Effect.never
        })
      const slow = (left: number) => Effect.delay(Effect.succeed(left), "10 minutes")
      const putting = yield* Effect.fork(
        Watchdog.put(defaultWatchdogLimits, Effect.succeed(address), { size, put }, () => {}, slow)
      )
      yield* TestClock.adjust("1229 seconds")
      assert.strictEqual((yield* Fiber.poll(putting))._tag, "None")
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* Effect.flip(Fiber.join(putting))).reason, "Stalled")
    }))

  it.effect("has the patience of a connection from its address on, however long that took", () =>
    Effect.gen(function*() {
      const findAddress = Effect.delay(Effect.succeed(address), "50 seconds")
      const load = { size, put: () => Effect.never }
      const putting = yield* Effect.fork(Watchdog.put(defaultWatchdogLimits, findAddress, load, () => {}))
      yield* TestClock.adjust("169 seconds")
      assert.strictEqual((yield* Fiber.poll(putting))._tag, "None")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.flip(Fiber.join(putting))).reason, "Stalled")
    }))

  it.effect("is named without the query of its address", () =>
    Effect.gen(function*() {
      const { error } = yield* endsAfter([])
      assert.include(error.message, "https://storage.example/bucket/key")
      assert.notInclude(error.message, "secret")
    }))
})

describe("the address of a part", () => {
  it.effect("that does not come in 60 s ends the attempt, which gives its place back", () =>
    Effect.gen(function*() {
      const destination: Destination = {
        address: () => Effect.never,
        accept: () => Effect.dieMessage("nothing was sent")
      }
      const sending = yield* Effect.fork(
        sendProven(contentOf(new Uint8Array(10)), destination, { number: 1, start: 0, end: 10 })
      )
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual((yield* Fiber.poll(sending))._tag, "None")
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Effect.flip(Fiber.join(sending)), { _tag: "TransportError", reason: "Timeout" })
      assert.strictEqual((yield* TransferScheduler).usage().running.part, 0)
    }).pipe(Effect.provide(Layer.mergeAll(TransferScheduler.layer, Layer.mock(Hasher, {}), Layer.mock(Transport, {})))))
})
