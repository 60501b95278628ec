/**
 * The opaque `next` of a page: where the following one is, with the page size it counts in, and of which space, since the same
 * place in another one would silently leave out what comes before it.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"

/**
 * `page` counts from 1. `before`: how many items the pages before it had, where that is not what their size says.
 */
export interface PageCursor {
  readonly page: number
  readonly pageSize: number
  readonly before?: number
}

/**
 * How many items the pages before it had.
 */
export const before = (position: PageCursor): number => position.before ?? (position.page - 1) * position.pageSize

/**
 * The cursor of the page after this one, with which so many items have been listed.
 */
export const next = (spaceId: string, { page, pageSize }: PageCursor, listed = page * pageSize): string =>
  `${page + 1}x${pageSize}${listed === page * pageSize ? "" : `+${listed}`}~${spaceId}`

/**
 * Reads a cursor that `next` wrote for this space.
 */
export const decode = (spaceId: string, cursor: string): Either.Either<PageCursor, InvalidInput> => {
  const [, page, pageSize, listed, owner] = /^([1-9]\d{0,8})x([1-9]\d{0,8})(?:\+(\d{1,9}))?~(.+)$/s.exec(cursor) ?? []
  return page === undefined || pageSize === undefined || owner !== spaceId
    ? Either.left(new InvalidInput({ field: "cursor", message: "this is not the `next` of a page of this space" }))
    : Either.right({
      page: Number(page),
      pageSize: Number(pageSize),
      ...(listed === undefined ? {} : { before: Number(listed) })
    })
}
