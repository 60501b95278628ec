/**
 * Whether a bucket keeps the versions of objects that are replaced or removed.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidInput } from "./errors/InputErrors.js"

/**
 * What can be asked for (spec point 5). A bucket for which nobody ever asked has none.
 *
 * @since 1.0.7
 * @category models
 */
export const VersioningStatus = Schema.Literal("Enabled", "Suspended")

/**
 * @since 1.0.7
 * @category models
 */
export type VersioningStatus = typeof VersioningStatus.Type

/**
 * @since 1.0.7
 * @category predicates
 */
export const isStatus: (text: unknown) => text is VersioningStatus = Schema.is(VersioningStatus)

/**
 * The status itself, or why it is none.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (status: VersioningStatus): Either.Either<VersioningStatus, InvalidInput> =>
  isStatus(status)
    ? Either.right(status)
    : Either.left(new InvalidInput({ field: "status", message: "versioning status must be Enabled or Suspended" }))
