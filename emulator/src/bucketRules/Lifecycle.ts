/**
 * The lifecycle rules of a bucket: one model for the dialects, kept with the bucket's settings. The rules are kept and
 * answered; the emulator does not carry them out.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"

/**
 * When an action is due: so many days after the object was stored, from a date on (S3), or for what was stored before a
 * date (OSS). Dates as ISO 8601 text.
 */
export const Due = Schema.Union(
  Schema.Struct({ days: Schema.Number }),
  Schema.Struct({ date: Schema.String }),
  Schema.Struct({ createdBefore: Schema.String })
)

export type Due = typeof Due.Type

/**
 * Storage classes are the dialect's own words. `byPrefix` notes that the rule was given in S3's old form, without a
 * filter. `keep` is the number of noncurrent versions that stay, sizes are bytes.
 */
export const LifecycleRule = Schema.Struct({
  id: Schema.String,
  status: Schema.Literal("Enabled", "Disabled"),
  prefix: Schema.String,
  byPrefix: Schema.optional(Schema.Boolean),
  tags: Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.String })),
  largerThan: Schema.optional(Schema.Number),
  smallerThan: Schema.optional(Schema.Number),
  expiration: Schema.optional(Schema.Union(Due, Schema.Struct({ deleteMarkers: Schema.Literal(true) }))),
  transitions: Schema.Array(Schema.Struct({ due: Due, storageClass: Schema.String })),
  noncurrentExpiration: Schema.optional(
    Schema.Struct({ days: Schema.Number, keep: Schema.optional(Schema.Number) })
  ),
  noncurrentTransitions: Schema.Array(
    Schema.Struct({ days: Schema.Number, storageClass: Schema.String, keep: Schema.optional(Schema.Number) })
  ),
  abortUploads: Schema.optional(Due)
})

export type LifecycleRule = typeof LifecycleRule.Type

const Rules = Schema.parseJson(Schema.Array(LifecycleRule))
const setting = "lifecycle"

/**
 * The rules of the bucket; `undefined` when it has none.
 */
export const get = (bucket: Bucket): Effect.Effect<ReadonlyArray<LifecycleRule> | undefined> =>
  Effect.map(
    bucket.setting(setting),
    (text) => text === undefined ? undefined : Option.getOrUndefined(Schema.decodeOption(Rules)(text))
  )

/**
 * Puts these rules in the place of all others; `undefined` removes them.
 */
export const set = (
  bucket: Bucket,
  rules: ReadonlyArray<LifecycleRule> | undefined
): Effect.Effect<void, BlobWriteError> =>
  bucket.set(setting, rules === undefined ? undefined : Schema.encodeSync(Rules)(rules))
