/**
 * Folders in which assets are kept; they are not folders of files.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Page } from "./DriveFile.js"
import { essential } from "./Essential.js"
import * as NumberedPage from "./NumberedPage.js"

/**
 * A folder of assets. `pinned` ones come first.
 *
 * @since 1.0.7
 * @category models
 */
export interface AssetFolder {
  readonly folderId: string
  readonly name: string
  readonly pinned: boolean
}

const text = Schema.optional(Schema.NullOr(Schema.String))

const WireFolder = Schema.Struct({
  folder_id: Schema.NonEmptyString,
  folder_name: text,
  name: text,
  pinned: Schema.optional(Schema.NullOr(Schema.Union(Schema.Boolean, Schema.Literal(0, 1))))
})

const folders = essential(Schema.optional(Schema.NullOr(Schema.Array(WireFolder))))

/**
 * One page of folders of the wire: `list`, or `items`.
 *
 * @since 1.0.7
 * @category schemas
 */
export const AssetFolderList = Schema.Struct({
  list: folders,
  items: folders,
  total: Schema.optional(Schema.NullOr(Schema.NonNegativeInt))
})

/**
 * The page that an answer is. With no total a short page is the last.
 *
 * @since 1.0.7
 * @category constructors
 */
export const pageOf = (
  answer: typeof AssetFolderList.Type,
  asked: { readonly page: number; readonly pageSize: number }
): Page<AssetFolder> => {
  const items = (answer.list ?? answer.items ?? []).map((wire) => ({
    folderId: wire.folder_id,
    name: wire.folder_name || wire.name || "",
    pinned: wire.pinned === true || wire.pinned === 1
  }))
  return NumberedPage.make(items, answer.total, asked)
}
