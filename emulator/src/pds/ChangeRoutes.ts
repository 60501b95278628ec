/**
 * Changes to files and folders: names, stars, tags, copies and moves.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { undivided } from "../catalogue/Catalogue.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { rootId } from "../catalogue/CatalogueEntry.js"
import { checkRoom } from "../catalogue/CatalogueUploads.js"
import { newId } from "../catalogue/Identifiers.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { isWithin, treeOf } from "../catalogue/Trees.js"
import * as ChangeRequests from "./ChangeRequests.js"
import { changing, type Handler, invalid, ok } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import { domainId } from "./Drives.js"
import * as FileAnswer from "./FileAnswer.js"
import * as FreeNames from "./FreeNames.js"
import * as TaskWork from "./TaskWork.js"

const exists = (name: string): Refusal =>
  new Refusal({ code: "AlreadyExist.File", status: 409, message: `${name} exists.` })

const notTheRoot = (fileId: string): Effect.Effect<void, Refusal> =>
  fileId === rootId ? invalid("file_id", "The root stays as it is.") : Effect.void

const update = changing(ChangeRequests.Update, (context, space, body) =>
  undivided(Effect.gen(function*() {
    yield* notTheRoot(body.file_id)
    const before = yield* FreeNames.find(context.catalogue, space, body.file_id)
    const placement = yield* FreeNames.place(context.catalogue, space, {
      name: body.name ?? before.name,
      parent_file_id: before.parentFileId,
      check_name_mode: typeof body.name === "string" ? body.check_name_mode : "ignore",
      except: before.fileId
    })
    if (placement._tag === "Taken") return yield* exists(placement.entry.name)
    const now = yield* Clock.currentTimeMillis
    const after: Entry = {
      ...before,
      name: placement.name,
      hidden: body.hidden ?? before.hidden,
      updatedAt: now,
      drive: {
        ...before.drive,
        ...typeof body.starred === "boolean" ? { starred: body.starred } : {},
        ...typeof body.description === "string" ? { description: body.description } : {},
        ...typeof body.local_modified_at === "string" ? { localModifiedAt: body.local_modified_at } : {},
        ...typeof body.custom_index_key === "string" ? { customIndexKey: body.custom_index_key } : {},
        ...body.labels === undefined || body.labels === null ? {} : { labels: body.labels }
      }
    }
    yield* context.catalogue.change(space, [{ before, after }])
    return ok(FileAnswer.listed(after))
  })))

const tag = (
  context: DriveContext,
  space: SpaceRules,
  fileId: string,
  tagsOf: (entry: Entry) => Entry["userTags"]
) =>
  undivided(Effect.gen(function*() {
    const before = yield* FreeNames.find(context.catalogue, space, fileId)
    const after: Entry = { ...before, userTags: tagsOf(before), updatedAt: yield* Clock.currentTimeMillis }
    yield* context.catalogue.change(space, [{ before, after }])
  }))

const putTags = changing(ChangeRequests.PutTags, (context, space, { file_id, user_tags }) => {
  const keys = new Set(user_tags.map(({ key }) => key))
  return Effect.as(
    tag(context, space, file_id, (entry) => [...entry.userTags.filter(({ key }) => !keys.has(key)), ...user_tags]),
    ok({ file_id })
  )
})

const deleteTags = changing(ChangeRequests.DeleteTags, (context, space, { file_id, key_list }) =>
  Effect.as(
    tag(context, space, file_id, (entry) => entry.userTags.filter(({ key }) => !key_list.includes(key))),
    { status: 204 }
  ))

/** The entry, and whether it may go there: to a folder of the same drive that is not below it. */
const relocated = (
  context: DriveContext,
  space: SpaceRules,
  body: {
    readonly drive_id: string
    readonly file_id: string
    readonly to_drive_id?: string | null | undefined
    readonly to_parent_file_id: string
  }
) =>
  Effect.gen(function*() {
    yield* notTheRoot(body.file_id)
    if (typeof body.to_drive_id === "string" && body.to_drive_id !== "" && body.to_drive_id !== body.drive_id) {
      return yield* new Refusal({
        code: "InvalidParameterNotSupported.ToDriveId",
        status: 400,
        message: "Entries stay in their drive."
      })
    }
    const entry = yield* FreeNames.find(context.catalogue, space, body.file_id)
    const parent = yield* FreeNames.folder(context.catalogue, space, body.to_parent_file_id)
    if (entry.type === "folder" && isWithin(context.catalogue, entry, parent)) {
      return yield* invalid("to_parent_file_id", "A folder cannot be put into itself.")
    }
    return entry
  })

const move = changing(ChangeRequests.Move, (context, space, body) =>
  Effect.gen(function*() {
    const entry = yield* relocated(context, space, body)
    const placement = yield* FreeNames.place(context.catalogue, space, {
      name: body.new_name ?? entry.name,
      parent_file_id: body.to_parent_file_id,
      check_name_mode: body.auto_rename === true ? "auto_rename" : body.check_name_mode,
      except: entry.fileId
    })
    const answer = { domain_id: domainId, drive_id: body.drive_id, async_task_id: "" }
    if (placement._tag === "Taken") {
      return ok({ ...answer, file_id: placement.entry.fileId, file_name: placement.entry.name, exist: true })
    }
    const work = { fileId: entry.fileId, toParentFileId: body.to_parent_file_id, name: placement.name }
    yield* TaskWork.move(context.catalogue, space, work)
    return ok({ ...answer, file_id: entry.fileId, file_name: placement.name, exist: false })
  }))

const copy = changing(ChangeRequests.Copy, (context, space, body) =>
  Effect.gen(function*() {
    const entry = yield* relocated(context, space, body)
    const placement = yield* FreeNames.place(context.catalogue, space, {
      name: body.new_name ?? entry.name,
      parent_file_id: body.to_parent_file_id,
      check_name_mode: body.auto_rename === true ? "auto_rename" : "ignore"
    })
    if (placement._tag === "Taken") return yield* exists(placement.entry.name)
    const newFileId = newId()
    const work = { fileId: entry.fileId, toParentFileId: body.to_parent_file_id, name: placement.name, newFileId }
    const answer = { domain_id: domainId, drive_id: body.drive_id, file_id: newFileId }
    if (entry.type === "file") {
      yield* checkRoom(context.catalogue, { ...space, fileSizeLimit: 0 }, entry.content?.size ?? 0)
      yield* TaskWork.copy(context.catalogue, space, work)
      return { status: 201, body: answer }
    }
    const total = treeOf(context.catalogue, entry, () => true).length
    const async_task_id = yield* context.tasks.begin(space, { kind: "copy", ...work }, total)
    return { status: 202, body: { ...answer, async_task_id } }
  }))

export const routes: Readonly<Record<string, Handler>> = {
  "/file/update": update,
  "/file/put_usertags": putTags,
  "/file/delete_usertags": deleteTags,
  "/file/move": move,
  "/file/copy": copy
}
