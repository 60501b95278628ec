/**
 * Headers of a ranged GET.
 *
 * @since 1.0.7
 */
import type { ByteRange } from "../../services/Transport.js"

/**
 * `Range` counts its end in, a `ByteRange` does not.
 *
 * @since 1.0.7
 * @category combinators
 */
export const rangeHeaders = (options: {
  readonly range?: ByteRange | undefined
  readonly ifMatch?: string | undefined
}): Record<string, string> => {
  const headers: Record<string, string> = {}
  const { ifMatch, range } = options
  if (range !== undefined) headers["range"] = `bytes=${range.start}-${range.end === undefined ? "" : range.end - 1}`
  if (ifMatch !== undefined) headers["if-match"] = ifMatch
  return headers
}
