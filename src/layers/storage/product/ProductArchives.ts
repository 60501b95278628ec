/**
 * Several files at once: their addresses, and archives of them, by the product API.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { FileId } from "../../../domain/Ids.js"
import { expiryOfSignedUrl } from "../../../domain/SignedUrl.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import * as MissingFiles from "./MissingFiles.js"
import { readFailure } from "./ProductErrors.js"

const Info = Schema.Struct({
  file_id: FileId,
  file_name: Schema.optional(Schema.NullOr(Schema.String)),
  file_size: Schema.optional(Schema.NullOr(Schema.Number)),
  download_url: Schema.optional(
    Schema.NullOr(Schema.String.annotations({ message: () => ({ message: "an address", override: true }) }))
  )
})

const Infos = Schema.Struct({ download_info: Schema.NullOr(Schema.Array(Info)) })

const Started = Schema.Struct({ task_id: Schema.NonEmptyString, file_id: FileId })

const infoOf = ({ download_url, file_id, file_name, file_size }: typeof Info.Type) => {
  if (!download_url) return []
  const url = Redacted.make(download_url)
  return [{
    fileId: file_id,
    name: file_name || undefined,
    size: file_size ?? undefined,
    downloadUrl: url,
    url,
    expiresAt: expiryOfSignedUrl(download_url)
  }]
}

/**
 * @see {@link StorageProvider}
 */
export const make = (
  api: DriveApi.Service,
  spaceId: string,
  info: StorageProvider["files"]["info"]
): Pick<StorageProvider["downloads"], "archive" | "batch"> => {
  const base = `/api/v2/file/${encodeURIComponent(spaceId)}`
  return {
    batch: Effect.fn("ProductProvider.batch")((fileIds) =>
      api.request({
        operation: "Downloads.batch",
        method: "POST",
        path: `${base}/batch-download`,
        body: { file_ids: fileIds },
        response: Infos,
        repeatable: true
      }).pipe(
        Effect.map(({ download_info }) => (download_info ?? []).flatMap(infoOf)),
        Effect.catchTag("ApiError", (error) => Effect.fail(readFailure(error, { operation: "Downloads.batch" })))
      )
    ),
    archive: Effect.fn("ProductProvider.archive")(({ expireSec, fileIds: wanted, name }) => {
      const fileIds = [...new Set(wanted)]
      return api.request({
        operation: "Downloads.archive",
        method: "POST",
        path: `${base}/compress`,
        body: { file_ids: fileIds, name, expire_sec: expireSec },
        response: Started
      }).pipe(
        Effect.map((answer) => ({ taskId: answer.task_id, fileId: answer.file_id })),
        Effect.catchTag(
          "ApiError",
          (error) => Effect.fail(readFailure(error, { operation: "Downloads.archive", fileIds }))
        ),
        Effect.catchTag("FileNotFound", () => Effect.flatMap(MissingFiles.look(info, fileIds), Effect.fail))
      )
    })
  }
}
