/**
 * What the object stores of S3 and OSS have in common, and the one behind pds in part.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { maxPartCount } from "../../../domain/Constants.js"
import type { PartRules } from "../../../domain/UploadPlan.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { StoredObject, StoreError } from "../../../services/PartStore.js"

/**
 * How a bucket is worked with, beyond what a connection needs. `signedUrlExpiry`, `uploads`: the defaults of programs that work with
 * the bucket themselves.
 */
export interface BucketOptions extends Pick<ObjectStore, "signedUrlExpiry" | "uploads"> {
  /** Parts per page of a part list; left out = the storage's own, 1,000. */
  readonly listPageSize?: number | undefined
}

/**
 * Time limit of a complete: assembling the parts of a large object takes the storage minutes.
 */
export const completeTimeout = Duration.minutes(10)

/**
 * Parts of `minSize` bytes, the last one excepted, to 5 GiB, at most 10,000, in any order.
 */
export const partRules = (minSize: number): PartRules => ({
  minSize,
  maxSize: 5 * 1024 ** 3,
  maxCount: maxPartCount,
  multipleOf: 1,
  order: "any"
})

/**
 * The object that a HEAD describes; none where the storage has no object of the key.
 */
export const ifThere = <E extends StoreError, R>(
  head: Effect.Effect<StoredObject, E, R>
): Effect.Effect<Option.Option<StoredObject>, E, R> =>
  Effect.catchIf(
    Effect.asSome(head),
    (error) => error._tag === "StorageError" && error.reason === "ObjectNotFound",
    () => Effect.succeedNone
  )
