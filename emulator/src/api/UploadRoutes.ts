/**
 * Uploads from announcement to confirmation, and folders (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import { rootId } from "../catalogue/CatalogueEntry.js"
import type { Promised } from "../catalogue/CatalogueUploads.js"
import { announceContent, announceFile } from "../catalogue/CatalogueUploads.js"
import { confirmUploads } from "../catalogue/Confirmation.js"
import { createFolder } from "../catalogue/Folders.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import * as Answers from "../wire/Answers.js"
import * as Wire from "../wire/FileRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const promisedBy = (body: typeof Wire.Update.Type | typeof Wire.CreateFile.Type): Promised => ({
  size: body.file_size,
  contentType: body.content_type ?? undefined,
  preHash: body.pre_hash ?? undefined,
  contentHash: body.content_hash ?? undefined
})

const newFile = (context: ApiContext, space: SpaceRules, input: unknown) =>
  Effect.gen(function*() {
    const body = yield* RequestData.decodeBody(Wire.CreateFile, input)
    const announced = yield* announceFile(context.catalogue, space, {
      ...promisedBy(body),
      name: body.file_name,
      parentFileId: body.parent_file_id ?? rootId,
      mode: body.check_name_mode ?? "auto_rename"
    })
    return Answers.announced(announced)
  })

const newFolder = (context: ApiContext, space: SpaceRules, input: unknown) =>
  Effect.gen(function*() {
    const body = yield* RequestData.decodeBody(Wire.CreateFolder, input)
    const folder = yield* createFolder(context.catalogue, space, {
      name: body.file_name,
      parentFileId: body.parent_file_id ?? rootId,
      mode: body.check_name_mode ?? "refuse"
    })
    return { file_id: folder.fileId, file_name: folder.name }
  })

const create = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const input = yield* RequestData.json
    const { file_type } = yield* RequestData.decodeBody(Wire.Create, input)
    return yield* file_type === 2 ? newFolder(context, space, input) : newFile(context, space, input)
  })

const update = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const body = yield* RequestData.body(Wire.Update)
    return Answers.announced(
      yield* announceContent(context.catalogue, space, { ...promisedBy(body), fileId: body.file_id })
    )
  })

const successCallback = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { file_ids } = yield* RequestData.body(Wire.SuccessCallback)
    return { failed: yield* confirmUploads(context.catalogue, space, file_ids) }
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/file/:spaceId", Envelope.enclose(create(context))),
    HttpRouter.put("/api/v2/file/:spaceId/update", Envelope.enclose(update(context))),
    HttpRouter.put("/api/v2/file/:spaceId/upload/success-callback", Envelope.enclose(successCallback(context)))
  )
