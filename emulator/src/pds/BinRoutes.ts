/**
 * The recycle bin and removal for good: files at once (204), folders and the whole bin as tasks (202).
 */
import * as Effect from "effect/Effect"
import { rootId } from "../catalogue/CatalogueEntry.js"
import * as RecycleBin from "../catalogue/RecycleBin.js"
import * as Removal from "../catalogue/Removal.js"
import { treeOf } from "../catalogue/Trees.js"
import * as ChangeRequests from "./ChangeRequests.js"
import { changing, type Handler, invalid, ok, onDrive } from "./DriveCall.js"
import * as DriveRequests from "./DriveRequests.js"
import { domainId } from "./Drives.js"
import type { Work } from "./DriveTasks.js"
import * as FileAnswer from "./FileAnswer.js"
import * as FreeNames from "./FreeNames.js"
import * as LookupRequests from "./LookupRequests.js"

const changes = { trash: RecycleBin.recycle, restore: RecycleBin.restore, delete: Removal.remove }

const change = (kind: Extract<Work["kind"], "trash" | "restore" | "delete">): Handler =>
  changing(ChangeRequests.OneFile, (context, space, { drive_id, file_id }) =>
    Effect.gen(function*() {
      if (file_id === rootId) return yield* invalid("file_id", "The root stays where it is.")
      const entry = context.catalogue.entry(space.spaceId, file_id)
      const isBinned = entry?.recycledAt !== undefined && entry.recycledWith === undefined
      if (entry === undefined || (kind === "restore" && !isBinned)) return yield* FreeNames.fileNotFound(file_id)
      if (kind === "trash") yield* FreeNames.find(context.catalogue, space, file_id)
      if (entry.type === "file") {
        yield* changes[kind](context.catalogue, space, file_id)
        return { status: 204 }
      }
      const total = treeOf(context.catalogue, entry, () => true).length
      const async_task_id = yield* context.tasks.begin(space, { kind, fileId: file_id }, total)
      return { status: 202, body: { domain_id: domainId, drive_id, file_id, async_task_id } }
    }))

const defaultLimit = 50

const list = onDrive(LookupRequests.ListBin, (context, space, body) =>
  Effect.gen(function*() {
    const page = { limit: body.limit ?? defaultLimit, marker: body.marker || undefined }
    const { items, next } = yield* Effect.mapError(
      RecycleBin.list(context.catalogue, space, page),
      () => invalid("marker", "It does not belong to this bin.")
    )
    return ok({ items: items.map(FileAnswer.listed).map(FileAnswer.only(body.fields)), next_marker: next ?? "" })
  }))

const clear = changing(DriveRequests.OneDrive, (context, space, { drive_id }) =>
  Effect.gen(function*() {
    const total = context.catalogue.index.recycledIn(space.spaceId).length
    const async_task_id = yield* context.tasks.begin(space, { kind: "clear" }, total)
    return { status: 202, body: { domain_id: domainId, drive_id, async_task_id } }
  }))

export const routes: Readonly<Record<string, Handler>> = {
  "/recyclebin/trash": change("trash"),
  "/recyclebin/restore": change("restore"),
  "/recyclebin/list": list,
  "/recyclebin/clear": clear,
  "/file/delete": change("delete")
}
