/**
 * Uploads: create, addresses, what has arrived, complete.
 */
import * as Effect from "effect/Effect"
import { undivided } from "../catalogue/Catalogue.js"
import { createFolder } from "../catalogue/Folders.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { complete as completeUpload } from "./Completion.js"
import { createFile, existing, factsOf, withContexts } from "./CreateFile.js"
import type { DriveAnswer, Failure } from "./DriveCall.js"
import { changing, type DriveCall, type Handler, invalid, ok, onDrive } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import { domainId } from "./Drives.js"
import { uploadNotFound } from "./DriveUploads.js"
import * as FileAnswer from "./FileAnswer.js"
import * as FreeNames from "./FreeNames.js"
import * as ObjectAddresses from "./ObjectAddresses.js"
import * as UploadRequests from "./UploadRequests.js"

const folder = (
  context: DriveContext,
  space: SpaceRules,
  body: typeof UploadRequests.Create.Type
): Effect.Effect<DriveAnswer, Failure> =>
  undivided(Effect.gen(function*() {
    const { catalogue } = context
    const placement = yield* FreeNames.place(catalogue, space, body)
    if (placement._tag === "Taken") return existing(space, body, placement.entry)
    const made = yield* createFolder(catalogue, space, {
      name: placement.name,
      parentFileId: body.parent_file_id,
      mode: "ignore",
      drive: factsOf(body),
      hidden: body.hidden ?? undefined,
      userTags: body.user_tags ?? undefined
    })
    return {
      status: 201,
      body: {
        domain_id: domainId,
        drive_id: body.drive_id,
        file_id: made.fileId,
        file_name: made.name,
        parent_file_id: made.parentFileId,
        type: "folder",
        status: "available",
        exist: false
      }
    }
  }))

const create = changing(UploadRequests.Create, (context, space, body, call: DriveCall) =>
  Effect.gen(function*() {
    yield* context.uploads.sweep(space)
    if (body.type === "folder") return yield* folder(context, space, body)
    return yield* createFile(context, space, body, call)
  }).pipe(Effect.catchTag("BlobNotFound", () => FreeNames.fileNotFound("its bytes"))))

const getUploadUrl = changing(UploadRequests.GetUploadUrl, (context, space, body) =>
  Effect.gen(function*() {
    const upload = yield* context.uploads.open(space, body)
    if (body.part_info_list.length === 0) return yield* invalid("part_info_list", "It is empty.")
    const told = yield* withContexts(upload, body.part_info_list)
    if (told !== upload) yield* context.uploads.keep(told)
    return ok({
      domain_id: domainId,
      drive_id: body.drive_id,
      file_id: upload.fileId,
      upload_id: upload.uploadId,
      create_at: new Date(upload.startedAt).toISOString(),
      part_info_list: yield* Effect.forEach(body.part_info_list, (part) =>
        ObjectAddresses.ofPart(context.addresses, space, told, part, context.rules.addressLifetime))
    })
  }))

const mostListed = 100

const listUploadedParts = onDrive(UploadRequests.ListUploadedParts, (context, space, body) =>
  Effect.gen(function*() {
    const upload = yield* context.uploads.open(space, body)
    const bucket = yield* context.blobs.bucket(space.bucket)
    const parts = (yield* bucket.parts(upload.objectKey, upload.storeId))
      .filter((part) => part.number > (body.part_number_marker ?? 0))
    // Clients of the older description ask for 1,000, and get what there is in pages.
    const page = parts.slice(0, Math.max(1, Math.min(body.limit ?? mostListed, mostListed)))
    return ok({
      file_id: upload.fileId,
      upload_id: upload.uploadId,
      parallel_upload: upload.isParallel,
      uploaded_parts: page.map((part) => ({
        part_number: part.number,
        part_size: part.size,
        etag: `"${part.etag.toUpperCase()}"`
      })),
      next_part_number_marker: page.length < parts.length ? String(page.at(-1)?.number ?? "") : ""
    })
  }).pipe(Effect.catchTag("BlobNotFound", () => uploadNotFound(body.upload_id))))

const complete = changing(UploadRequests.Complete, (context, space, body) =>
  Effect.gen(function*() {
    const upload = yield* context.uploads.open(space, body)
    const entry = yield* completeUpload(context, space, upload, body.crc64_hash ?? undefined)
    return ok(yield* FileAnswer.detailed(context, space, entry, {}))
  }).pipe(Effect.catchTag("BlobNotFound", () => uploadNotFound(body.upload_id))))

export const routes: Readonly<Record<string, Handler>> = {
  "/file/create": create,
  "/file/create_with_proof": create,
  "/file/get_upload_url": getUploadUrl,
  "/file/list_uploaded_parts": listUploadedParts,
  "/file/complete": complete
}
