/**
 * Pages of files and of the recycle bin: as many items as were asked for, whatever the service's own pages are.
 */
import * as Effect from "effect/Effect"
import { defaultPageSize } from "../../../domain/Constants.js"
import type { Page } from "../../../domain/DriveFile.js"
import type { DriveFile } from "../../../domain/DriveFile.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import { rootFileId } from "../../../domain/Ids.js"
import type { ListFiles, StorageProvider } from "../../../services/StorageProvider.js"
import { checkQuery } from "../product/checkQuery.js"
import type { PdsClient } from "./PdsClient.js"
import { reading } from "./PdsErrors.js"
import type { PdsFile } from "./PdsFile.js"
import { driveFile, PdsFilePage } from "./PdsFile.js"
import * as ListOrder from "./PdsListOrder.js"

/** The public limit of a list. */
export const mostPerCall = 100

/** Empty pages in a row that a list may have before it is taken for broken. */
const mostEmptyPages = 100

/**
 * Markers lead round in a circle.
 */
export const cameAgain = (path: string, marker: string): TransportError =>
  new TransportError({ reason: "Decode", method: "POST", path, field: "next_marker", detail: `${marker} came again` })

/**
 * A marker that comes again would lead round in a circle for ever.
 */
export const checkMarker = (
  path: string,
  marker: string | undefined,
  answer: typeof PdsFilePage.Type
): Effect.Effect<string | undefined, TransportError> => {
  const next = answer.next_marker || undefined
  return next !== undefined && next === marker
    ? cameAgain(path, "the marker of the page before")
    : Effect.succeed(next)
}

interface Gathered {
  readonly items: Array<PdsFile>
  place: ListOrder.Place | undefined
}

/**
 * `files.list` of a space.
 */
export const make = (client: PdsClient, spaceId: string): StorageProvider["files"]["list"] => {
  const call = (query: ListFiles, order: ListOrder.ListOrder, place: ListOrder.Place, limit: number) => {
    const parentFileId = query.parentFileId ?? rootFileId
    return client.call({
      operation: "Files.list",
      path: "/file/list",
      body: (drive_id) => ({
        drive_id,
        parent_file_id: parentFileId,
        limit,
        marker: place.marker,
        order_by: order.field,
        order_direction: order.direction,
        type: place.phase === "all" ? undefined : place.phase,
        category: query.category
      }),
      response: PdsFilePage,
      repeat: "harmless"
    }).pipe(reading({ operation: "Files.list", fileId: parentFileId }))
  }

  /** So many items from a place on; fewer only at the end. */
  const gather = Effect.fnUntraced(function*(
    query: ListFiles,
    order: ListOrder.ListOrder,
    from: ListOrder.Place,
    count: number
  ) {
    const gathered: Gathered = { items: [], place: from }
    const seen = new Set<string>()
    let emptyPages = 0
    while (gathered.place !== undefined && gathered.items.length < count) {
      const { marker, phase }: ListOrder.Place = gathered.place
      const limit = Math.min(mostPerCall, count - gathered.items.length)
      const answer = yield* call(query, order, gathered.place, limit)
      const next = yield* checkMarker("/v2/file/list", marker, answer)
      const place = `${phase} ${next}`
      if (next !== undefined && seen.has(place)) {
        return yield* cameAgain("/v2/file/list", "the marker of an earlier page")
      }
      seen.add(place)
      const items = answer.items ?? []
      emptyPages = items.length === 0 && next !== undefined ? emptyPages + 1 : 0
      if (emptyPages > mostEmptyPages) {
        return yield* new TransportError({
          reason: "Decode",
          method: "POST",
          path: "/v2/file/list",
          field: "next_marker",
          detail: `${mostEmptyPages} pages without an item`
        })
      }
      gathered.items.push(...items)
      gathered.place = next === undefined ? ListOrder.phaseAfter(order, phase) : { phase, marker: next }
    }
    return gathered
  })

  return Effect.fn("PdsProvider.list")(function*(query) {
    const order = yield* ListOrder.make(yield* checkQuery(query))
    const pageSize = query.pageSize ?? defaultPageSize
    let start: ListOrder.Place | undefined = yield* ListOrder.placeOf(spaceId, order, query.cursor)
    if (query.cursor === undefined && query.page !== undefined && query.page > 1) {
      // pds knows no page numbers: the pages before are walked through.
      start = (yield* gather(query, order, start, (query.page - 1) * pageSize)).place
    }
    if (start === undefined) return { items: [] }
    const { items, place } = yield* gather(query, order, start, pageSize)
    const page: Page<DriveFile> = {
      items: items.map(driveFile),
      ...(place === undefined ? {} : { next: ListOrder.cursorOf(spaceId, place) })
    }
    return page
  })
}
