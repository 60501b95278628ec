/**
 * What callers say about assets, checked before any call is made.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import type { RawAction } from "./Asset.js"
import { InvalidInput } from "./errors/InputErrors.js"
import * as FileIdInput from "./FileIdInput.js"

const refused = (field: string, message: string) => Either.left(new InvalidInput({ field, message }))

/**
 * The id of an asset as it goes into a path.
 *
 * @since 1.0.7
 * @category constructors
 */
export const assetId = (id: string): Either.Either<string, InvalidInput> => FileIdInput.makeId(id, "assetId")

/**
 * A permission: a word or a whole number. `field` names the argument it came from.
 *
 * @since 1.0.7
 * @category constructors
 */
export const rawAction = (value: RawAction | undefined, field = "rawAction"): Either.Either<RawAction, InvalidInput> =>
  (typeof value === "string" && value !== "") || (typeof value === "number" && Number.isSafeInteger(value))
    ? Either.right(value)
    : refused(field, value === undefined || value === "" ? `${field} required` : `${field} must be text or an integer`)

/**
 * The ids of a batch, each once, in the order given; an empty list or an unusable id is refused as a whole.
 *
 * @since 1.0.7
 * @category constructors
 */
export const assetIds = (ids: ReadonlyArray<string>): Either.Either<ReadonlyArray<string>, InvalidInput> =>
  !Array.isArray(ids) || ids.length === 0
    ? refused("assetIds", "assetIds must not be empty")
    : Either.all([...new Set(ids)].map((id: string) => FileIdInput.makeId(id, "assetIds")))

/**
 * What holds where the argument is given at all.
 *
 * @since 1.0.7
 * @category combinators
 */
export const whereGiven = <A, B>(
  value: A | undefined,
  check: (value: A) => Either.Either<B, InvalidInput>
): Either.Either<B | undefined, InvalidInput> => value === undefined ? Either.right(undefined) : check(value)
