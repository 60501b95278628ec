/**
 * When to come back, as a server says it.
 *
 * @since 1.0.7
 */

/**
 * Milliseconds to wait by a Retry-After header, which holds seconds or a date; `undefined` if it says nothing usable.
 * `now` is epoch milliseconds.
 *
 * @since 1.0.7
 * @category constructors
 */
export const retryAfterMillis = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
