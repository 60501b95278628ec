/**
 * Bodies of the PDS calls that change files, as the service reads them.
 */
import * as Schema from "effect/Schema"
import { FileName, Id, optional } from "../wire/Common.js"
import { file, Moment, NameMode, Tags, text } from "./RequestFields.js"

/**
 * POST /v2/file/update
 */
export const Update = Schema.Struct({
  ...file,
  name: optional(FileName),
  check_name_mode: optional(NameMode),
  starred: optional(Schema.Boolean),
  hidden: optional(Schema.Boolean),
  description: optional(text(1024)),
  labels: optional(Schema.Array(text(128)).pipe(Schema.maxItems(100))),
  local_modified_at: optional(Moment),
  custom_index_key: optional(text(128))
})

/**
 * POST /v2/file/copy
 */
export const Copy = Schema.Struct({
  ...file,
  to_parent_file_id: Id,
  to_drive_id: optional(Schema.String),
  auto_rename: optional(Schema.Boolean),
  new_name: optional(FileName)
})

/**
 * POST /v2/file/move
 */
export const Move = Schema.Struct({
  ...file,
  to_parent_file_id: Id,
  to_drive_id: optional(Schema.String),
  check_name_mode: optional(NameMode),
  auto_rename: optional(Schema.Boolean),
  new_name: optional(FileName)
})

/**
 * POST /v2/recyclebin/trash and /restore, /v2/file/delete
 */
export const OneFile = Schema.Struct({ ...file, permanently: optional(Schema.Boolean) })

/**
 * POST /v2/file/put_usertags
 */
export const PutTags = Schema.Struct({ ...file, user_tags: Tags })

/**
 * POST /v2/file/delete_usertags
 */
export const DeleteTags = Schema.Struct({ ...file, key_list: Schema.Array(text(1024)).pipe(Schema.maxItems(1000)) })
