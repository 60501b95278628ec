/**
 * The recycle bin of a pds space.
 */
import * as Effect from "effect/Effect"
import type { StorageProvider } from "../../services/StorageProvider.js"
import type { PdsClient } from "./PdsClient.js"
import { reading } from "./pdsErrors.js"
import { PdsFilePage, recycleItem } from "./PdsFile.js"
import * as PdsListing from "./PdsListing.js"
import * as PdsTasks from "./PdsTasks.js"

/** The service takes up to 200; as many as a list of files are asked for at most. */
const limitOf = (limit: number | undefined): number | undefined =>
  limit === undefined ? undefined : Math.min(limit, PdsListing.mostPerCall)

/**
 * @see {@link StorageProvider}
 */
export const make = (client: PdsClient, tasks: PdsTasks.PdsTasks): StorageProvider["bin"] => {
  const begin = (
    operation: string,
    path: `/recyclebin/${string}`,
    { fileId, isAsync }: { readonly fileId?: string; readonly isAsync: boolean }
  ) =>
    client.call({
      operation,
      path,
      body: (drive_id) => ({ drive_id, file_id: fileId }),
      response: PdsTasks.MayGoOn
    }).pipe(
      reading({ operation, fileId }),
      Effect.flatMap((answer) => tasks.ended(answer, { isAsync }))
    )

  return {
    list: Effect.fn("PdsProvider.listBin")(function*({ fields, limit, marker }) {
      const answer = yield* client.call({
        operation: "RecycleBin.list",
        path: "/recyclebin/list",
        body: (drive_id) => ({ drive_id, limit: limitOf(limit), marker, fields }),
        response: PdsFilePage,
        repeat: "harmless"
      }).pipe(reading({ operation: "RecycleBin.list" }))
      const next = yield* PdsListing.checkMarker("/v2/recyclebin/list", marker, answer)
      return { items: (answer.items ?? []).map(recycleItem), ...(next === undefined ? {} : { next }) }
    }),
    recycle: Effect.fn("PdsProvider.recycle")((fileId, { isAsync }) =>
      begin("RecycleBin.recycle", "/recyclebin/trash", { fileId, isAsync })
    ),
    restore: Effect.fn("PdsProvider.restore")((fileId, { isAsync }) =>
      begin("RecycleBin.restore", "/recyclebin/restore", { fileId, isAsync })
    ),
    clear: Effect.fn("PdsProvider.clearBin")(({ isAsync }) =>
      begin("RecycleBin.clear", "/recyclebin/clear", { isAsync })
    )
  }
}
