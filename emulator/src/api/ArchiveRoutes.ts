/**
 * Several files at once: their addresses, and archives of them (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Archives from "../archive/Archives.js"
import { isAvailable } from "../catalogue/CatalogueEntry.js"
import * as Wire from "../wire/FileRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

/** Files that are not there, and folders, are left out. */
const batchDownload = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { file_ids } = yield* RequestData.body(Wire.BatchDownload)
    const files = file_ids.flatMap((fileId) => {
      const entry = context.catalogue.entry(space.spaceId, fileId)
      return entry !== undefined && entry.type === "file" && isAvailable(entry) ? [entry] : []
    })
    const download_info = yield* Effect.forEach(files, (entry) =>
      Effect.map(context.storage.downloadUrl(space, entry), (url) => ({
        file_id: entry.fileId,
        file_name: entry.name,
        file_size: entry.content?.size ?? 0,
        download_url: url
      })), { concurrency: 4 })
    return { download_info }
  })

const compress = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { expire_sec, file_ids, name } = yield* RequestData.body(Wire.Compress)
    const file_id = yield* Archives.make(context.catalogue, space, { fileIds: file_ids, name })
    if (typeof expire_sec === "number") {
      yield* context.archiveLives.limit(space, file_id, Duration.seconds(expire_sec))
    }
    return { task_id: yield* context.tasks.begin(space), file_id }
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/api/v2/file/:spaceId/batch-download", Envelope.enclose(batchDownload(context))),
    HttpRouter.post("/api/v2/file/:spaceId/compress", Envelope.enclose(compress(context)))
  )
