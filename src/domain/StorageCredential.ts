/**
 * What a space's storage accepts as proof, and for how long.
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { SpaceId } from "./Ids.js"
import type { Platform } from "./Platform.js"

const optionalText = Schema.optional(Schema.NullOr(Schema.String))

/**
 * The OSS callback of a space.
 *
 * @since 1.0.7
 * @category models
 */
export const StorageCallback = Schema.Struct({
  callback_url: Schema.String,
  callback_host: optionalText,
  callback_body: Schema.String,
  callback_body_type: optionalText
})

/**
 * @since 1.0.7
 * @category models
 */
export type StorageCallback = typeof StorageCallback.Type

/**
 * Keys for a bucket on s3 or oss.
 *
 * @since 1.0.7
 * @category models
 */
export interface BucketAccess {
  readonly bucket: string
  /** Origin with scheme, or `undefined` for the platform's own. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: Redacted.Redacted<string>
  readonly accessKeySecret: Redacted.Redacted<string>
  readonly securityToken: Redacted.Redacted<string> | undefined
  readonly callback: StorageCallback | undefined
}

/**
 * Token for a drive on pds.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveAccess {
  readonly endpoint: string
  readonly driveId: string
  readonly accessToken: Redacted.Redacted<string>
}

/**
 * A space's credential. `version` counts up with each refresh of this space in this client, so that an expired answer
 * names what expired. `expiresAt` and `fetchedAt` are epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export interface StorageCredential {
  readonly spaceId: SpaceId
  readonly version: number
  readonly platform: Platform
  readonly fetchedAt: number
  readonly expiresAt: number | undefined
  readonly bucket: BucketAccess | undefined
  readonly drive: DriveAccess | undefined
}

/**
 * Says whether the credential ends within the given time from `now` (epoch milliseconds). One that names no expiry ends
 * `refreshInterval` after it was fetched.
 *
 * @since 1.0.7
 * @category predicates
 */
export const expiresWithin = (
  credential: StorageCredential,
  now: number,
  options: { readonly threshold: Duration.Duration; readonly refreshInterval: Duration.Duration }
): boolean =>
  credential.expiresAt === undefined
    ? now >= credential.fetchedAt + Duration.toMillis(options.refreshInterval)
    : now > credential.expiresAt - Duration.toMillis(options.threshold)

/**
 * Says whether the credential has ended at `now` (epoch milliseconds). One that had ended before it was fetched counts
 * as alive: then this machine's clock is ahead, and only the storage knows.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isOver = (credential: StorageCredential, now: number): boolean =>
  credential.expiresAt !== undefined && credential.expiresAt > credential.fetchedAt && now >= credential.expiresAt
