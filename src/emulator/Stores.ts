/**
 * The stores that the options ask for: memory, a directory, an S3 server, or the caller's own.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as path from "node:path"
import type { UserRules } from "./accounts/Accounts.js"
import type { BlobWriteError } from "./blobs/BlobErrors.js"
import type { BlobStore, ObjectBuckets } from "./blobs/BlobStore.js"
import * as BlobStoreDirectory from "./blobs/BlobStoreDirectory.js"
import * as BlobStoreMemory from "./blobs/BlobStoreMemory.js"
import * as StoredObjectsS3 from "./blobs/StoredObjectsS3.js"
import type { EmulatorOptions } from "./EmulatorOptions.js"
import type { StateStore } from "./state/StateStore.js"
import { StateStoreError } from "./state/StateStore.js"
import * as StateStoreDirectory from "./state/StateStoreDirectory.js"
import * as StateStoreMemory from "./state/StateStoreMemory.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface Stores {
  /** Under the emulator's own endpoints. */
  readonly blobs: BlobStore.Service
  /** Under the s3 spaces: the same, or a server that clients use directly. */
  readonly objects: ObjectBuckets
  readonly state: StateStore.Service
}

const stateOf = (options: EmulatorOptions): Effect.Effect<StateStore.Service, StateStoreError, Scope.Scope> => {
  if (options.state !== undefined) return Effect.succeed(options.state)
  return options.data === undefined
    ? Effect.sync(StateStoreMemory.make)
    : StateStoreDirectory.make(path.join(options.data, "state"))
}

const unavailable = (error: BlobWriteError): StateStoreError =>
  new StateStoreError({ reason: error._tag === "BlobNoSpace" ? "NoSpace" : "Unavailable", message: error.message })

const blobsOf = (options: EmulatorOptions): Effect.Effect<BlobStore.Service, StateStoreError, Scope.Scope> => {
  if (options.blobs !== undefined) return Effect.succeed(options.blobs)
  return options.data === undefined
    ? Effect.sync(BlobStoreMemory.make)
    : Effect.mapError(BlobStoreDirectory.make({ directory: path.join(options.data, "blobs") }), unavailable)
}

/**
 * Opens the stores. A directory is locked for this process first.
 *
 * @since 1.0.7
 * @category constructors
 */
export const open = (options: EmulatorOptions): Effect.Effect<Stores, StateStoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const state = yield* stateOf(options)
    const blobs = yield* blobsOf(options)
    return {
      state,
      blobs,
      objects: options.externalS3 === undefined ? blobs : StoredObjectsS3.make(options.externalS3)
    }
  })

/**
 * Makes the buckets of all spaces.
 *
 * @since 1.0.7
 * @category combinators
 */
export const makeBuckets = (
  { blobs, objects }: Pick<Stores, "blobs" | "objects">,
  users: ReadonlyArray<UserRules>
): Effect.Effect<void, StateStoreError> => {
  const spaces = users.flatMap((user) => user.spaces)
  const stored = new Map(spaces.map(({ bucket, platform }) => [bucket, platform === "s3" ? objects : blobs] as const))
  return Effect.mapError(
    Effect.forEach(stored, ([name, store]) => store.makeBucket(name), { discard: true }),
    unavailable
  )
}
