/**
 * Bodies of the PDS calls, as the service reads them.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import { FileName, Id, optional, Sha1 } from "../wire/Common.js"

const text = (most: number) => Schema.String.pipe(Schema.maxLength(most))

const whole = (least: number, most: number) => Schema.Int.pipe(Schema.between(least, most))

/** A word of a list. Any other text is a bad value, not bad JSON. */
const word = <const Words extends ReadonlyArray<string>>(...words: Words) =>
  Schema.String.pipe(
    Schema.filter((value): value is Words[number] => words.includes(value), {
      message: () => `It must be one of ${words.join(", ")}.`
    })
  )

const Moment = Schema.String.pipe(
  Schema.filter((value) => !Number.isNaN(Date.parse(value)), { message: () => "It must be a time of RFC 3339." })
)

/**
 * The most parts of an upload, numbered from 1.
 *
 * @since 1.0.7
 * @category constants
 */
export const mostParts = 10_000

const drive = { drive_id: Schema.String }

const file = { ...drive, file_id: Id }

/**
 * The modes that the service knows; overwriting is not among them.
 *
 * @since 1.0.7
 * @category schemas
 */
export const NameMode = word("ignore", "auto_rename", "refuse")

/**
 * The state of a SHA-1 before a part: nothing for the first.
 *
 * @since 1.0.7
 * @category schemas
 */
export const Sha1Context = Schema.Struct({
  h: Schema.Array(whole(0, 0xffffffff)).pipe(
    Schema.filter((words) => words.length === 0 || words.length === 5, { message: () => "h has 5 words or none." })
  ),
  part_offset: Schema.Int.pipe(Schema.nonNegative())
})

const PartInfo = Schema.Struct({
  part_number: whole(1, mostParts),
  content_type: optional(text(255)),
  content_md5: optional(text(64)),
  parallel_sha1_ctx: optional(Sha1Context)
})

/**
 * @since 1.0.7
 * @category models
 */
export type PartInfo = typeof PartInfo.Type

const PartInfoList = Schema.Array(PartInfo).pipe(
  Schema.maxItems(mostParts),
  Schema.filter((parts) => new Set(parts.map((part) => part.part_number)).size === parts.length, {
    message: () => "A part number is there twice."
  })
)

/**
 * Names go into paths, so what the service allows in them is what the drive allows.
 */
const named = { name: FileName, parent_file_id: Id }

const Tag = Schema.Struct({ key: text(1024).pipe(Schema.minLength(1)), value: text(1024) }).pipe(
  Schema.filter(({ key, value }) => !key.includes("#") && !value.includes("#"), { message: () => "No # in a tag." })
)

/**
 * @since 1.0.7
 * @category schemas
 */
export const Tags = Schema.Array(Tag).pipe(Schema.maxItems(1000))

const described = {
  hidden: optional(Schema.Boolean),
  description: optional(text(1024)),
  local_created_at: optional(Moment),
  local_modified_at: optional(Moment),
  user_tags: optional(Tags)
}

/**
 * POST /v2/file/create and /v2/file/create_with_proof
 *
 * @since 1.0.7
 * @category schemas
 */
export const Create = Schema.Struct({
  ...drive,
  ...named,
  ...described,
  type: word("file", "folder"),
  check_name_mode: optional(NameMode),
  file_id: optional(Id),
  size: optional(Schema.Int.pipe(Schema.nonNegative())),
  content_type: optional(text(255)),
  part_info_list: optional(PartInfoList),
  pre_hash: optional(Sha1),
  content_hash: optional(Sha1),
  content_hash_name: optional(word("sha1")),
  parallel_upload: optional(Schema.Boolean),
  proof_code: optional(text(64)),
  proof_version: optional(word("v1"))
})

/**
 * POST /v2/file/get_upload_url
 *
 * @since 1.0.7
 * @category schemas
 */
export const GetUploadUrl = Schema.Struct({ ...file, upload_id: Id, part_info_list: PartInfoList })

/**
 * POST /v2/file/list_uploaded_parts. A marker that is an empty text is no integer.
 *
 * @since 1.0.7
 * @category schemas
 */
export const ListUploadedParts = Schema.Struct({
  ...file,
  upload_id: Id,
  limit: optional(whole(1, 100)),
  part_number_marker: optional(whole(0, mostParts))
})

