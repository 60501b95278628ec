/**
 * Pages of a folder. A marker names the last entry of the page before by what the list is sorted by, so that nothing is
 * skipped or doubled when entries come and go in between.
 */
import * as Effect from "effect/Effect"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { shownContent } from "../catalogue/CatalogueEntry.js"
import type * as Listing from "../catalogue/Listing.js"
import { comparing } from "../catalogue/Listing.js"
import type { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { invalid } from "./DriveCall.js"

export interface PageQuery {
  readonly parentFileId: string
  readonly type?: Entry["type"] | undefined
  readonly category?: string | undefined
  readonly field: "created_at" | "updated_at" | "size" | "name"
  readonly descending: boolean
  readonly limit: number
  readonly marker?: string | undefined
}

export interface EntryPage {
  readonly items: ReadonlyArray<Entry>
  readonly next: string | undefined
}

/** What a marker belongs to: another list does not take it. */
const listOf = (space: SpaceRules, { category, descending, field, parentFileId, type }: PageQuery) =>
  JSON.stringify([space.spaceId, parentFileId, type, category, field, descending])

const markerOf = (space: SpaceRules, query: PageQuery, last: Entry): string => {
  const place = [last.name, shownContent(last)?.size ?? 0, last.createdAt, last.updatedAt, last.sequence]
  return Buffer.from(JSON.stringify([listOf(space, query), ...place])).toString("base64url")
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As much of an entry as sorting looks at. */
const placeOf = (space: SpaceRules, query: PageQuery, marker: string): Entry | undefined => {
  const values = parsed(Buffer.from(marker, "base64url").toString())
  if (!Array.isArray(values)) return undefined
  const [list, name, size, createdAt, updatedAt, sequence]: ReadonlyArray<unknown> = values
  if (list !== listOf(space, query) || typeof name !== "string") return undefined
  if (typeof size !== "number" || typeof sequence !== "number") return undefined
  if (typeof createdAt !== "number" || typeof updatedAt !== "number") return undefined
  return {
    fileId: "",
    spaceId: space.spaceId,
    parentFileId: query.parentFileId,
    name,
    type: "file",
    sequence,
    createdAt,
    updatedAt,
    hidden: false,
    userTags: [],
    pending: [],
    content: { objectKey: "", size, contentType: "" }
  }
}

/** The first entry that comes behind the place, by halving. */
const startBehind = (
  entries: ReadonlyArray<Entry>,
  place: Entry,
  compare: (one: Entry, other: Entry) => number
): number => {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry !== undefined && compare(entry, place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A page; `next` is the marker of the following one. A marker of another list is `InvalidParameter.Marker`.
 */
export const page = (
  sorted: ReturnType<typeof Listing.makeSorted>,
  space: SpaceRules,
  query: PageQuery
): Effect.Effect<EntryPage, Refusal> =>
  Effect.suspend(() => {
    const order = [{ field: query.field, descending: query.descending }]
    const place = query.marker === undefined ? undefined : placeOf(space, query, query.marker)
    if (query.marker !== undefined && place === undefined) {
      return Effect.fail(invalid("marker", "It does not belong to this list."))
    }
    const entries = sorted(space, { ...query, order })
    const start = place === undefined ? 0 : startBehind(entries, place, comparing(order))
    const items = entries.slice(start, start + query.limit)
    const last = items.at(-1)
    const isLast = start + items.length >= entries.length
    return Effect.succeed({ items, next: isLast || last === undefined ? undefined : markerOf(space, query, last) })
  })
