/**
 * The opaque `next` of a page: where the following one is, with the page size it counts in.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "../../domain/errors/InputErrors.js"

/**
 * `page` counts from 1.
 */
export interface PageCursor {
  readonly page: number
  readonly pageSize: number
}

/**
 * The cursor of the page after this one.
 */
export const next = ({ page, pageSize }: PageCursor): string => `${page + 1}x${pageSize}`

/**
 * Reads a cursor that `next` wrote.
 */
export const decode = (cursor: string): Either.Either<PageCursor, InvalidInput> => {
  const [, page, pageSize] = /^([1-9]\d{0,8})x([1-9]\d{0,8})$/.exec(cursor) ?? []
  return page === undefined || pageSize === undefined
    ? Either.left(new InvalidInput({ field: "cursor", message: "this is not the `next` of a page" }))
    : Either.right({ page: Number(page), pageSize: Number(pageSize) })
}
