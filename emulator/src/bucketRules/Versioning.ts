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

export const set = (bucket: Bucket, status: VersioningStatus): Effect.Effect<void, BlobWriteError> =>
  bucket.set(setting, status)
