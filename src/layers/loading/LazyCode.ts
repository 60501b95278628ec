/**
 * Code that a page loads when it first needs it, and services whose code is loaded with their first call.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { SpaceId } from "../../domain/Ids.js"
import { spaceOfCall } from "../../services/spaceIdOf.js"
import { Spaces } from "../../services/Spaces.js"
import { importAgain } from "./importAgain.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface LazyCode<M> {
  /** The module, loaded if it has to be. Once it is there this is no promise any more, and the fiber continues at once. */
  readonly load: Effect.Effect<M, TransportError>
  readonly isLoaded: () => boolean
}

/**
 * `what` is for the error. A load that failed is not remembered.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <M>(what: string, load: () => Promise<M>): LazyCode<M> => {
  const file = importAgain(load)
  let loaded: M | undefined
  const loading = Effect.tryPromise({
    try: async () => (loaded ??= await file()),
    catch: (cause) =>
      new TransportError({ reason: "Network", method: "GET", path: `the code of ${what}`, detail: String(cause) })
  })
  return {
    load: Effect.suspend(() => loaded === undefined ? loading : Effect.succeed(loaded)),
    isLoaded: () => loaded !== undefined
  }
}

/**
 * What each method of a service gives: an Effect, a Stream, or an object of such methods. Each has to be able to fail
 * with `TransportError`.
 *
 * @since 1.0.7
 * @category models
 */
export type Methods<S> = {
  readonly [K in keyof S]-?: NonNullable<S[K]> extends (...args: never) => Effect.Effect<infer _A, infer E, infer _R> ?
    MayFail<E, "effect">
    : NonNullable<S[K]> extends (...args: never) => Stream.Stream<infer _A, infer E, infer _R> ? MayFail<E, "stream">
    : Methods<S[K]>
}

type MayFail<E, Kind> = TransportError extends E ? Kind : never

type AnyMethods = { readonly [name: string]: "effect" | "stream" | AnyMethods }

type AnyMethod = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown> & Stream.Stream<unknown, unknown>

/** What is known of a service whose methods are on a list: each member is a method, or holds more of them. */
type AnyService = { readonly [name: string]: AnyMethod & AnyService }

/** Keeps a call in the space that is selected now: for the time of the call, or of the scope. */
interface Pin {
  readonly call: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly scope: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | Scope.Scope>
}

/** `built`: the service, once it is there. Its calls then go to it at once, because some are made for each small file. */
const defer = (
  service: Effect.Effect<AnyService, TransportError>,
  methods: AnyMethods,
  pin: Pin,
  built: () => AnyService | undefined
): object =>
  Object.fromEntries(
    Object.entries(methods).map(([name, kind]) => {
      const member = Effect.map(service, (built) => built[name] as AnyMethod & AnyService)
      const builtMember = () => built()?.[name]
      if (typeof kind === "object") return [name, defer(member, kind, pin, builtMember)]
      const method = (...args: ReadonlyArray<unknown>) => Effect.map(member, (call) => call(...args))
      return [
        name,
        kind === "effect" ?
          (...args: ReadonlyArray<unknown>) =>
            Effect.suspend(() => builtMember()?.(...args) ?? pin.call(Effect.flatten(method(...args)))) :
          (...args: ReadonlyArray<unknown>) => Stream.unwrapScoped(pin.scope(method(...args)))
      ]
    })
  )

/** Another space may be selected while the code is on its way. Once it is there nothing is to be kept. */
const pinOf = (code: Pick<LazyCode<unknown>, "isLoaded">, spaces: Spaces.Service | undefined): Pin => {
  const unlessLoaded = <A, E, R, R2>(
    call: Effect.Effect<A, E, R>,
    inSpace: (spaceId: SpaceId | undefined) => Effect.Effect<A, E, R2>
  ): Effect.Effect<A, E, R | R2> =>
    Effect.suspend((): Effect.Effect<A, E, R | R2> =>
      spaces === undefined || code.isLoaded()
        ? call
        : Effect.flatMap(spaces.current(), (space) => inSpace(space?.spaceId))
    )
  return {
    call: (call) => unlessLoaded(call, (spaceId) => Effect.locally(call, spaceOfCall, spaceId)),
    scope: (call) => unlessLoaded(call, (spaceId) => Effect.zipRight(Effect.locallyScoped(spaceOfCall, spaceId), call))
  }
}

/**
 * The part of a service whose code comes with its first call; `makeOf` is called once.
 *
 * @since 1.0.7
 * @category constructors
 */
export const part = <S extends object, M>(
  code: LazyCode<M>,
  makeOf: (module: M) => S,
  methods: Methods<S>,
  spaces: Spaces.Service | undefined
): S => {
  let built: S | undefined
  const whole = Effect.map(code.load, (module) => built ??= makeOf(module))
  // the mapped type says what the loop does; TypeScript cannot follow a loop over keys
  return defer(
    whole as Effect.Effect<never, TransportError>,
    methods as AnyMethods,
    pinOf(code, spaces),
    () => built as AnyService | undefined
  ) as S
}

/**
 * A context with the service, built at once and without the code. The service itself is built at the first call, synchronously and
 * once, from what was there when the context was.
 *
 * @since 1.0.7
 * @category constructors
 */
export const service = <I, S extends object, M, R>(
  tag: Context.Tag<I, S>,
  code: LazyCode<M>,
  makeOf: (module: M) => Effect.Effect<S, never, R>,
  methods: Methods<S>
): Effect.Effect<Context.Context<I>, never, R> =>
  Effect.map(Effect.runtime<R>(), (runtime) => {
    const spaces = Option.getOrUndefined(Context.getOption(runtime.context as Context.Context<never>, Spaces))
    return Context.make(tag, part(code, (module) => Runtime.runSync(runtime)(makeOf(module)), methods, spaces))
  })
