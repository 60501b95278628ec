import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { build, inner, inOrder, layerOf } from "../../src/services/inOrder.js"

class Base extends Context.Tag("test/Base")<Base, string>() {}
class Middle extends Context.Tag("test/Middle")<Middle, string>() {}
class Top extends Context.Tag("test/Top")<Top, string>() {}

type Kind = "Layer.scoped" | "layerOf"

type MakeLayer = <I, R>(
  tag: Context.Tag<I, string>,
  make: Effect.Effect<string, never, R>
) => Layer.Layer<I, never, Exclude<R, Scope.Scope>>

/** Effect's own layers, and those whose effect is run in order. */
const kinds: Readonly<Record<Kind, MakeLayer>> = {
  "Layer.scoped": (tag, make) => Layer.scoped(tag, make),
  layerOf
}

const logged = (kind: Kind = "Layer.scoped") => {
  const log: Array<string> = []
  const scoped = <I, R>(tag: Context.Tag<I, string>, name: string, value: Effect.Effect<string, never, R>) =>
    kinds[kind](
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

describe.each<Kind>(["Layer.scoped", "layerOf"])(
  "layers of %s that are built in order",
  (kind) => {
    it.effect("are each built over all before them, and closed the other way round", () =>
      Effect.gen(function*() {
        const { base, log, middle, top } = logged(kind)
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
        const { middle, top } = logged(kind)
        const value = yield* Top.pipe(Effect.provide(inOrder(middle, top)), Effect.provideService(Base, "another"))
        assert.strictEqual(value, "top over another, middle over another")
      }))

    it.scoped("give nothing of what is for those after it alone", () =>
      Effect.gen(function*() {
        const { base, middle, top } = logged(kind)
        const built = yield* Layer.build(inOrder(inner(base), inner(middle), top))
        assert.deepStrictEqual([...built.unsafeMap.keys()], [Top.key])
      }))

    it.effect("are closed if one of them cannot be built", () =>
      Effect.gen(function*() {
        const { base, log } = logged(kind)
        const exit = yield* Effect.exit(Effect.scoped(Layer.build(inOrder(base, Layer.fail("no" as const)))))
        assert.deepStrictEqual(exit, Exit.fail("no" as const))
        assert.deepStrictEqual(log, ["base is built", "base is closed"])
      }))
  }
)

describe("layers that are built in order", () => {
  it.scoped("share a layer with whoever names it beside them", () =>
    Effect.gen(function*() {
      const { base, log, middle, top } = logged()
      yield* Layer.build(Layer.merge(inOrder(inner(base), middle, top), base))
      assert.deepStrictEqual(log.filter((line) => line === "base is built"), ["base is built"])
    }))

  it.scoped("run the effect of one of their own each time that it is named, in the scope of all", () =>
    Effect.gen(function*() {
      const { base, log, middle } = logged("layerOf")
      const scope = yield* Scope.make()
      yield* Scope.extend(build(inOrder(inOrder(base, middle), base)), scope)
      assert.deepStrictEqual(log, ["base is built", "middle is built", "base is built"])
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(log.slice(3), ["base is closed", "middle is closed", "base is closed"])
    }))

  it.effect("are layers like any other elsewhere: built once for all who name them", () =>
    Effect.gen(function*() {
      const { base, log, middle } = logged("layerOf")
      yield* Effect.scoped(Layer.build(Layer.merge(base, Layer.provide(middle, base))))
      assert.deepStrictEqual(log, ["base is built", "middle is built", "middle is closed", "base is closed"])
    }))
})
