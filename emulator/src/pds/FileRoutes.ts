/**
 * Looking at files: lists, one file, its download address, the drive itself.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { rootId } from "../catalogue/CatalogueEntry.js"
import * as Paths from "../catalogue/Paths.js"
import { type Handler, ok, onDrive } from "./DriveCall.js"
import * as FileAnswer from "./FileAnswer.js"
import * as FreeNames from "./FreeNames.js"
import * as ListPages from "./ListPages.js"
import * as LookupRequests from "./LookupRequests.js"
import * as ObjectAddresses from "./ObjectAddresses.js"

const defaultLimit = 50

const list = onDrive(LookupRequests.List, (context, space, body) =>
  Effect.gen(function*() {
    yield* FreeNames.folder(context.catalogue, space, body.parent_file_id)
    const { items, next } = yield* ListPages.page(context.sorted, space, {
      parentFileId: body.parent_file_id,
      type: body.type ?? undefined,
      category: body.category ?? undefined,
      field: body.order_by ?? "created_at",
      descending: body.order_direction === "DESC",
      limit: body.limit ?? defaultLimit,
      marker: body.marker || undefined
    })
    // Uploads are no files yet, so there is none in that state.
    return ok(
      body.status === "uploading"
        ? { items: [], next_marker: "" }
        : { items: items.map(FileAnswer.listed).map(FileAnswer.only(body.fields)), next_marker: next ?? "" }
    )
  }))

const get = onDrive(LookupRequests.Get, (context, space, body) =>
  Effect.gen(function*() {
    if (body.file_id === rootId) return ok(FileAnswer.only(body.fields)(FileAnswer.root(space)))
    const entry = yield* FreeNames.findListed(context.catalogue, space, body.file_id)
    return ok(FileAnswer.only(body.fields)(yield* FileAnswer.detailed(context, space, entry, body)))
  }))

const getByPath = onDrive(LookupRequests.GetByPath, (context, space, body) =>
  Effect.gen(function*() {
    const { fileId } = yield* Effect.mapError(
      Paths.fromPath(context.catalogue, space, body.file_path),
      () => FreeNames.fileNotFound("at this path")
    )
    if (fileId === rootId) return ok(FileAnswer.only(body.fields)(FileAnswer.root(space)))
    const entry = yield* FreeNames.find(context.catalogue, space, fileId)
    return ok(FileAnswer.only(body.fields)(yield* FileAnswer.detailed(context, space, entry, body)))
  }))

const getDownloadUrl = onDrive(LookupRequests.GetDownloadUrl, (context, space, body) =>
  Effect.gen(function*() {
    const entry = yield* FreeNames.find(context.catalogue, space, body.file_id)
    if (entry.content === undefined) return yield* FreeNames.isFolder(body.file_id)
    const lifetime = Duration.seconds(body.expire_sec ?? 900)
    const url = yield* ObjectAddresses.addressOf(context.addresses, space, entry, {
      lifetime,
      name: body.file_name,
      contentType: body.response_content_type
    })
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    return ok({
      method: "GET",
      url,
      internal_url: url,
      cdn_url: "",
      expiration: new Date(now + Duration.toMillis(lifetime)).toISOString(),
      size: entry.content.size,
      crc64_hash: entry.content.crc64 ?? "",
      content_hash: entry.content.contentHash ?? "",
      content_hash_name: "sha1"
    })
  }))

export const routes: Readonly<Record<string, Handler>> = {
  "/file/list": list,
  "/file/get": get,
  "/file/get_by_path": getByPath,
  "/file/get_download_url": getDownloadUrl
}
