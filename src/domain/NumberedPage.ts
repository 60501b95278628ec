/**
 * Pages of lists that the service numbers from 1.
 *
 * @since 1.0.7
 */
import type { Page } from "./DriveFile.js"

/**
 * The page that an answer is. An empty page is the last. Else all must have come, if each page before was as large as was asked for, or as
 * large as this one: a service may give smaller pages than it was asked for. With no total, or one that cannot be, a short page is the
 * last.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = <A>(
  items: ReadonlyArray<A>,
  told: number | null | undefined,
  { page, pageSize }: { readonly page: number; readonly pageSize: number }
): Page<A> => {
  const { length } = items
  const total = told ?? undefined
  const isLast = length === 0 || (total === undefined || total < length
    ? length < pageSize
    : (page - 1) * pageSize + length === total || page * length >= total)
  return {
    items,
    ...(total === undefined ? {} : { total }),
    ...(isLast ? {} : { next: String(page + 1) })
  }
}
