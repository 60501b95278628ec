/**
 * The recycle bin of a pds space.
 */
import * as Effect from "effect/Effect"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import { withNeeded } from "../product/withNeeded.js"
import type { PdsClient } from "./PdsClient.js"
import { reading, restoring } from "./PdsErrors.js"
import { PdsFilePage, recycleItem } from "./PdsFile.js"
import * as PdsListing from "./PdsListing.js"
import * as PdsRemoval from "./PdsRemoval.js"
import * as PdsTasks from "./PdsTasks.js"

/** Without these an item cannot be told from another, and has no size. */
const neededFields = ["file_id", "name", "size", "type"]

/** The service takes up to 200; as many as a list of files are asked for at most. */
const limitOf = (limit: number | undefined): number | undefined =>
  limit === undefined ? undefined : Math.min(limit, PdsListing.mostPerCall)

/**
 * @see {@link StorageProvider}
 */
export const make = (client: PdsClient, tasks: PdsTasks.PdsTasks): StorageProvider["bin"] => {
  const trash = { operation: "RecycleBin.recycle", path: "/recyclebin/trash" } as const

  return {
    list: Effect.fn("PdsProvider.listBin")(function*({ fields, limit, marker }) {
      const answer = yield* client.call({
        operation: "RecycleBin.list",
        path: "/recyclebin/list",
        body: (drive_id) => ({ drive_id, limit: limitOf(limit), marker, fields: withNeeded(neededFields, fields) }),
        response: PdsFilePage,
        repeat: "harmless"
      }).pipe(reading({ operation: "RecycleBin.list" }))
      const next = yield* PdsListing.checkMarker("/v2/recyclebin/list", marker, answer)
      return { items: (answer.items ?? []).map(recycleItem), ...(next === undefined ? {} : { next }) }
    }),
    recycle: Effect.fn("PdsProvider.recycle")(PdsRemoval.one(client, tasks, trash)),
    recycleMany: Effect.fn("PdsProvider.recycleMany")(PdsRemoval.many(client, tasks, trash)),
    restore: Effect.fn("PdsProvider.restore")((fileId, { isAsync }) =>
      client.call({
        operation: "RecycleBin.restore",
        path: "/recyclebin/restore",
        body: (drive_id) => ({ drive_id, file_id: fileId }),
        response: PdsTasks.TaskStarted
      }).pipe(
        restoring({ operation: "RecycleBin.restore", fileId }),
        Effect.flatMap((answer) => tasks.ended(answer, { isAsync }))
      )
    ),
    clear: Effect.fn("PdsProvider.clearBin")(({ isAsync }) =>
      client.call({
        operation: "RecycleBin.clear",
        path: "/recyclebin/clear",
        body: (drive_id) => ({ drive_id }),
        response: PdsTasks.TaskStarted
      }).pipe(
        reading({ operation: "RecycleBin.clear" }),
        Effect.flatMap((answer) => tasks.ended(answer, { isAsync }))
      )
    )
  }
}
