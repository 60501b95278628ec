/**
 * Drive spaces: what the service lists, and what is known of one once it is selected.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidInput } from "./errors/InputErrors.js"
import { SpaceId } from "./Ids.js"
import type { Platform } from "./Platform.js"
import { PlatformFromWire } from "./Platform.js"

/**
 * An entry of the space list; no more than the id is certain.
 *
 * @since 1.0.7
 * @category models
 */
export class SpaceSummary extends Schema.Class<SpaceSummary>("effect-drive/SpaceSummary")({
  spaceId: Schema.propertySignature(SpaceId).pipe(Schema.fromKey("space_id")),
  platform: Schema.optional(Schema.NullOr(PlatformFromWire)),
  name: Schema.optional(Schema.NullOr(Schema.String))
}) {}

const spaceEntries = Schema.NullOr(Schema.Array(SpaceSummary))
const spaceTotal = Schema.optional(Schema.NullOr(Schema.NonNegativeInt))

/**
 * A page of the space list. The entries come as `list` or as `items`; `null` is an empty list.
 *
 * @since 1.0.7
 * @category schemas
 */
export const SpaceList = Schema.Union(
  Schema.Struct({ list: spaceEntries, total: spaceTotal }),
  Schema.Struct({ items: spaceEntries, total: spaceTotal })
)

/**
 * What the user's plan gives a space. Speed in bytes per second, 0 = unlimited; size in bytes.
 *
 * @since 1.0.7
 * @category models
 */
export class SpaceBenefit extends Schema.Class<SpaceBenefit>("effect-drive/SpaceBenefit")({
  singleFileDownloadSpeed: Schema.optionalWith(Schema.NonNegative, { nullable: true, default: () => 0 }).pipe(
    Schema.fromKey("single_file_download_speed")
  ),
  fileSizeLimit: Schema.optionalWith(Schema.NonNegative, { nullable: true, default: () => 0 }).pipe(
    Schema.fromKey("file_size_limit")
  )
}) {}

/**
 * Limits of the drive under a space; sizes in bytes. A `fileSizeLimit` of 0 is none; a `totalSize` is one above 0 only (-1, 0 or
 * absent = unlimited). `totalSize` and `usedSize` where the service tells them, on pds the drive itself.
 *
 * @since 1.0.7
 * @category models
 */
export class DriveInfo extends Schema.Class<DriveInfo>("effect-drive/DriveInfo")({
  fileSizeLimit: Schema.optionalWith(Schema.NonNegative, { nullable: true, default: () => 0 }).pipe(
    Schema.fromKey("file_size_limit")
  ),
  totalSize: Schema.optionalWith(Schema.Number, { nullable: true }).pipe(Schema.fromKey("total_size")),
  usedSize: Schema.optionalWith(Schema.Number, { nullable: true }).pipe(Schema.fromKey("used_size"))
}) {}

/**
 * A selected space.
 *
 * @since 1.0.7
 * @category models
 */
export interface Space {
  readonly spaceId: SpaceId
  /** `undefined` until the service tells it. */
  readonly platform: Platform | undefined
  readonly name: string | undefined
  /** Largest file in bytes, `undefined` = unlimited. */
  readonly fileSizeLimit: number | undefined
  /** Bytes per second, `undefined` = unlimited. */
  readonly downloadSpeed: number | undefined
}

/**
 * The smaller of two limits, where 0 means none.
 *
 * @since 1.0.7
 * @category combinators
 */
export const smallerLimit = (one: number, other: number): number | undefined => {
  const limits = [one, other].filter((limit) => limit > 0)
  return limits.length === 0 ? undefined : Math.min(...limits)
}

/** `.` and `..` would lead to another path of the API, half of a surrogate pair cannot be written into one. */
const unusableId = /^\.{1,2}$|\p{Surrogate}/u

/**
 * The id that a call was given: 'spaceId required' when there is none (spec point 5).
 *
 * @since 1.0.7
 * @category constructors
 */
export const requireSpaceId = (spaceId: string | undefined): Either.Either<SpaceId, InvalidInput> => {
  if (typeof spaceId !== "string" || spaceId === "") {
    return Either.left(new InvalidInput({ field: "spaceId", message: "spaceId required" }))
  }
  return unusableId.test(spaceId)
    ? Either.left(new InvalidInput({ field: "spaceId", message: "spaceId cannot be part of an address" }))
    : Either.right(SpaceId.make(spaceId))
}
