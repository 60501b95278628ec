/**
 * The opaque `next` of a page: where the following one is, with the page size it counts in, and of which space, since the same
 * place in another one would silently leave out what comes before it.
 */
import * as Either from "effect/Either"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"

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
export const next = (spaceId: string, { page, pageSize }: PageCursor): string => `${page + 1}x${pageSize}~${spaceId}`

/**
 * Reads a cursor that `next` wrote for this space.
 */
export const decode = (spaceId: string, cursor: string): Either.Either<PageCursor, InvalidInput> => {
  const [, page, pageSize, owner] = /^([1-9]\d{0,8})x([1-9]\d{0,8})~(.+)$/s.exec(cursor) ?? []
  return page === undefined || pageSize === undefined || owner !== spaceId
    ? Either.left(new InvalidInput({ field: "cursor", message: "this is not the `next` of a page of this space" }))
    : Either.right({ page: Number(page), pageSize: Number(pageSize) })
}
