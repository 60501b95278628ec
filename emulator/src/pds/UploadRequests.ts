/**
 * Bodies of the PDS calls of an upload, as the service reads them.
 */
import * as Schema from "effect/Schema"
import { Id, optional, Sha1 } from "../wire/Common.js"
import { described, drive, file, named, NameMode, text, whole, word } from "./RequestFields.js"

/**
 * The most parts of an upload, numbered from 1.
 */
export const mostParts = 10_000

/**
 * The state of a SHA-1 before a part: nothing for the first.
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

export type PartInfo = typeof PartInfo.Type

const PartInfoList = Schema.Array(PartInfo).pipe(
  Schema.maxItems(mostParts),
  Schema.filter((parts) => new Set(parts.map((part) => part.part_number)).size === parts.length, {
    message: () => "A part number is there twice."
  })
)

/**
 * POST /v2/file/create and /v2/file/create_with_proof
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
 */
export const GetUploadUrl = Schema.Struct({ ...file, upload_id: Id, part_info_list: PartInfoList })

/**
 * POST /v2/file/list_uploaded_parts. A marker that is an empty text is no integer.
 */
export const ListUploadedParts = Schema.Struct({
  ...file,
  upload_id: Id,
  limit: optional(Schema.Int),
  part_number_marker: optional(whole(0, mostParts))
})

/**
 * POST /v2/file/complete
 */
export const Complete = Schema.Struct({
  ...file,
  upload_id: Id,
  crc64_hash: optional(Schema.String.pipe(Schema.pattern(/^\d{1,20}$/, { message: () => "It must be a number." })))
})
