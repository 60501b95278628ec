/**
 * Pages of lists that the service numbers from 1.
 *
 * @since 1.0.7
 */
import type { Page } from "./DriveFile.js"

/**
 * The page that an answer is. With no total, or one that cannot be, a short page is the last.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <A>(
  items: ReadonlyArray<A>,
  total: number | null | undefined,
  asked: { readonly page: number; readonly pageSize: number }
): Page<A> => {
  const known = total ?? undefined
  const isLast = items.length === 0 ||
    (known === undefined || known < items.length ? items.length < asked.pageSize : asked.page * asked.pageSize >= known)
  return {
    items,
    ...(known === undefined ? {} : { total: known }),
    ...(isLast ? {} : { next: String(asked.page + 1) })
  }
}
