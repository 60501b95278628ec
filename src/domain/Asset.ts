/**
 * Assets: entries of the product's library, each with a file behind it (spec point 3).
 *
 * @since 1.0.7
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Page } from "./DriveFile.js"
import { DriveFile } from "./DriveFile.js"
import { essential } from "./Essential.js"
import { AssetId, FileId, SpaceId } from "./Ids.js"
import * as NumberedPage from "./NumberedPage.js"
import { DriveFileFromWire } from "./WireFile.js"

/**
 * A permission as the service words it (spec points 3 and 6): this library passes it on as it is.
 *
 * @since 1.0.7
 * @category models
 */
export const RawAction = Schema.Union(Schema.String, Schema.Number)

/**
 * @since 1.0.7
 * @category models
 */
export type RawAction = typeof RawAction.Type

/**
 * What is to become of the asset of a file once that is stored. `assetId`: an asset that has no file yet and gets this one; without
 * it, the asset that the file comes with, or a new one, is put into the folder and gets the permission.
 *
 * @since 1.0.7
 * @category models
 */
export interface AssetWish {
  readonly assetId?: string | undefined
  readonly folderId?: string | undefined
  readonly rawAction?: RawAction | undefined
}

/**
 * An asset. `rawAction` is its permission as the service words it; `chunkSize` in bytes; `fileId` and `name` are its
 * file's, `folderId` the asset folder that it lies in. Fields that an answer does not carry are absent.
 *
 * @since 1.0.7
 * @category models
 */
export class Asset extends Schema.Class<Asset>("effect-drive/Asset")({
  assetId: Schema.typeSchema(AssetId),
  spaceId: Schema.optional(Schema.typeSchema(SpaceId)),
  name: Schema.optional(Schema.String),
  fileId: Schema.optional(Schema.typeSchema(FileId)),
  folderId: Schema.optional(Schema.String),
  rawAction: Schema.optional(RawAction),
  starred: Schema.optional(Schema.Boolean),
  status: Schema.optional(Schema.Union(Schema.Number, Schema.String)),
  file: Schema.optional(Schema.typeSchema(DriveFile)),
  chunkSize: Schema.optional(Schema.Number)
}) {}

const text = Schema.optional(Schema.NullOr(Schema.String))

const WireAsset = Schema.Struct({
  asset_id: AssetId,
  space_id: Schema.optional(Schema.NullOr(SpaceId)),
  name: text,
  file_name: text,
  file_id: text,
  folder_id: text,
  raw_action: Schema.optional(Schema.NullOr(RawAction)),
  starred: Schema.optional(Schema.NullOr(Schema.Union(Schema.Boolean, Schema.Literal(0, 1)))),
  status: Schema.optional(Schema.NullOr(Schema.Union(Schema.Number, Schema.String))),
  file: Schema.optional(Schema.NullOr(DriveFileFromWire)),
  chunk_size: Schema.optional(Schema.NullOr(Schema.Positive))
})

/** Empty texts mean that there is none. */
const orNone = (value: string | null | undefined): string | undefined => value || undefined

const assetOf = (wire: typeof WireAsset.Type): Asset => {
  const file = wire.file ?? undefined
  const fileId = orNone(wire.file_id) ?? file?.fileId
  const name = orNone(wire.name) ?? orNone(wire.file_name) ?? file?.name
  const folderId = orNone(wire.folder_id)
  return new Asset({
    assetId: wire.asset_id,
    ...(wire.space_id === null || wire.space_id === undefined ? {} : { spaceId: wire.space_id }),
    ...(name === undefined ? {} : { name }),
    ...(fileId === undefined ? {} : { fileId: FileId.make(fileId) }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(wire.raw_action === null || wire.raw_action === undefined ? {} : { rawAction: wire.raw_action }),
    ...(wire.starred === null || wire.starred === undefined ? {} : { starred: Boolean(wire.starred) }),
    ...(wire.status === null || wire.status === undefined ? {} : { status: wire.status }),
    ...(file === undefined ? {} : { file }),
    ...(wire.chunk_size === null || wire.chunk_size === undefined ? {} : { chunkSize: wire.chunk_size })
  }, true)
}

/**
 * An asset of the wire.
 *
 * @since 1.0.7
 * @category schemas
 */
export const AssetFromWire: Schema.Schema<Asset, typeof WireAsset.Encoded> = Schema.transformOrFail(
  WireAsset,
  Schema.typeSchema(Asset),
  {
    strict: true,
    decode: (wire) => ParseResult.succeed(assetOf(wire)),
    encode: (asset, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, asset, "assets are read, never written"))
  }
)

const assets = essential(Schema.optional(Schema.NullOr(Schema.Array(AssetFromWire))))

/**
 * One page of assets of the wire: `list`, or `items`.
 *
 * @since 1.0.7
 * @category schemas
 */
export const AssetList = Schema.Struct({
  list: assets,
  items: assets,
  total: Schema.optional(Schema.NullOr(Schema.NonNegativeInt))
})

/**
 * The page that an answer is.
 *
 * @since 1.0.7
 * @category constructors
 */
export const pageOf = (
  answer: typeof AssetList.Type,
  asked: { readonly page: number; readonly pageSize: number }
): Page<Asset> => NumberedPage.make(answer.list ?? answer.items ?? [], answer.total, asked)
