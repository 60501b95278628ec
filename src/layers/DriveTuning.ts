/**
 * Checks the numbers and times by which a program tunes transfers.
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import * as Positive from "../domain/Positive.js"
import type { DriveTuning } from "./DriveServices.js"

const amount = (field: string, value: unknown): Effect.Effect<void, InvalidInput> => {
  if (value === undefined || value === Infinity || typeof value === "function") return Effect.void
  if (typeof value === "number") return Effect.asVoid(Positive.integer(field, value))
  if (Option.isSome(Duration.decodeUnknown(value))) return Effect.void
  return typeof value === "object" && value !== null
    ? amounts(field, value)
    : new InvalidInput({ field, message: `${field} is neither a number nor a time` })
}

const amounts = (field: string, given: object): Effect.Effect<void, InvalidInput> =>
  Effect.forEach(Object.entries(given), ([name, value]) => amount(`${field}.${name}`, value), { discard: true })

/**
 * Fails with `InvalidInput` naming the first that is wrong: with no place, or with requests of no bytes, transfers
 * would wait for ever.
 *
 * @since 1.0.7
 * @category combinators
 */
export const check = ({ downloads, limits, uploads }: DriveTuning): Effect.Effect<void, InvalidInput> =>
  Effect.forEach(
    Object.entries({ limits, uploads, downloads }),
    ([name, given]) => amounts(name, given ?? {}),
    { discard: true }
  )
