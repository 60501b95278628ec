/**
 * The storage platforms of a space and their codes on the wire (spec point 1).
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"

/**
 * Name of a storage platform.
 *
 * @since 1.0.7
 * @category models
 */
export const Platform = Schema.Literal("pds", "oss", "s3", "cos", "obs")

/**
 * @since 1.0.7
 * @category models
 */
export type Platform = typeof Platform.Type

/**
 * A platform as the service writes it: 1=pds, 2=oss, 3=s3, 4=cos, 5=obs. The name itself is taken too.
 *
 * @since 1.0.7
 * @category schemas
 */
export const PlatformFromWire = Schema.Union(
  Schema.transformLiterals([1, "pds"], [2, "oss"], [3, "s3"], [4, "cos"], [5, "obs"]),
  Schema.transformLiterals(["1", "pds"], ["2", "oss"], ["3", "s3"], ["4", "cos"], ["5", "obs"]),
  Platform
).annotations({ identifier: "Platform", description: "a platform code from 1 to 5" })

/**
 * The platforms this library can work with.
 *
 * @since 1.0.7
 * @category models
 */
export type SupportedPlatform = "pds" | "oss" | "s3"

/**
 * Says whether operations on a space of this platform exist.
 *
 * @since 1.0.7
 * @category guards
 */
export const isSupported = (platform: Platform): platform is SupportedPlatform =>
  platform === "pds" || platform === "oss" || platform === "s3"
