/**
 * The stores that the options ask for: memory, a directory, an S3 server, or the caller's own.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as path from "node:path"
import type { Platform } from "../../src/domain/Platform.js"
import type { UserRules } from "./accounts/Accounts.js"
import type { BlobWriteError } from "./blobs/BlobErrors.js"
import type { BlobStore, ObjectBuckets, SpaceBucket, SpaceBuckets } from "./blobs/BlobStore.js"
import * as BlobStoreDirectory from "./blobs/BlobStoreDirectory.js"
import * as BlobStoreMemory from "./blobs/BlobStoreMemory.js"
import * as BlobStoreS3 from "./blobs/BlobStoreS3.js"
import * as StoredObjectsS3 from "./blobs/StoredObjectsS3.js"
import type { EmulatorOptions } from "./EmulatorOptions.js"
import * as StoredObjectsOss from "./oss/StoredObjectsOss.js"
import type { StateStore } from "./state/StateStore.js"
import { makeInMemory, StateStoreError } from "./state/StateStore.js"
import * as StateStoreDirectory from "./state/StateStoreDirectory.js"

export interface Stores {
  /** Under the emulator's own endpoints; its bytes may lie on the S3 server too. */
  readonly blobs: BlobStore.Service
  /** Under the spaces: the same, with a server that clients use directly under those on s3. */
  readonly objects: SpaceBuckets
  readonly state: StateStore.Service
}

const stateOf = (options: EmulatorOptions): Effect.Effect<StateStore.Service, StateStoreError, Scope.Scope> => {
  if (options.state !== undefined) return Effect.succeed(options.state)
  return options.data === undefined
    ? Effect.sync(makeInMemory)
    : StateStoreDirectory.make(path.join(options.data, "state"))
}

const unavailable = (error: BlobWriteError): StateStoreError =>
  new StateStoreError({ reason: error._tag === "BlobNoSpace" ? "NoSpace" : "Unavailable", message: error.message })

/** Spaces of a platform that has a server which clients use directly live there, all others in the emulator's store. */
const bucketsOf = ({ externalOss, externalS3 }: EmulatorOptions, blobs: BlobStore.Service): SpaceBuckets => {
  const external: Partial<Record<Platform, ObjectBuckets>> = {
    ...externalOss === undefined ? {} : { oss: StoredObjectsOss.make(externalOss) },
    ...externalS3 === undefined ? {} : { s3: StoredObjectsS3.make(externalS3) }
  }
  const storeOf = ({ platform }: SpaceBucket): ObjectBuckets => external[platform] ?? blobs
  return {
    of: (space) => storeOf(space).bucket(space.bucket),
    make: (space) => storeOf(space).makeBucket(space.bucket)
  }
}

const blobsOf = (options: EmulatorOptions): Effect.Effect<BlobStore.Service, StateStoreError, Scope.Scope> => {
  if (options.blobs !== undefined) return Effect.succeed(options.blobs)
  if (options.externalS3 !== undefined) {
    const { bucket, ...server } = options.externalS3
    const directory = options.data === undefined ? undefined : path.join(options.data, "blobs-s3")
    return Effect.mapError(
      Effect.zipRight(StoredObjectsS3.make(server).makeBucket(bucket), BlobStoreS3.make({ server, bucket, directory })),
      unavailable
    )
  }
  return options.data === undefined
    ? Effect.sync(BlobStoreMemory.make)
    : Effect.mapError(BlobStoreDirectory.make({ directory: path.join(options.data, "blobs") }), unavailable)
}

/**
 * Opens the stores. A directory is locked for this process first.
 */
export const open = (options: EmulatorOptions): Effect.Effect<Stores, StateStoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const state = yield* stateOf(options)
    const blobs = yield* blobsOf(options)
    return { state, blobs, objects: bucketsOf(options, blobs) }
  })

/**
 * Makes the buckets of all spaces.
 */
export const makeBuckets = (
  objects: SpaceBuckets,
  users: ReadonlyArray<UserRules>
): Effect.Effect<void, StateStoreError> => {
  const spaces = users.flatMap((user) => user.spaces)
  const buckets = new Map(spaces.map((space) => [`${space.platform} ${space.bucket}`, space]))
  return Effect.mapError(Effect.forEach(buckets.values(), objects.make, { discard: true }), unavailable)
}
