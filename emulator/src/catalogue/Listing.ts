/**
 * A folder's entries, filtered, sorted and cut into pages.
 */
import type { Catalogue } from "./Catalogue.js"
import type { Entry } from "./CatalogueEntry.js"
import { shownContent } from "./CatalogueEntry.js"
import { categoryOf } from "./Names.js"
import type { SpaceRules } from "./SpaceRules.js"

/**
 * What a list can be sorted by.
 */
export type OrderField = "type" | "name" | "size" | "created_at" | "updated_at"

export interface OrderTerm {
  readonly field: OrderField
  readonly descending: boolean
}

export interface ListQuery {
  readonly parentFileId: string
  readonly type?: Entry["type"] | undefined
  readonly category?: string | undefined
  readonly order: ReadonlyArray<OrderTerm>
  readonly page: number
  readonly pageSize: number
}

/**
 * Folders first, then the newest first.
 */
export const defaultOrder: ReadonlyArray<OrderTerm> = [
  { field: "type", descending: false },
  { field: "created_at", descending: true }
]

const fieldNames: Readonly<Record<string, OrderField>> = {
  type: "type",
  file_type: "type",
  name: "name",
  file_name: "name",
  size: "size",
  file_size: "size",
  created_at: "created_at",
  updated_at: "updated_at"
}

/**
 * Reads `name`, `updated_at desc`, `-size` or `type asc,name desc`; `undefined` when a term makes no sense.
 */
export const orderFromText = (text: string): ReadonlyArray<OrderTerm> | undefined => {
  const terms = text.split(",").map((term) => {
    const match = /^(-?)(\w+)(?:[ :](asc|desc))?$/i.exec(term.trim())
    const field = fieldNames[match?.[2]?.toLowerCase() ?? ""]
    return field === undefined
      ? undefined
      : { field, descending: match?.[1] === "-" || match?.[3]?.toLowerCase() === "desc" }
  })
  return terms.every((term) => term !== undefined) ? terms : undefined
}

const byText = new Intl.Collator("en", { numeric: true })

const comparisons: Readonly<Record<OrderField, (one: Entry, other: Entry) => number>> = {
  type: (one, other) => Number(one.type === "file") - Number(other.type === "file"),
  name: (one, other) => byText.compare(one.name, other.name),
  size: (one, other) => (shownContent(one)?.size ?? 0) - (shownContent(other)?.size ?? 0),
  created_at: (one, other) => one.createdAt - other.createdAt || one.sequence - other.sequence,
  updated_at: (one, other) => one.updatedAt - other.updatedAt
}

/**
 * Puts entries into an order; equal ones stay in the order in which they came.
 */
export const comparing = (order: ReadonlyArray<OrderTerm>) => (one: Entry, other: Entry): number => {
  for (const { descending, field } of order) {
    const difference = comparisons[field](one, other)
    if (difference !== 0) return descending ? -difference : difference
  }
  return one.sequence - other.sequence
}

/**
 * Sorts folders. It keeps the last one, so that walking the pages of a large one sorts it once.
 */
export const makeSorted = (catalogue: Catalogue) => {
  let kept: { readonly key: string; readonly entries: ReadonlyArray<Entry> } | undefined

  return (
    space: SpaceRules,
    query: Pick<ListQuery, "parentFileId" | "type" | "category" | "order">
  ): ReadonlyArray<Entry> => {
    const { category, order, parentFileId, type } = query
    const version = catalogue.index.versionOf(space.spaceId, parentFileId)
    const key = JSON.stringify([space.spaceId, parentFileId, version, type, category, order])
    if (kept?.key === key) return kept.entries
    const entries = catalogue.childrenOf(space.spaceId, parentFileId)
      .filter((entry) => catalogue.index.isListed(entry) && (type === undefined || entry.type === type))
      .filter((entry) =>
        category === undefined || (entry.content !== undefined && categoryOf(entry.content.contentType) === category)
      )
      .sort(comparing(order))
    kept = { key, entries }
    return entries
  }
}

/**
 * Lists folders page by page.
 */
export const make = (catalogue: Catalogue) => {
  const sorted = makeSorted(catalogue)

  return (space: SpaceRules, query: ListQuery): { readonly items: ReadonlyArray<Entry>; readonly total: number } => {
    const entries = sorted(space, query)
    const start = (query.page - 1) * query.pageSize
    return { items: entries.slice(start, start + query.pageSize), total: entries.length }
  }
}
