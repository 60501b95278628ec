/**
 * Bodies of the PDS calls that look at files, as the service reads them.
 */
import * as Schema from "effect/Schema"
import { FileName, Id, optional } from "../wire/Common.js"
import { drive, expiry, file, named, OrderBy, page, pictures, text, whole, word } from "./RequestFields.js"

/**
 * POST /v2/file/get
 */
export const Get = Schema.Struct({ ...file, fields: optional(Schema.String), url_expire_sec: expiry, ...pictures })

/**
 * POST /v2/file/get_by_path
 */
export const GetByPath = Schema.Struct({
  ...drive,
  file_path: text(16_384).pipe(Schema.startsWith("/")),
  fields: optional(Schema.String),
  url_expire_sec: expiry,
  ...pictures
})

/**
 * POST /v2/file/list
 */
export const List = Schema.Struct({
  ...drive,
  parent_file_id: Id,
  ...page(100),
  order_by: optional(OrderBy),
  order_direction: optional(word("ASC", "DESC")),
  type: optional(word("file", "folder")),
  status: optional(word("available", "uploading")),
  category: optional(word("image", "video", "audio", "doc", "zip", "others")),
  fields: optional(Schema.String),
  url_expire_sec: expiry,
  ...pictures
})

/**
 * POST /v2/file/get_download_url
 */
export const GetDownloadUrl = Schema.Struct({
  ...file,
  file_name: optional(FileName),
  expire_sec: optional(whole(1, 115_200)),
  response_content_type: optional(text(255))
})

/**
 * POST /v2/recyclebin/list
 */
export const ListBin = Schema.Struct({ ...drive, ...page(200), fields: optional(Schema.String) })

/**
 * POST /v2/file/list_by_custom_index_key
 */
export const ListByKey = Schema.Struct({ ...drive, custom_index_key: text(128), ...page(100) })

/**
 * POST /v2/file/pre_create_check
 */
export const PreCreateCheck = Schema.Struct({ ...drive, ...named, type: word("file", "folder") })
