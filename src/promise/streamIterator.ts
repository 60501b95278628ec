/**
 * A Stream as an async iterator that pulls: nothing is read that nobody asked for, and every pull is a call like any
 * other, so that abort, dispose and errors are the same for loops as for promises.
 *
 * @since 1.0.7
 */
import type * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/**
 * `scopes` holds the scopes of all loops that are open, for whoever has to close them early.
 *
 * @since 1.0.7
 * @category constructors
 */
export const streamIterator = <A, E, R>(
  stream: Stream.Stream<A, E, R>,
  run: <B>(pull: Effect.Effect<B, E, R>) => Promise<B>,
  scopes: Set<Scope.CloseableScope>
): AsyncIterableIterator<A> => {
  let scope: Scope.CloseableScope | undefined
  let pull: Effect.Effect<Chunk.Chunk<A>, Option.Option<E>, R> | undefined
  let ready: Iterator<A> = [].values()
  let ended = false

  const open = Effect.gen(function*() {
    scope = yield* Scope.make()
    scopes.add(scope)
    return yield* Stream.toPull(stream).pipe(Scope.extend(scope))
  })
  const pullChunk = Effect.gen(function*() {
    pull ??= yield* open
    return yield* pull.pipe(
      Effect.asSome,
      Effect.catchAll((end) => Option.isNone(end) ? Effect.succeedNone : Effect.fail(end.value))
    )
  })
  const close = async () => {
    ended = true
    ready = [].values()
    if (scope === undefined) return
    scopes.delete(scope)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }

  const next = async (): Promise<IteratorResult<A>> => {
    for (;;) {
      const item = ready.next()
      if (item.done !== true) return item
      if (ended) return { done: true, value: undefined }
      const chunk = await run(pullChunk).catch(async (error: unknown) => {
        await close()
        throw error
      })
      if (Option.isNone(chunk)) await close()
      else ready = chunk.value[Symbol.iterator]()
    }
  }

  // one step at a time: a second `next` before the first is answered gets the item after it
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (step: () => Promise<IteratorResult<A>>): Promise<IteratorResult<A>> => {
    const turn = last.then(step)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => inTurn(next),
    return: () =>
      inTurn(async () => {
        await close()
        return { done: true, value: undefined }
      })
  }
}
