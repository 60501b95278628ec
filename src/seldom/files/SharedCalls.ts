/**
 * One call at a time for each key, shared by all who want its result. It ends with the last of them: what nobody waits for any more is not
 * continued.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

export interface SharedCalls<A, E> {
  /** The result of the call under way for this key; begins the call if there is none. */
  readonly join: (key: string, call: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

interface Shared<A, E> {
  readonly fiber: Fiber.RuntimeFiber<A, E>
  waiting: number
}

export const make = <A, E>(): Effect.Effect<SharedCalls<A, E>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    const calls = new Map<string, Shared<A, E>>()

    const begin = (key: string, call: Effect.Effect<A, E>): Effect.Effect<Shared<A, E>> => {
      const forget = Effect.sync(() => {
        if (calls.get(key)?.fiber === shared?.fiber) calls.delete(key)
      })
      let shared: Shared<A, E> | undefined
      // A fiber begins in a later step, when it is known here.
      return Effect.map(Effect.forkIn(Effect.ensuring(Effect.interruptible(call), forget), scope), (fiber) => {
        shared = { fiber, waiting: 0 }
        calls.set(key, shared)
        return shared
      })
    }

    const leave = (key: string, shared: Shared<A, E>) =>
      Effect.suspend(() => {
        shared.waiting--
        if (shared.waiting > 0) return Effect.void
        // Who comes now begins another one, which is not ended by the end of this one.
        if (calls.get(key) === shared) calls.delete(key)
        return Fiber.interrupt(shared.fiber)
      })

    return {
      join: (key, call) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(
            Effect.suspend(() => {
              const known = calls.get(key)
              return known === undefined ? begin(key, call) : Effect.succeed(known)
            }),
            (shared) => {
              shared.waiting++
              return Effect.onInterrupt(
                restore(Effect.flatten(Fiber.await(shared.fiber))),
                () => leave(key, shared)
              )
            }
          )
        )
    }
  })
