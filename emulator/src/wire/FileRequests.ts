/**
 * Bodies and queries of the calls under /api/v2/file/{spaceId}.
 */
import * as Schema from "effect/Schema"
import { FileName, Id, Ids, Mode, optional, Sha1, UserTags } from "./Common.js"

const promised = {
  file_size: Schema.Int.pipe(Schema.nonNegative(), Schema.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER)),
  content_type: optional(Schema.String.pipe(Schema.maxLength(255))),
  pre_hash: optional(Sha1),
  content_hash: optional(Sha1),
  content_hash_name: optional(Schema.Literal("sha1"))
}

/**
 * POST /api/v2/file/{spaceId} for a file.
 */
export const CreateFile = Schema.Struct({
  file_type: Schema.Literal(1),
  file_name: FileName,
  parent_file_id: optional(Id),
  check_name_mode: optional(Mode),
  ...promised
})

/**
 * POST /api/v2/file/{spaceId} for a folder.
 */
export const CreateFolder = Schema.Struct({
  file_type: Schema.Literal(2),
  file_name: FileName,
  parent_file_id: optional(Id),
  check_name_mode: optional(Mode)
})

/**
 * Which of the two it is.
 */
export const Create = Schema.Struct({ file_type: Schema.Literal(1, 2) })

/**
 * PUT /api/v2/file/{spaceId}/update
 */
export const Update = Schema.Struct({ file_id: Id, check_name_mode: optional(Mode), ...promised })

/**
 * PUT /api/v2/file/{spaceId}/upload/success-callback
 */
export const SuccessCallback = Schema.Struct({ file_ids: Ids })

/**
 * POST /api/v2/file/{spaceId}/switch
 */
export const Switch = Schema.Struct({
  file_path: optional(Schema.String.pipe(Schema.maxLength(16_384))),
  file_id: optional(Id)
})

/**
 * POST /api/v2/file/{spaceId}/download
 */
export const Download = Schema.Struct({ file_id: Id })

/**
 * PUT /api/v2/file/{spaceId}/rename
 */
export const Rename = Schema.Struct({ file_id: Id, new_file_name: FileName, check_name_mode: optional(Mode) })

/**
 * PUT /api/v2/file/{spaceId}/update-info
 */
export const UpdateInfo = Schema.Struct({
  file_id: Id,
  user_tags: optional(UserTags),
  hidden: optional(Schema.Boolean),
  name: optional(FileName),
  content_type: optional(Schema.String.pipe(Schema.minLength(1), Schema.maxLength(255)))
})

/**
 * POST /api/v2/file/{spaceId}/copy and /move
 */
export const Relocate = Schema.Struct({ file_ids: Ids, to_parent_file_id: Id, check_name_mode: optional(Mode) })

/**
 * The query of GET /api/v2/file/{spaceId}/{fileId}/info
 */
export const Info = Schema.Struct({ image_thumbnail_process: Schema.optional(Schema.String) })

const count = (most: number) =>
  Schema.NumberFromString.pipe(Schema.int(), Schema.positive(), Schema.lessThanOrEqualTo(most))

/**
 * Whether the service may continue in a task: POST …/recycle, …/restore and …/recycle/clear.
 */
export const AsyncOptions = Schema.Struct({ is_async: optional(Schema.Boolean) })

/**
 * POST /api/v2/file/{spaceId}/batch-download
 */
export const BatchDownload = Schema.Struct({ file_ids: Ids })

/**
 * POST /api/v2/file/{spaceId}/compress
 */
export const Compress = Schema.Struct({
  file_ids: Ids,
  name: FileName,
  expire_sec: optional(Schema.Int.pipe(Schema.between(1, 7 * 24 * 3600)))
})

/**
 * The query of GET /api/v2/file/{spaceId}/recycles
 */
export const ListBin = Schema.Struct({
  limit: Schema.optional(count(1000)),
  marker: Schema.optional(Schema.String),
  fields: Schema.optional(Schema.String)
})

/**
 * The query of GET /api/v2/file/{spaceId}/list. An empty value is no value.
 */
export const List = Schema.Struct({
  parent_file_id: Schema.optional(Id),
  file_type: Schema.optional(Schema.Literal("1", "2", "file", "folder")),
  category: Schema.optional(Schema.Literal("image", "video", "audio", "doc", "zip", "others")),
  page: Schema.optional(count(1_000_000)),
  page_size: Schema.optional(count(1000)),
  order: Schema.optional(Schema.String)
})
