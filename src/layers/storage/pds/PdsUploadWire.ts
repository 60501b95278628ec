/**
 * What the calls of an upload answer.
 */
import * as Schema from "effect/Schema"
import { FileId } from "../../../domain/Ids.js"
import { NumberText } from "../../../domain/NumberText.js"

const text = Schema.optional(Schema.NullOr(Schema.String))
const flag = Schema.optional(Schema.NullOr(Schema.Boolean))

/** A part's address is a secret, a mistyped one as well. */
const address = Schema.optional(
  Schema.NullOr(Schema.String.annotations({ message: () => ({ message: "an address", override: true }) }))
)

/** Numbers that some versions of the service write as text. */
const Count = Schema.Union(Schema.NonNegativeInt, NumberText)

const PartInfo = Schema.Struct({ part_number: Count, upload_url: address, content_type: text })

const PartInfos = Schema.optional(Schema.NullOr(Schema.Array(PartInfo)))

/**
 * A part with the address of its PUT, where the service gave one.
 */
export type PartInfo = typeof PartInfo.Type

/**
 * `exist` says that the name is taken and nothing was created; `file_id` is then the other file's.
 */
export const Created = Schema.Struct({
  file_id: FileId,
  type: text,
  status: text,
  upload_id: text,
  exist: flag,
  rapid_upload: flag,
  part_info_list: PartInfos
})

/**
 * @see {@link Created}
 */
export type Created = typeof Created.Type

/**
 * The answer of `get_upload_url`.
 */
export const UploadUrls = Schema.Struct({ part_info_list: PartInfos })

/**
 * A page of the part list. The marker is text, and empty on the last page.
 */
export const UploadedParts = Schema.Struct({
  uploaded_parts: Schema.optional(Schema.NullOr(Schema.Array(
    Schema.Struct({ part_number: Count, part_size: Count, etag: text })
  ))),
  next_part_number_marker: Schema.optional(Schema.NullOr(Schema.Union(Schema.String, Schema.Number)))
})
