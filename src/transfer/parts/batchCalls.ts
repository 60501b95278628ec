/**
 * Turns many small calls into few: while one call is on its way, whoever comes is gathered for the next one.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"

/** Lingers before a call at most, so that a long row of newcomers does not hold up the first of them. */
const mostLingers = 5

/**
 * `max`: keys of one call. `linger`: the wait for more keys before each call, once more for as long as some came in it, up to five
 * times; left out when `alone` says that nobody else can come.
 */
export interface Batching {
  readonly max: number
  readonly linger: Duration.Duration
  readonly alone: () => boolean
}

interface Waiting<K, A, E> {
  readonly key: K
  readonly answer: (exit: Exit.Exit<A, E>) => void
}

/**
 * `ask` waits for the answer. `join` tells it, where a call is on its way or gathered for, and gives the way to leave; else it does
 * nothing, since to begin one takes an effect.
 */
export interface BatchedCalls<K, A, E, R> {
  readonly ask: (key: K) => Effect.Effect<A, E, R>
  readonly join: (key: K, answer: (exit: Exit.Exit<A, E>) => void) => (() => void) | undefined
}

/**
 * `send` answers for each key by itself. Calls run in the given scope: a caller who leaves does not take the others along.
 */
export const batchCalls = <K, A, E, R>(
  scope: Scope.Scope,
  options: Batching,
  send: (keys: ReadonlyArray<K>) => Effect.Effect<(key: K) => Exit.Exit<A, E>, never, R>
): BatchedCalls<K, A, E, R> => {
  let waiting: Array<Waiting<K, A, E>> = []
  let isSending = false

  /** The flight ends in the same step in which it sees that nobody waits: who comes later starts the next one. */
  const nextBatch = () => {
    const batch = waiting.slice(0, options.max)
    waiting = waiting.slice(batch.length)
    isSending = batch.length > 0
    return batch
  }

  const linger = Effect.gen(function*() {
    for (let times = 0; times < mostLingers && !options.alone(); times++) {
      const before = waiting.length
      yield* Effect.sleep(options.linger)
      if (waiting.length <= before || waiting.length >= options.max) return
    }
  })

  const sendBatches = Effect.gen(function*() {
    while (true) {
      yield* linger
      const batch = nextBatch()
      if (batch.length === 0) return
      // A bug in `send` must reach those who wait, or they would wait for ever.
      const answers = yield* Effect.exit(send(batch.map((one) => one.key)))
      for (const one of batch) {
        one.answer(Exit.isSuccess(answers) ? answers.value(one.key) : Exit.failCause(answers.cause))
      }
    }
  })

  const start = Effect.uninterruptible(Effect.suspend(() => {
    isSending = true
    return Effect.forkIn(Effect.interruptible(sendBatches), scope)
  }))

  const join: BatchedCalls<K, A, E, R>["join"] = (key, answer) => {
    if (!isSending) return undefined
    const own: Waiting<K, A, E> = { key, answer }
    waiting.push(own)
    return () => {
      waiting = waiting.filter((one) => one !== own)
    }
  }

  const wait = (key: K): Effect.Effect<A, E, R> =>
    Effect.async((resume) => {
      const leave = join(key, resume)
      // It may have ended between the last step and this one.
      if (leave === undefined) return resume(ask(key))
      return Effect.sync(leave)
    })

  const ask = (key: K): Effect.Effect<A, E, R> =>
    Effect.suspend(() => isSending ? wait(key) : Effect.zipRight(start, wait(key)))

  return { ask, join }
}
