/**
 * The Promise face of a service, derived: the same names and arguments, promises in place of Effects, async iterables
 * in place of Streams. A new method of a service is a new method of its face, with nothing written here.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { InSpace } from "../services/Spaces.js"
import type { CallOptions, Runner } from "./Runner.js"

/**
 * Last argument of methods that work in a space; the space defaults to the selected one, read at the call.
 *
 * @since 1.0.7
 * @category models
 */
export interface SpaceCallOptions extends CallOptions, InSpace {}

/** A record of anything is no such argument, though `spaceId` may be one of its keys. */
type IsInSpace<A> = string extends keyof NonNullable<A> ? false
  : "spaceId" extends keyof NonNullable<A> ? true
  : false

type Arguments<A extends ReadonlyArray<unknown>> = true extends { [I in keyof A]: IsInSpace<A[I]> }[number]
  ? { [I in keyof A]: IsInSpace<A[I]> extends true ? (A[I] & SpaceCallOptions) | undefined : A[I] }
  : [...A, options?: CallOptions]

type Method<F> = F extends (...args: infer A) => infer B
  ? B extends Effect.Effect<infer Value, infer _E, infer _R> ? (...args: Arguments<A>) => Promise<Value>
  : B extends Stream.Stream<infer Item, infer _E, infer _R> ? (...args: Arguments<A>) => AsyncIterableIterator<Item>
  : F
  : never

/**
 * What `S` looks like to a program without Effect. Only methods have a face; Effects that are plain fields of a service
 * are its business with other services.
 *
 * @since 1.0.7
 * @category models
 */
export type Face<S> = { readonly [K in keyof S as S[K] extends (...args: never) => unknown ? K : never]: Method<S[K]> }

/** With anything as its signal, which whoever runs the call looks at. */
const isOptions = (value: unknown): value is SpaceCallOptions =>
  (value as SpaceCallOptions | null | undefined)?.signal !== undefined

/** Takes the signal off the last argument; what is left of it goes to the service. */
const splitOptions = (args: ReadonlyArray<unknown>): readonly [ReadonlyArray<unknown>, CallOptions | undefined] => {
  const last = args.at(-1)
  if (!isOptions(last)) return [args, undefined]
  const { signal, ...inSpace } = last
  const others = args.slice(0, -1)
  return [Object.keys(inSpace).length === 0 ? others : [...others, inSpace], { signal }]
}

/** Services need nothing when they are called: their layers took care of it. */
const asOurs = (effect: Effect.Effect<unknown, unknown, unknown>): Effect.Effect<unknown, unknown> =>
  effect as Effect.Effect<unknown, unknown>

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown> =>
  typeof value === "object" && value !== null && Stream.StreamTypeId in value

/**
 * One face for any service whose methods need nothing but what the runner provides.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <S extends object, R>(runner: Runner<R>, service: S): Face<S> => {
  const methods = Object.entries(service).filter(([, method]) => typeof method === "function")
  const face = methods.map(([name, method]) => [name, (...args: ReadonlyArray<unknown>) => {
    const [given, options] = splitOptions(args)
    const result: unknown = method(...given)
    if (Effect.isEffect(result)) return runner.run(asOurs(result), options)
    return isStream(result) ? runner.iterate(result, options) : result
  }])
  // the mapped type says what the loop does; TypeScript cannot follow a loop over keys
  return Object.fromEntries(face) as Face<S>
}
