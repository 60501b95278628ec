/**
 * Whether a bucket keeps versions, as it was asked to. The emulator keeps the answer, not the versions.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"

const VersioningStatus = Schema.Literal("Enabled", "Suspended")

export type VersioningStatus = typeof VersioningStatus.Type

const setting = "versioning"

export const isStatus: (text: unknown) => text is VersioningStatus = Schema.is(VersioningStatus)

/**
 * The status of the bucket; `undefined` while it was never set.
 */
export const get = (bucket: Bucket): Effect.Effect<VersioningStatus | undefined> =>
  Effect.map(bucket.setting(setting), (text) => isStatus(text) ? text : undefined)

/**
 * Whether to replace or to remove this object is to lose what the bucket was asked to keep as a version.
 */
export const wouldLose = (bucket: Bucket, key: string): Effect.Effect<boolean> =>
  Effect.flatMap(
    get(bucket),
    (status) => status === "Enabled" ? Effect.isSuccess(bucket.head(key)) : Effect.succeed(false)
  )

export const set = (bucket: Bucket, status: VersioningStatus): Effect.Effect<void, BlobWriteError> =>
  bucket.set(setting, status)
