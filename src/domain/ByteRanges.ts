/**
 * Sets of bytes of one file, as ranges in order that neither touch nor overlap.
 *
 * @since 1.0.7
 */

/**
 * `end` is excluded.
 *
 * @since 1.0.7
 * @category models
 */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * @since 1.0.7
 * @category models
 */
export type ByteRanges = ReadonlyArray<Span>

/**
 * The set with these bytes too.
 *
 * @since 1.0.7
 * @category combinators
 */
export const add = (ranges: ByteRanges, span: Span): ByteRanges => {
  if (span.end <= span.start) return ranges
  const before = ranges.filter((one) => one.end < span.start)
  const after = ranges.filter((one) => one.start > span.end)
  const touching = ranges.slice(before.length, ranges.length - after.length)
  const start = Math.min(span.start, touching[0]?.start ?? span.start)
  const end = Math.max(span.end, touching.at(-1)?.end ?? span.end)
  return [...before, { start, end }, ...after]
}

/**
 * What of `whole` is not in the set.
 *
 * @since 1.0.7
 * @category combinators
 */
export const missing = (ranges: ByteRanges, whole: Span): ByteRanges => {
  const gaps: Array<Span> = []
  let position = whole.start
  for (const { end, start } of ranges) {
    if (start > position) gaps.push({ start: position, end: Math.min(start, whole.end) })
    position = Math.max(position, end)
  }
  gaps.push({ start: position, end: whole.end })
  return gaps.filter((gap) => gap.end > gap.start)
}

/**
 * How many bytes it has.
 *
 * @since 1.0.7
 * @category combinators
 */
export const total = (ranges: ByteRanges): number => ranges.reduce((sum, { end, start }) => sum + end - start, 0)

/**
 * The bytes in pieces of at most `size`.
 *
 * @since 1.0.7
 * @category combinators
 */
export const pieces = (ranges: ByteRanges, size: number): ByteRanges =>
  ranges.flatMap(({ end, start }) =>
    Array.from({ length: Math.ceil((end - start) / size) }, (_, index) => ({
      start: start + index * size,
      end: Math.min(start + (index + 1) * size, end)
    }))
  )
