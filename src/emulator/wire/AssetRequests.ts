/**
 * Bodies of the calls under /api/v2/drive/{spaceId}/asset/folders.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import { FileName, Id, Ids, optional } from "./Common.js"

/**
 * POST …/folders/list
 *
 * @since 1.0.7
 * @category schemas
 */
export const ListFolders = Schema.Struct({
  page: optional(Schema.Int.pipe(Schema.positive())),
  page_size: optional(Schema.Int.pipe(Schema.positive(), Schema.lessThanOrEqualTo(1000)))
})

/**
 * POST …/folders
 *
 * @since 1.0.7
 * @category schemas
 */
export const CreateFolder = Schema.Struct({ folder_name: FileName })

/**
 * POST …/folders/delete
 *
 * @since 1.0.7
 * @category schemas
 */
export const DeleteFolders = Schema.Struct({ folder_ids: Ids })

/**
 * POST …/folders/pin
 *
 * @since 1.0.7
 * @category schemas
 */
export const PinFolder = Schema.Struct({ folder_id: Id, pinned: Schema.Boolean })

/**
 * PUT …/folders/{folder_id}/rename
 *
 * @since 1.0.7
 * @category schemas
 */
export const RenameFolder = Schema.Struct({ new_file_name: FileName })
