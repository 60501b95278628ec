import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import { inner, inOrder } from "../../src/services/inOrder.js"

class Base extends Context.Tag("test/Base")<Base, string>() {}
class Middle extends Context.Tag("test/Middle")<Middle, string>() {}
class Top extends Context.Tag("test/Top")<Top, string>() {}

const logged = () => {
  const log: Array<string> = []
  const scoped = <I, R>(tag: Context.Tag<I, string>, name: string, value: Effect.Effect<string, never, R>) =>
    Layer.scoped(
      tag,
      Effect.acquireRelease(
        Effect.tap(value, () => Effect.sync(() => log.push(`${name} is built`))),
        () => Effect.sync(() => log.push(`${name} is closed`))
      )
    )
  const base = scoped(Base, "base", Effect.succeed("base"))
  const middle = scoped(Middle, "middle", Effect.map(Base, (below) => `middle over ${below}`))
  const top = scoped(Top, "top", Effect.map(Effect.all([Base, Middle]), ([one, other]) => `top over ${one}, ${other}`))
  return { base, log, middle, top }
}

describe("layers that are built in order", () => {
  it.effect("are each built over all before them, and closed the other way round", () =>
    Effect.gen(function*() {
      const { base, log, middle, top } = logged()
      const value = yield* Effect.provide(Top, inOrder(base, middle, top))
      assert.strictEqual(value, "top over base, middle over base")
      assert.deepStrictEqual(log, [
        "base is built",
        "middle is built",
        "top is built",
        "top is closed",
        "middle is closed",
        "base is closed"
      ])
    }))

  it.effect("need what none before them gives", () =>
    Effect.gen(function*() {
      const { middle, top } = logged()
      const value = yield* Top.pipe(Effect.provide(inOrder(middle, top)), Effect.provideService(Base, "another"))
      assert.strictEqual(value, "top over another, middle over another")
    }))

  it.scoped("give nothing of what is for those after it alone", () =>
    Effect.gen(function*() {
      const { base, middle, top } = logged()
      const built = yield* Layer.build(inOrder(inner(base), inner(middle), top))
      assert.deepStrictEqual([...built.unsafeMap.keys()], [Top.key])
    }))

  it.scoped("share a layer with whoever names it beside them", () =>
    Effect.gen(function*() {
      const { base, log, middle, top } = logged()
      yield* Layer.build(Layer.merge(inOrder(inner(base), middle, top), base))
      assert.deepStrictEqual(log.filter((line) => line === "base is built"), ["base is built"])
    }))

  it.effect("are closed if one of them cannot be built", () =>
    Effect.gen(function*() {
      const { base, log } = logged()
      const exit = yield* Effect.exit(Effect.scoped(Layer.build(inOrder(base, Layer.fail("no" as const)))))
      assert.deepStrictEqual(exit, Exit.fail("no" as const))
      assert.deepStrictEqual(log, ["base is built", "base is closed"])
    }))
})
