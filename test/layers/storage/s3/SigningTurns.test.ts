/** The first address of a session runs much of the SDK for the first time; who waited for it must not follow in the same breath. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { credentialOf, storeOn } from "./fakeNetwork.js"

/** Sleepers wake when they are told to, one by one. */
const stepwise = () => {
  const sleeping: Array<() => void> = []
  const clock: Clock.Clock = Object.assign(Clock.make(), {
    sleep: () => Effect.async<void>((resume) => void sleeping.push(() => resume(Effect.void)))
  })
  return { clock, sleeping }
}

/** One whose addresses the SDK signs. */
const dotted = () => {
  const credential = credentialOf()
  const { bucket } = credential
  return bucket === undefined ? credential : { ...credential, bucket: { ...bucket, bucket: "my.bucket" } }
}

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** The SDK's own promises take more than one turn. */
const until = (isSo: () => boolean) => Effect.repeat(turn, { until: isSo, times: 100_000 })

describe("uploads that wait for the first address of a session", () => {
  it.live("continue in turns of the event loop of their own, so that a page stays responsive", () =>
    Effect.gen(function*() {
      const { clock, sleeping } = stepwise()
      const { objects } = yield* storeOn([], { credential: Effect.succeed(dotted()) })
      let signed = 0
      const sign = (key: string) =>
        Effect.tap(objects.presign({ method: "PUT", key }), () => Effect.sync(() => signed++))
      const keys = Array.from({ length: 9 }, (_, index) => `object-${index}`)
      const all = yield* Effect.fork(
        Effect.withClock(Effect.forEach(keys, sign, { concurrency: "unbounded" }), clock)
      )
      yield* until(() => sleeping.length === keys.length || signed > 0)
      assert.deepStrictEqual([sleeping.length, signed], [keys.length, 0])
      for (const [index, wake] of sleeping.entries()) {
        wake()
        yield* until(() => signed > index)
        yield* turn
        assert.strictEqual(signed, index + 1)
      }
      const addresses = yield* Fiber.join(all)
      assert.strictEqual(addresses.length, keys.length)
      yield* Effect.withClock(sign("later"), clock)
      assert.deepStrictEqual([sleeping.length, signed], [keys.length, keys.length + 1])
    }))
})
