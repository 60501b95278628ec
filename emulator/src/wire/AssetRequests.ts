/**
 * Bodies of the calls under /api/v2/drive/{spaceId}/asset, and of share links.
 */
import * as Schema from "effect/Schema"
import { FileName, Id, Ids, optional } from "./Common.js"

/**
 * POST …/folders/list
 */
export const ListFolders = Schema.Struct({
  page: optional(Schema.Int.pipe(Schema.positive())),
  page_size: optional(Schema.Int.pipe(Schema.positive(), Schema.lessThanOrEqualTo(1000)))
})

/**
 * POST …/folders
 */
export const CreateFolder = Schema.Struct({ folder_name: FileName })

/**
 * POST …/folders/delete
 */
export const DeleteFolders = Schema.Struct({ folder_ids: Ids })

/**
 * POST …/folders/pin
 */
export const PinFolder = Schema.Struct({ folder_id: Id, pinned: Schema.Boolean })

/**
 * PUT …/folders/{folder_id}/rename
 */
export const RenameFolder = Schema.Struct({ new_file_name: FileName })

const RawAction = Schema.Union(Schema.String.pipe(Schema.minLength(1), Schema.maxLength(64)), Schema.Int)

/**
 * POST …/asset: with `file_id` an asset of that file, without one that has no file yet.
 */
export const CreateAsset = Schema.Struct({
  name: optional(FileName),
  file_id: optional(Id),
  folder_id: optional(Id),
  raw_action: optional(RawAction)
})

/**
 * PUT …/asset/{asset_id}; `folder_id: null` takes it out of its folder.
 */
export const UpdateAsset = Schema.Struct({
  name: optional(FileName),
  file_id: optional(Id),
  folder_id: optional(Id),
  status: optional(Schema.Literal(0, 1))
}).pipe(
  Schema.filter((body) =>
    Object.values(body).some((value) => value !== undefined) ? true : { path: ["name"], message: "nothing to change" }
  )
)

/**
 * POST …/asset/list
 */
export const ListAssets = Schema.Struct({
  ...ListFolders.fields,
  folder_id: optional(Id),
  starred: optional(Schema.Boolean)
})

/**
 * POST …/asset/recycle
 */
export const RecycleAssets = Schema.Struct({ asset_ids: Ids })

/**
 * POST …/asset/star
 */
export const StarAsset = Schema.Struct({ asset_id: Id, starred: Schema.Boolean })

/**
 * PUT …/asset/{asset_id}/permission
 */
export const Permit = Schema.Struct({ raw_action: RawAction })

/** A hundred years. No calendar reaches as far as the largest integer. */
const longestShare = 100 * 366 * 24 * 3600

/**
 * POST …/asset/{asset_id}/open-share, /share-set and /share-update. `null` takes a setting away.
 */
export const Share = Schema.Struct({
  expire_sec: optional(Schema.Int.pipe(Schema.between(1, longestShare))),
  code: optional(Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{4,64}$/, { message: () => "4 to 64 characters" }))),
  raw_action: optional(RawAction)
})

/**
 * POST /share/{secret}: what a visitor knows.
 */
export const EnterShare = Schema.Struct({ code: optional(Schema.String.pipe(Schema.maxLength(256))) })
