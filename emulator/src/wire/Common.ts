/**
 * Pieces of requests that several calls share, as the emulated service reads them. Nothing here is shared with the
 * client: a mistake made twice is less likely than one made once and imported.
 */
import * as Schema from "effect/Schema"
import { CheckNameMode } from "../catalogue/CatalogueEntry.js"
import { nameProblem } from "../catalogue/Names.js"

const mostIds = 1000

/**
 * A field that may be missing or null.
 */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

export const Id = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(256))

export const Ids = Schema.Array(Id).pipe(Schema.minItems(1), Schema.maxItems(mostIds))

/**
 * A name for a file or folder.
 */
export const FileName = Schema.String.pipe(Schema.filter((name) => nameProblem(name) ?? true))

export const Mode = CheckNameMode

export const Sha1 = Schema.String.pipe(Schema.pattern(/^[0-9a-fA-F]{40}$/, { message: () => "a SHA-1 in hex" }))

export const UserTags = Schema.Array(Schema.Struct({
  key: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(128)),
  value: Schema.String.pipe(Schema.maxLength(1024))
})).pipe(Schema.maxItems(100))
