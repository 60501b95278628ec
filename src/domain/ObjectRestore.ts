/**
 * Archived objects, which have to be restored before they can be read.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { defaultRestoreDays } from "./Constants.js"
import { InvalidInput } from "./errors/InputErrors.js"
import * as Positive from "./Positive.js"

/**
 * How fast, and at what price; not every class knows every tier, and the storage says so.
 *
 * @since 1.0.7
 * @category models
 */
export const RestoreTier = Schema.Literal("Expedited", "Standard", "Bulk")

/**
 * @since 1.0.7
 * @category models
 */
export type RestoreTier = typeof RestoreTier.Type

/**
 * For how many days the object can be read (default 2, spec point 9).
 *
 * @since 1.0.7
 * @category models
 */
export interface RestoreOptions {
  readonly days?: number | undefined
  readonly tier?: RestoreTier | undefined
}

/**
 * `started`: it takes minutes to hours. `restored`: it can be read already, and stays so for these days from now.
 *
 * @since 1.0.7
 * @category models
 */
export interface StartedRestore {
  readonly status: "started" | "restored"
}

/**
 * How far the restore of an object is. `storageClass` is the storage's own word, absent for the standard class; `until`
 * in epoch milliseconds, where the storage says it.
 *
 * @since 1.0.7
 * @category models
 */
export interface RestoreState {
  readonly status: "none" | "started" | "restored"
  readonly storageClass?: string | undefined
  readonly until?: number | undefined
}

/**
 * What to ask the storage for, or what is wrong with the options.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  options: RestoreOptions = {}
): Either.Either<{ readonly days: number; readonly tier: RestoreTier | undefined }, InvalidInput> => {
  const { tier } = options
  return Either.flatMap(
    Positive.integer("days", options.days ?? defaultRestoreDays),
    (days) =>
      tier === undefined || Schema.is(RestoreTier)(tier)
        ? Either.right({ days, tier })
        : Either.left(new InvalidInput({ field: "tier", message: "tier must be Expedited, Standard or Bulk" }))
  )
}

/**
 * Reads the header with which oss and s3 tell of a restore:
 * `ongoing-request="false", expiry-date="Fri, 23 Dec 2012 00:00:00 GMT"`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const stateOf = (
  header: string | undefined,
  storageClass: string | undefined
): RestoreState => {
  const known = storageClass === undefined ? {} : { storageClass }
  const ongoing = /ongoing-request="(true|false)"/.exec(header ?? "")?.[1]
  if (ongoing === undefined) return { ...known, status: "none" }
  if (ongoing === "true") return { ...known, status: "started" }
  const until = Date.parse(/expiry-date="([^"]*)"/.exec(header ?? "")?.[1] ?? "")
  return { ...known, status: "restored", ...Number.isNaN(until) ? {} : { until } }
}
