/**
 * Bodies of the PDS calls about drives, tasks and batches, as the service reads them.
 */
import * as Schema from "effect/Schema"
import { FileName, Id, optional } from "../wire/Common.js"
import { drive, page, text, whole, word } from "./RequestFields.js"

/**
 * POST /v2/recyclebin/clear, /v2/drive/get
 */
export const OneDrive = Schema.Struct(drive)

/**
 * POST /v2/async_task/get
 */
export const GetTask = Schema.Struct({ async_task_id: Id })

/**
 * POST /v2/file/archive_files. `files` is the older form of `file_ids`. `expire_sec`: how long the archive's address works.
 */
export const Archive = Schema.Struct({
  ...drive,
  name: FileName,
  expire_sec: optional(whole(1, 7 * 24 * 3600)),
  file_ids: optional(Schema.Array(Id).pipe(Schema.maxItems(500))),
  files: optional(Schema.Array(Schema.Struct({ file_id: Id })).pipe(Schema.maxItems(500)))
})

/**
 * POST /v2/drive/list_my_drives
 */
export const ListMyDrives = Schema.Struct(page(100))

/**
 * POST /v2/batch
 */
export const Batch = Schema.Struct({
  resource: optional(word("file")),
  requests: Schema.Array(Schema.Struct({
    id: text(256),
    method: optional(word("POST")),
    url: text(256),
    headers: optional(Schema.Unknown),
    body: optional(Schema.Unknown)
  })).pipe(
    Schema.minItems(1),
    Schema.maxItems(100),
    Schema.filter((requests) => new Set(requests.map((request) => request.id)).size === requests.length, {
      message: () => "An id is there twice."
    })
  )
})
