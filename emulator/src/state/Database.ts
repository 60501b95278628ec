/**
 * The emulator's rows in memory, kept by a state store.
 *
 * A commit is seen at once by everybody in this process and answered when the store has it. What is committed while a
 * write runs goes out together with the next one. When a write fails, its commits and all that were made on top of them
 * are rolled back.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { StateStore, Transaction } from "./StateStore.js"
import { StateStoreError } from "./StateStore.js"

/**
 * Rows of one kind, by key. `watch` is called for every change, those of the start included, and keeps indexes.
 */
export class Collection<A, I> {
  readonly rows = new Map<string, A>()

  constructor(
    readonly name: string,
    readonly schema: Schema.Schema<A, I>,
    readonly watch: (before: A | undefined, after: A | undefined) => void = () => {}
  ) {}

  get(key: string): A | undefined {
    return this.rows.get(key)
  }

  put(key: string, value: A): Write {
    return this.write(key, value)
  }

  remove(key: string): Write {
    return this.write(key, undefined)
  }

  restore(key: string, stored: unknown): void {
    this.set(key, stored === null ? undefined : Schema.decodeUnknownSync(this.schema)(stored))
  }

  private set(key: string, value: A | undefined): void {
    const before = this.rows.get(key)
    if (value === undefined) this.rows.delete(key)
    else this.rows.set(key, value)
    this.watch(before, value)
  }

  private write(key: string, value: A | undefined): Write {
    return {
      change: {
        collection: this.name,
        key,
        value: value === undefined ? null : Schema.encodeSync(this.schema)(value)
      },
      apply: () => {
        const before = this.rows.get(key)
        this.set(key, value)
        return () => this.set(key, before)
      }
    }
  }
}

/**
 * A row to be written: what the store keeps, and how it is done (and undone) in memory.
 */
export interface Write {
  readonly change: Transaction[number]
  readonly apply: () => () => void
}

export interface Database {
  /** Makes the writes, all or none. Interrupting the caller does not take them back. */
  readonly commit: (writes: ReadonlyArray<Write>) => Effect.Effect<void, StateStoreError>
}

interface Commit {
  readonly transaction: Transaction
  readonly undo: () => void
  readonly answer: (result: Effect.Effect<void, StateStoreError>) => void
}

// oxlint-disable-next-line typescript/no-explicit-any -- collections of all row types in one list
type AnyCollection = Collection<any, any>

const fill = (collections: ReadonlyArray<AnyCollection>, stored: ReadonlyArray<Transaction>): void => {
  const byName = new Map(collections.map((collection) => [collection.name, collection]))
  for (const transaction of stored) {
    for (const { collection, key, value } of transaction) byName.get(collection)?.restore(key, value)
  }
}

/**
 * Fills the collections from the store and keeps them from then on.
 */
export const make = (
  store: StateStore.Service,
  collections: ReadonlyArray<AnyCollection>
): Effect.Effect<Database, StateStoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const stored = yield* store.load
    yield* Effect.try({
      try: () => fill(collections, stored),
      catch: (cause) =>
        new StateStoreError({ reason: "Damaged", message: `the stored state does not decode: ${cause}` })
    })

    if (store.isVolatile === true) {
      return { commit: (writes) => Effect.sync(() => writes.forEach((write) => write.apply())) }
    }

    let waiting: Array<Commit> = []
    const gate = yield* Effect.makeLatch(false)

    const settle = (written: ReadonlyArray<Commit>, exit: Exit.Exit<void, StateStoreError>): void => {
      if (Exit.isSuccess(exit)) return written.forEach((commit) => commit.answer(Effect.void))
      const lost = [...written, ...waiting]
      waiting = []
      lost.reverse().forEach((commit) => commit.undo())
      lost.forEach((commit) => commit.answer(exit))
    }

    const writeWaiting = Effect.uninterruptible(Effect.suspend(() => {
      gate.unsafeClose()
      const batch = waiting
      waiting = []
      return batch.length === 0
        ? Effect.void
        : Effect.map(
          Effect.exit(store.append(batch.map((commit) => commit.transaction))),
          (exit) => settle(batch, exit)
        )
    }))

    yield* Effect.addFinalizer(() => writeWaiting)
    yield* gate.await.pipe(
      Effect.andThen(writeWaiting),
      Effect.forever,
      Effect.interruptible,
      Effect.forkScoped
    )

    const commit = (writes: ReadonlyArray<Write>): Effect.Effect<void, StateStoreError> =>
      Effect.async<void, StateStoreError>((answer) => {
        const undos = writes.map((write) => write.apply()).reverse()
        waiting.push({
          transaction: writes.map((write) => write.change),
          undo: () => undos.forEach((undo) => undo()),
          answer
        })
        gate.unsafeOpen()
      })

    return { commit }
  })
