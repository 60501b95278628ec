/**
 * Which hashes a file needs before it is created (spec point 9).
 *
 * @since 1.0.7
 */
import { preHashSize } from "./Constants.js"
import type { Platform } from "./Platform.js"

/**
 * `None` on pds; `Whole` up to 1,048,576 bytes; else the leading bytes and the whole, in one read pass.
 *
 * @since 1.0.7
 * @category models
 */
export type HashPlan =
  | { readonly _tag: "None" }
  | { readonly _tag: "Whole" }
  | { readonly _tag: "PreAndWhole"; readonly preHashSize: number }

/**
 * SHA-1 values in upper-case hex, as the service wants them.
 *
 * @since 1.0.7
 * @category models
 */
export interface Digests {
  readonly preHash?: string | undefined
  readonly contentHash: string
  readonly contentHashName: "sha1"
}

/**
 * Of a SHA-1 as hex.
 *
 * @since 1.0.7
 * @category constructors
 */
export const sha1Digests = (hex: string): Digests => ({ contentHash: hex.toUpperCase(), contentHashName: "sha1" })

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: { readonly size: number; readonly platform: Platform }): HashPlan => {
  if (options.platform === "pds") return { _tag: "None" }
  return options.size <= preHashSize ? { _tag: "Whole" } : { _tag: "PreAndWhole", preHashSize }
}
