/**
 * Layers that are built one after the other.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

// a layer of anything is also one of nothing
type AnyLayer = Layer.Layer<never, unknown, unknown>

/** The effects of the layers that are made here. */
const effects = new WeakMap<object, Effect.Effect<Context.Context<never>, unknown, unknown>>()

/**
 * A layer of the context that the effect makes. Elsewhere it is a layer like any other. `inOrder` runs the effect itself, each time that
 * the layer is named: Effect would build it once for all drives of a composition, and take 130 steps in place of a dozen.
 */
export const layerOfContext = <A, E, R>(
  make: Effect.Effect<Context.Context<A>, E, R>
): Layer.Layer<A, E, Exclude<R, Scope.Scope>> => {
  const layer = Layer.scopedContext(make)
  effects.set(layer, make)
  return layer
}

/**
 * The same for one service.
 */
export const layerOf = <I, S, E, R>(
  tag: Context.Tag<I, S>,
  make: Effect.Effect<S, E, R>
): Layer.Layer<I, E, Exclude<R, Scope.Scope>> =>
  layerOfContext(Effect.map(make, (service) => Context.make(tag, service)))

/**
 * Builds a layer in the scope at hand.
 */
export const build = <A, E, R>(layer: Layer.Layer<A, E, R>): Effect.Effect<Context.Context<A>, E, R | Scope.Scope> =>
  // what was put there for this layer
  effects.get(layer) as Effect.Effect<Context.Context<A>, E, R> | undefined ?? Layer.build(layer)

/**
 * A layer for those after it alone.
 */
export interface Inner<L extends AnyLayer> {
  readonly inner: L
}

export const inner = <L extends AnyLayer>(layer: L): Inner<L> => ({ inner: layer })

type Item = AnyLayer | Inner<AnyLayer>

type LayerOf<I> = I extends Inner<infer L> ? L : I

type Outer<I> = I extends Inner<AnyLayer> ? never : I

type Success<L> = L extends Layer.Layer<infer A, infer _E, infer _R> ? A : never

type Failure<L> = L extends Layer.Layer<infer _A, infer E, infer _R> ? E : never

type Needs<L> = L extends Layer.Layer<infer _A, infer _E, infer R> ? R : never

/**
 * Builds each layer over all before it, and gives what they give, but for `inner` ones. As a chain of `Layer.provideMerge` does: that
 * takes four layers and some five hundred steps for each link, and `Layer.mergeAll` a fiber for each. That one comes before what it needs
 * is seen when they are built, and not by its type.
 */
export const inOrder = <Items extends ReadonlyArray<Item>>(
  ...items: Items
): Layer.Layer<
  Success<Outer<Items[number]>>,
  Failure<LayerOf<Items[number]>>,
  Exclude<Needs<LayerOf<Items[number]>>, Success<LayerOf<Items[number]>>>
> => {
  const contexts = Effect.gen(function*() {
    const scope = yield* Effect.scope
    const memoMap = yield* Layer.CurrentMemoMap
    let below: Context.Context<unknown> = yield* Effect.context<unknown>()
    let given: Context.Context<unknown> = Context.empty() as Context.Context<unknown>
    for (const item of items) {
      const isInner = "inner" in item
      const layer = isInner ? item.inner : item
      const context = yield* Effect.mapInputContext(
        effects.get(layer) ?? Layer.buildWithMemoMap(layer, memoMap, scope),
        () => below
      )
      below = Context.merge(below, context)
      if (!isInner) given = Context.merge(given, context)
    }
    return given
  })
  // which services these are only the types of the layers say
  return layerOfContext(contexts) as never
}