/**
 * POST /v2/file/complete
 *
 * @since 1.0.7
 * @category schemas
 */
export const Complete = Schema.Struct({
  ...file,
  upload_id: Id,
  crc64_hash: optional(Schema.String.pipe(Schema.pattern(/^\d{1,20}$/, { message: () => "It must be a number." })))
})

const expiry = optional(whole(10, 14_400))

const pictures = {
  thumbnail_processes: optional(Schema.Record({ key: text(64), value: text(1024) })),
  image_thumbnail_process: optional(Schema.String)
}

/**
 * POST /v2/file/get
 *
 * @since 1.0.7
 * @category schemas
 */
export const Get = Schema.Struct({ ...file, fields: optional(Schema.String), url_expire_sec: expiry, ...pictures })

/**
 * POST /v2/file/get_by_path
 *
 * @since 1.0.7
 * @category schemas
 */
export const GetByPath = Schema.Struct({
  ...drive,
  file_path: text(16_384).pipe(Schema.startsWith("/")),
  fields: optional(Schema.String),
  url_expire_sec: expiry,
  ...pictures
})

const page = (most: number) => ({ limit: optional(whole(1, most)), marker: optional(text(4096)) })

/**
 * What lists are ordered by: one field, and a direction of its own.
 *
 * @since 1.0.7
 * @category schemas
 */
export const OrderBy = word("created_at", "updated_at", "size", "name")

/**
 * POST /v2/file/list
 *
 * @since 1.0.7
 * @category schemas
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
 *
 * @since 1.0.7
 * @category schemas
 */
export const GetDownloadUrl = Schema.Struct({
  ...file,
  file_name: optional(FileName),
  expire_sec: optional(whole(1, 115_200)),
  response_content_type: optional(text(255))
})

/**
 * POST /v2/file/update
 *
 * @since 1.0.7
 * @category schemas
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
 *
 * @since 1.0.7
 * @category schemas
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
 *
 * @since 1.0.7
 * @category schemas
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
 *
 * @since 1.0.7
 * @category schemas
 */
export const OneFile = Schema.Struct({ ...file, permanently: optional(Schema.Boolean) })

/**
 * POST /v2/recyclebin/list
 *
 * @since 1.0.7
 * @category schemas
 */
export const ListBin = Schema.Struct({ ...drive, ...page(200), fields: optional(Schema.String) })

/**
 * POST /v2/recyclebin/clear, /v2/drive/get
 *
 * @since 1.0.7
 * @category schemas
 */
export const OneDrive = Schema.Struct(drive)

/**
 * POST /v2/async_task/get
 *
 * @since 1.0.7
 * @category schemas
 */
export const GetTask = Schema.Struct({ async_task_id: Id })

/**
 * POST /v2/file/archive_files. `files` is the older form of `file_ids`.
 *
 * @since 1.0.7
 * @category schemas
 */
export const Archive = Schema.Struct({
  ...drive,
  name: FileName,
  file_ids: optional(Schema.Array(Id).pipe(Schema.maxItems(500))),
  files: optional(Schema.Array(Schema.Struct({ file_id: Id })).pipe(Schema.maxItems(500)))
})

/**
 * POST /v2/file/put_usertags
 *
 * @since 1.0.7
 * @category schemas
 */
export const PutTags = Schema.Struct({ ...file, user_tags: Tags })

/**
 * POST /v2/file/delete_usertags
 *
 * @since 1.0.7
 * @category schemas
 */
export const DeleteTags = Schema.Struct({ ...file, key_list: Schema.Array(text(1024)).pipe(Schema.maxItems(1000)) })

/**
 * POST /v2/file/list_by_custom_index_key
 *
 * @since 1.0.7
 * @category schemas
 */
export const ListByKey = Schema.Struct({ ...drive, custom_index_key: text(128), ...page(100) })

/**
 * POST /v2/file/pre_create_check
 *
 * @since 1.0.7
 * @category schemas
 */
export const PreCreateCheck = Schema.Struct({ ...drive, ...named, type: word("file", "folder") })

/**
 * POST /v2/drive/list_my_drives
 *
 * @since 1.0.7
 * @category schemas
 */
export const ListMyDrives = Schema.Struct(page(100))

/**
 * POST /v2/batch
 *
 * @since 1.0.7
 * @category schemas
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
