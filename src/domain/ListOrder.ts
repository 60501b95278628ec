/**
 * The order of a file list in words, such as `name`, `updated_at desc`, `-size` or `type asc, name desc`: the same words on every
 * platform, read before any call is made.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import { InvalidInput } from "./errors/InputErrors.js"

/**
 * What a list can be ordered by.
 *
 * @since 1.0.7
 * @category models
 */
export type OrderField = "created_at" | "name" | "size" | "type" | "updated_at"

/**
 * One field of an order. `text` is the term as it goes to a service: in the caller's own words, without blanks to spare.
 *
 * @since 1.0.7
 * @category models
 */
export interface OrderTerm {
  readonly field: OrderField
  readonly descending: boolean
  readonly text: string
}

/** The wire names of spec point 3 mean the same. */
const fields = new Map<string, OrderField>([
  ["created_at", "created_at"],
  ["file_name", "name"],
  ["file_size", "size"],
  ["file_type", "type"],
  ["name", "name"],
  ["size", "size"],
  ["type", "type"],
  ["updated_at", "updated_at"]
])

const known = "created_at, name, size, type and updated_at"

const refused = (message: string) => Either.left(new InvalidInput({ field: "order", message }))

const termOf = (term: string): Either.Either<OrderTerm, InvalidInput> => {
  const words = /^(-?)\s*([a-z_]+)(?:\s*([\s:])\s*(asc|desc))?$/i.exec(term.trim())
  const [, minus = "", name = "", between = "", direction] = words ?? []
  if (words === null || (minus !== "" && direction !== undefined)) {
    return refused(`"${term.trim()}" is no order: it is a field, with - before it or asc or desc behind it`)
  }
  const field = fields.get(name.toLowerCase())
  return field === undefined ? refused(`lists are ordered by ${known}, not by ${name}`) : Either.right({
    field,
    descending: minus !== "" || direction?.toLowerCase() === "desc",
    text: `${minus}${name}${direction === undefined ? "" : `${between.trim() || " "}${direction}`}`
  })
}

/**
 * Reads an order; none or a blank one is the default order, which has no terms.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (order: string | undefined): Either.Either<ReadonlyArray<OrderTerm>, InvalidInput> =>
  order !== undefined && typeof order !== "string"
    ? refused("order must be text")
    : order === undefined || order.trim() === ""
    ? Either.right([])
    : Either.all(order.split(",").map(termOf))

/**
 * The order as a service is asked for it; nothing for the default order.
 *
 * @since 1.0.7
 * @category destructors
 */
export const format = (terms: ReadonlyArray<OrderTerm>): string | undefined =>
  terms.length === 0 ? undefined : terms.map(({ text }) => text).join(",")
