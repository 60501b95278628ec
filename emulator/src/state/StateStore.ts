/**
 * Where the emulator's metadata lives: an append-only list of changes. Which rows there are is the Database's business.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/**
 * One row set to a value, or removed (`null`). Values are plain JSON.
 */
export interface Change {
  readonly collection: string
  readonly key: string
  readonly value: unknown
}

/**
 * Changes that belong together: after a crash all of them are there, or none.
 */
export type Transaction = ReadonlyArray<Change>

/**
 * The state cannot be read or written. `NoSpace`: the disk is full. `Damaged`: what is stored is not what was written.
 * `InUse`: another process has it open.
 */
export class StateStoreError extends Data.TaggedError("StateStoreError")<{
  readonly reason: "NoSpace" | "Damaged" | "InUse" | "Unavailable"
  readonly message: string
}> {}

export declare namespace StateStore {
  export interface Service {
    /** All that was stored, oldest first; a later change of a row replaces an earlier one. Called once, at the start. */
    readonly load: Effect.Effect<ReadonlyArray<Transaction>, StateStoreError>
    /** Keeps the transactions, in this order. When it fails, none of them is kept. Never called twice at a time. */
    readonly append: (transactions: ReadonlyArray<Transaction>) => Effect.Effect<void, StateStoreError>
    /** It keeps nothing, so nothing is appended and commits are answered at once. Default false. */
    readonly isVolatile?: boolean | undefined
  }
}

export class StateStore extends Context.Tag("effect-drive/emulator/StateStore")<StateStore, StateStore.Service>() {}

/**
 * State that ends with the process.
 */
export const makeInMemory = (): StateStore.Service => ({
  load: Effect.succeed([]),
  append: () => Effect.void,
  isVolatile: true
})
