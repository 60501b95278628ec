/**
 * How a file of a known size is cut for the storage: pure arithmetic.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { defaultChunkSize, directUploadLimit } from "./Constants.js"
import { InvalidInput } from "./errors/InputErrors.js"

/**
 * What a storage asks of the parts of one object. Sizes in bytes; `order` says whether parts may arrive in any order.
 * `defaultMultipleOf`: what only the default part size is a multiple of, where the storage does more with such parts.
 *
 * @since 1.0.7
 * @category models
 */
export interface PartRules {
  readonly minSize: number
  readonly maxSize: number
  readonly maxCount: number
  readonly multipleOf: number
  readonly defaultMultipleOf?: number | undefined
  readonly order: "any" | "ascending"
}

/**
 * One part: `number` from 1, bytes `start` (included) to `end` (excluded).
 *
 * @since 1.0.7
 * @category models
 */
export interface PartRange {
  readonly number: number
  readonly start: number
  readonly end: number
}

/**
 * @since 1.0.7
 * @category models
 */
export type UploadPlan =
  | { readonly _tag: "Direct"; readonly size: number }
  | { readonly _tag: "Multipart"; readonly size: number; readonly partSize: number; readonly partCount: number }

const roundUp = (size: number, multipleOf: number): number => Math.ceil(size / multipleOf) * multipleOf

/**
 * Number of parts of `partSize` bytes in `size` bytes.
 *
 * @since 1.0.7
 * @category combinators
 */
export const partCount = (size: number, partSize: number): number => Math.ceil(size / partSize)

/**
 * The part with this number, from 1.
 *
 * @since 1.0.7
 * @category combinators
 */
export const partAt = (size: number, partSize: number, number: number): PartRange => ({
  number,
  start: (number - 1) * partSize,
  end: Math.min(number * partSize, size)
})

/**
 * All parts, in order.
 *
 * @since 1.0.7
 * @category combinators
 */
export const partsOf = (size: number, partSize: number): ReadonlyArray<PartRange> =>
  Array.from({ length: partCount(size, partSize) }, (_, index) => partAt(size, partSize, index + 1))

const refuse = (message: string) => Either.left(new InvalidInput({ field: "chunkSize", message }))

/**
 * The part size for a file. A wanted size that breaks a rule is refused; the default grows until the rules hold.
 *
 * @since 1.0.7
 * @category combinators
 */
export const partSizeFor = (
  size: number,
  wanted: number | undefined,
  rules: PartRules
): Either.Either<number, InvalidInput> => {
  if (wanted === undefined) {
    const least = Math.max(defaultChunkSize, rules.minSize, Math.ceil(size / rules.maxCount))
    const grown = roundUp(least, rules.defaultMultipleOf ?? rules.multipleOf)
    return grown > rules.maxSize
      ? Either.left(
        new InvalidInput({
          field: "size",
          message: `a file of ${size} bytes does not fit into ${rules.maxCount} parts`
        })
      )
      : Either.right(grown)
  }
  if (!Number.isSafeInteger(wanted) || wanted <= 0) return refuse("the part size must be a positive integer")
  if (wanted < rules.minSize) return refuse(`the part size must be at least ${rules.minSize} bytes`)
  if (wanted > rules.maxSize) return refuse(`the part size must be at most ${rules.maxSize} bytes`)
  if (wanted % rules.multipleOf !== 0) return refuse(`the part size must be a multiple of ${rules.multipleOf} bytes`)
  if (partCount(size, wanted) > rules.maxCount) {
    return refuse(`parts of ${wanted} bytes would be more than ${rules.maxCount}`)
  }
  return Either.right(wanted)
}

/**
 * Direct up to 5,242,880 bytes without an explicit chunk size, else in parts (spec point 9). Zero bytes always go direct.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: {
  readonly size: number
  readonly chunkSize?: number | undefined
  readonly rules: PartRules
}): Either.Either<UploadPlan, InvalidInput> =>
  Either.map(
    partSizeFor(options.size, options.chunkSize, options.rules),
    (partSize): UploadPlan =>
      options.size === 0 || (options.chunkSize === undefined && options.size <= directUploadLimit)
        ? { _tag: "Direct", size: options.size }
        : { _tag: "Multipart", size: options.size, partSize, partCount: partCount(options.size, partSize) }
  )
