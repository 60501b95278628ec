/**
 * What lies in the recycle bin.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Page } from "./DriveFile.js"
import { DriveFile } from "./DriveFile.js"
import { essential } from "./Essential.js"
import { Timestamp } from "./Timestamp.js"
import { fileFromWire, WireFile } from "./WireFile.js"

/**
 * A file or folder of the recycle bin; `path` is where it was, `recycledAt` is in epoch milliseconds.
 *
 * @since 1.0.7
 * @category models
 */
export class RecycleItem extends DriveFile.extend<RecycleItem>("effect-drive/RecycleItem")({
  recycledAt: Schema.optional(Schema.Number)
}) {}

const RecycleItemFromWire = Schema.transformOrFail(
  Schema.Struct({ ...WireFile.fields, recycled_at: Schema.optional(Schema.NullOr(Timestamp)) }),
  Schema.typeSchema(RecycleItem),
  {
    strict: true,
    decode: (wire) =>
      Either.map(
        fileFromWire(wire.file_id, wire),
        (file) =>
          new RecycleItem({
            ...file,
            ...(typeof wire.recycled_at === "number" ? { recycledAt: wire.recycled_at } : {})
          }, true)
      ),
    encode: (item, _, ast) =>
      ParseResult.fail(new ParseResult.Forbidden(ast, item, "the recycle bin is read, never written"))
  }
)

const items = essential(Schema.optional(Schema.NullOr(Schema.Array(RecycleItemFromWire))))

/**
 * One page of the recycle bin: `list`, or `items`; without a `next_marker` it is the last.
 *
 * @since 1.0.7
 * @category schemas
 */
export const RecycleListFromWire = Schema.Struct({
  list: items,
  items,
  next_marker: essential(Schema.optional(Schema.NullOr(Schema.String))),
  total: Schema.optional(Schema.NullOr(Schema.NonNegativeInt))
})

/**
 * The page that an answer of the wire is.
 *
 * @since 1.0.7
 * @category constructors
 */
export const pageOf = (answer: typeof RecycleListFromWire.Type): Page<RecycleItem> => ({
  items: answer.list ?? answer.items ?? [],
  ...(answer.next_marker ? { next: answer.next_marker } : {}),
  ...(typeof answer.total === "number" ? { total: answer.total } : {})
})
