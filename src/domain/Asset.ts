/**
 * Assets: entries of the product's library, each with a file behind it (spec point 3).
 *
 * @since 1.0.7
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { DriveFile, DriveFileFromWire } from "./DriveFile.js"
import { AssetId, SpaceId } from "./Ids.js"

/**
 * An asset. `rawAction` is its permission as the service words it; `chunkSize` in bytes. Fields that an answer does not
 * carry are absent.
 *
 * @since 1.0.7
 * @category models
 */
export class Asset extends Schema.Class<Asset>("effect-drive/Asset")({
  assetId: Schema.typeSchema(AssetId),
  spaceId: Schema.optional(Schema.typeSchema(SpaceId)),
  rawAction: Schema.optional(Schema.Union(Schema.String, Schema.Number)),
  status: Schema.optional(Schema.Union(Schema.Number, Schema.String)),
  file: Schema.optional(Schema.typeSchema(DriveFile)),
  chunkSize: Schema.optional(Schema.Number)
}) {}

const WireAsset = Schema.Struct({
  asset_id: AssetId,
  space_id: Schema.optional(Schema.NullOr(SpaceId)),
  raw_action: Schema.optional(Schema.NullOr(Schema.Union(Schema.String, Schema.Number))),
  status: Schema.optional(Schema.NullOr(Schema.Union(Schema.Number, Schema.String))),
  file: Schema.optional(Schema.NullOr(DriveFileFromWire)),
  chunk_size: Schema.optional(Schema.NullOr(Schema.Positive))
})

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
    decode: (wire) =>
      ParseResult.succeed(
        new Asset({
          assetId: wire.asset_id,
          ...(wire.space_id === null || wire.space_id === undefined ? {} : { spaceId: wire.space_id }),
          ...(wire.raw_action === null || wire.raw_action === undefined ? {} : { rawAction: wire.raw_action }),
          ...(wire.status === null || wire.status === undefined ? {} : { status: wire.status }),
          ...(wire.file === null || wire.file === undefined ? {} : { file: wire.file }),
          ...(wire.chunk_size === null || wire.chunk_size === undefined ? {} : { chunkSize: wire.chunk_size })
        }, true)
      ),
    encode: (asset, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, asset, "assets are read, never written"))
  }
)
