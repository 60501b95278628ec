/**
 * What a bucket does by itself with objects that grow old: one model for oss and s3.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"

/**
 * Where objects are moved to, in the words of spec point 5 (oss). docs/bucket.md has the table for s3.
 *
 * @since 1.0.7
 * @category models
 */
export const StorageClass = Schema.Literal("IA", "Archive", "ColdArchive", "DeepColdArchive")

/**
 * @since 1.0.7
 * @category models
 */
export type StorageClass = typeof StorageClass.Type

/**
 * When an action is due: so many days after an object was last modified, or at once for all that were last modified
 * before a time (epoch milliseconds, a midnight in UTC).
 *
 * @since 1.0.7
 * @category models
 */
export type LifecycleDue =
  | { readonly days: number; readonly createdBefore?: undefined }
  | { readonly createdBefore: number; readonly days?: undefined }

/**
 * @since 1.0.7
 * @category models
 */
export type LifecycleTransition = LifecycleDue & { readonly storageClass: StorageClass }

/**
 * A rule for the objects whose keys begin with `prefix` (default: all) and that have all of these tags. It has one action
 * at least. `days` count from the last change, from the start of an upload (`abortMultipartUpload`), or from when a
 * version was replaced (`noncurrent…`, in buckets that keep versions).
 *
 * @since 1.0.7
 * @category models
 */
export interface LifecycleRule {
  /** At most 255 bytes; left out, the storage makes one up. */
  readonly id?: string | undefined
  readonly status: "Enabled" | "Disabled"
  readonly prefix?: string | undefined
  readonly tags?: ReadonlyArray<{ readonly key: string; readonly value: string }> | undefined
  readonly transitions?: ReadonlyArray<LifecycleTransition> | undefined
  /** Removes objects; `expiredObjectDeleteMarker` removes the markers of deleted objects that have no version left. */
  readonly expiration?: LifecycleDue | { readonly expiredObjectDeleteMarker: true } | undefined
  readonly abortMultipartUpload?: LifecycleDue | undefined
  readonly noncurrentVersionTransitions?:
    | ReadonlyArray<{ readonly days: number; readonly storageClass: StorageClass }>
    | undefined
  readonly noncurrentVersionExpiration?: { readonly days: number } | undefined
}

/**
 * Longest id of a rule, in bytes of UTF-8 (spec point 5).
 *
 * @since 1.0.7
 * @category constants
 */
export const maxRuleIdBytes = 255

/**
 * Most rules of a bucket; oss and s3 agree.
 *
 * @since 1.0.7
 * @category constants
 */
export const maxRuleCount = 1000
