import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, FiberRef, Layer, Stream } from "effect"
import type { TransportError } from "../../../src/domain/errors/TransportError.js"
import { SpaceId } from "../../../src/domain/Ids.js"
import * as LazyCode from "../../../src/layers/loading/LazyCode.js"
import { spaceOfCall } from "../../../src/services/spaceIdOf.js"
import { Spaces } from "../../../src/services/Spaces.js"
import { space } from "../../services/files/fakeProvider.js"

interface Counting {
  readonly next: () => Effect.Effect<number, TransportError>
  readonly upTo: (end: number) => Stream.Stream<number, TransportError>
  readonly rules: { readonly step: () => Effect.Effect<number, TransportError> }
}

class Step extends Context.Tag("Step")<Step, number>() {}

class Counter extends Context.Tag("Counter")<Counter, Counting>() {}

const make = Effect.map(Step, (step): Counting => {
  let count = 0
  return {
    next: () => Effect.sync(() => count += step),
    upTo: (end) => Stream.range(1, end),
    rules: { step: () => Effect.succeed(step) }
  }
})

const layerOf = (load: () => Promise<{ readonly make: typeof make }>) =>
  LazyCode.service(Counter, LazyCode.make("counting", load), (code) => code.make, {
    next: "effect",
    upTo: "stream",
    rules: { step: "effect" }
  }).pipe(Layer.scopedContext, Layer.provide(Layer.succeed(Step, 2)))

describe("LazyCode", () => {
  it.effect("a service loads with its first call, is built once, and is synchronous from then on", () => {
    let loads = 0
    const layer = layerOf(async () => {
      loads++
      return { make }
    })
    return Effect.gen(function*() {
      const counter = Effect.runSync(Effect.provide(Counter, layer))
      assert.strictEqual(loads, 0)
      assert.sameMembers(yield* Effect.all([counter.next(), counter.next()], { concurrency: 2 }), [2, 4])
      assert.strictEqual(Effect.runSync(counter.next()), 6)
      assert.strictEqual(Effect.runSync(counter.rules.step()), 2)
      assert.deepStrictEqual([...Effect.runSync(Stream.runCollect(counter.upTo(3)))], [1, 2, 3])
    })
  })

  it.effect("a plain call without a network fails, to be made again later; the next one loads the code", () => {
    let online = false
    const layer = layerOf(() => online ? Promise.resolve({ make }) : Promise.reject(new TypeError("Failed to fetch")))
    return Effect.gen(function*() {
      const counter = yield* Counter
      for (const call of [counter.next(), Stream.runDrain(counter.upTo(3)), counter.rules.step()]) {
        const error = yield* Effect.flip<unknown, TransportError, never>(call)
        assert.deepInclude(error, { _tag: "TransportError", reason: "Network", retry: "later" })
      }
      online = true
      assert.strictEqual(yield* counter.next(), 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a call that waits for its code is about the space that was selected when it began", () => {
    const ids = ["a", "b"].map((id) => SpaceId.make(id))
    let selected = 0
    const reading = Effect.map(Step, (): Counting => ({
      next: () => Effect.succeed(0),
      upTo: () => Stream.fromEffect(FiberRef.get(spaceOfCall)).pipe(Stream.map((id) => id === ids[0] ? 1 : 2)),
      rules: { step: () => Effect.map(FiberRef.get(spaceOfCall), (id) => id === ids[0] ? 1 : 2) }
    }))
    const code = () =>
      LazyCode.make("counting", async () => {
        selected = 1
        return { make: reading }
      })
    const counter = () =>
      Effect.provide(
        Counter,
        LazyCode.service(Counter, code(), (module) => module.make, {
          next: "effect",
          upTo: "stream",
          rules: { step: "effect" }
        }).pipe(
          Layer.scopedContext,
          Layer.provide(Layer.succeed(Step, 2)),
          Layer.provide(Layer.mock(Spaces, {
            current: () => Effect.sync(() => ({ ...space, spaceId: ids[selected] ?? space.spaceId }))
          }))
        )
      )
    return Effect.gen(function*() {
      const first = yield* counter()
      assert.strictEqual(yield* first.rules.step(), 1)
      assert.strictEqual(yield* first.rules.step(), 2)
      selected = 0
      const second = yield* counter()
      assert.deepStrictEqual([...yield* Stream.runCollect(second.upTo(1))], [1])
    })
  })

  it.effect("a load that fails is the call's TransportError, and is not remembered", () => {
    let loads = 0
    const layer = layerOf(() => ++loads === 1 ? Promise.reject(new Error("offline")) : Promise.resolve({ make }))
    return Effect.gen(function*() {
      const counter = yield* Counter
      const error = yield* Effect.flip(Stream.runDrain(counter.upTo(3)))
      assert.include(error, { _tag: "TransportError", reason: "Network", path: "the code of counting", retry: "later" })
      assert.include(error.message, "offline")
      assert.strictEqual(yield* counter.next(), 2)
      assert.strictEqual(loads, 2)
    }).pipe(Effect.provide(layer))
  })

  // what is put behind the address is in its comment
  const address = "data:text/javascript,export%20const%20name%20=%20import.meta.url//"

  /** An `import()` of that file, of which this browser says why it failed. */
  const failing = (said: string) => {
    const load = (): Promise<{ readonly name: string }> => Promise.reject(new TypeError(said))
    return LazyCode.make("counting", Object.assign(load, { toString: () => `() => import("${address}")` }))
  }

  it.effect("a file that a browser has given up is asked for under another address from the second time on", () => {
    const code = failing(`Failed to fetch dynamically imported module: ${address}`)
    return Effect.gen(function*() {
      assert.include(yield* Effect.flip(code.load), { _tag: "TransportError", path: "the code of counting" })
      const { name } = yield* code.load
      assert.strictEqual(name, `${address}?again=2`)
      assert.strictEqual(yield* Effect.map(code.load, (known) => known.name), name)
    })
  })

  it.effect("a file that the module needs is not taken for the module", () => {
    const other = "data:text/javascript,export%20const%20other%20=%20import.meta.url//of"
    const code = failing(`error loading dynamically imported module: ${other}`)
    return Effect.gen(function*() {
      for (let times = 0; times < 3; times++) {
        assert.include(yield* Effect.flip(code.load), { _tag: "TransportError", path: "the code of counting" })
      }
    })
  })
})
