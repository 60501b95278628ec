/**
 * Files and folders as the service describes them (spec point 3).
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { AssetId, FileId, ObjectKey } from "./Ids.js"
import { Timestamp } from "./Timestamp.js"

/**
 * A key and a value that the user gave to a file.
 *
 * @since 1.0.7
 * @category models
 */
export const UserTag = Schema.Struct({ key: Schema.String, value: Schema.String })

/**
 * @since 1.0.7
 * @category models
 */
export type UserTag = typeof UserTag.Type

/**
 * Whether an entry is a file or a folder.
 *
 * @since 1.0.7
 * @category models
 */
export const FileType = Schema.Literal("file", "folder")

/**
 * @since 1.0.7
 * @category models
 */
export type FileType = typeof FileType.Type

/**
 * A file type as the service writes it: file=1, folder=2. The words are taken too.
 *
 * @since 1.0.7
 * @category schemas
 */
export const FileTypeFromWire = Schema.Union(Schema.transformLiterals([1, "file"], [2, "folder"]), FileType)

/**
 * A file or folder. Size in bytes, times in epoch milliseconds. Fields that an answer does not carry are absent.
 *
 * @since 1.0.7
 * @category models
 */
export class DriveFile extends Schema.Class<DriveFile>("effect-drive/DriveFile")({
  fileId: Schema.typeSchema(FileId),
  name: Schema.String,
  size: Schema.Number,
  type: FileType,
  parentFileId: Schema.optional(FileId),
  objectKey: Schema.optional(ObjectKey),
  assetId: Schema.optional(AssetId),
  contentType: Schema.optional(Schema.String),
  category: Schema.optional(Schema.String),
  path: Schema.optional(Schema.String),
  preHash: Schema.optional(Schema.String),
  contentHash: Schema.optional(Schema.String),
  contentHashName: Schema.optional(Schema.String),
  status: Schema.optional(Schema.Union(Schema.Number, Schema.String)),
  hidden: Schema.optional(Schema.Boolean),
  starred: Schema.optional(Schema.Boolean),
  userTags: Schema.Array(UserTag),
  createdAt: Schema.optional(Schema.Number),
  updatedAt: Schema.optional(Schema.Number),
  downloadUrl: Schema.optional(Schema.RedactedFromSelf(Schema.String)),
  thumbnailUrl: Schema.optional(Schema.RedactedFromSelf(Schema.String))
}) {
  get isFolder(): boolean {
    return this.type === "folder"
  }
}

const text = Schema.optional(Schema.NullOr(Schema.String))
const secretText = Schema.optional(
  Schema.NullOr(Schema.String.annotations({ message: () => ({ message: "an address", override: true }) }))
)
const time = Schema.optional(Schema.NullOr(Timestamp))

/**
 * A file as the wire spells it, before it is known which of the spellings an answer uses.
 *
 * @since 1.0.7
 * @category schemas
 */
export const WireFile = Schema.Struct({
  file_id: FileId,
  file_name: text,
  name: text,
  file_size: Schema.optional(Schema.NullOr(Schema.NonNegative)),
  size: Schema.optional(Schema.NullOr(Schema.NonNegative)),
  file_type: Schema.optional(Schema.NullOr(FileTypeFromWire)),
  type: Schema.optional(Schema.NullOr(FileTypeFromWire)),
  parent_file_id: text,
  object_key: text,
  asset_id: text,
  content_type: text,
  category: text,
  file_path: text,
  pre_hash: text,
  content_hash: text,
  content_hash_name: text,
  status: Schema.optional(Schema.NullOr(Schema.Union(Schema.Number, Schema.String))),
  hidden: Schema.optional(Schema.NullOr(Schema.Boolean)),
  starred: Schema.optional(Schema.NullOr(Schema.Boolean)),
  user_tags: Schema.optional(Schema.NullOr(Schema.Array(UserTag))),
  created_at: time,
  updated_at: time,
  download_url: secretText,
  url: secretText,
  thumbnail: secretText
})

const orAbsent = <K extends string, A>(key: K, value: A | null | undefined): { readonly [P in K]?: A } =>
  value === null || value === undefined ? {} : { [key]: value } as { readonly [P in K]: A }

/** An empty id of the wire means "none". */
const idOrAbsent = <K extends string, A extends string>(
  key: K,
  schema: { readonly make: (value: string) => A },
  value: string | null | undefined
): { readonly [P in K]?: A } =>
  orAbsent(key, value === null || value === undefined || value === "" ? null : schema.make(value))

/** An answer about one known file may leave its id out. */
const WireFileWithoutId = Schema.Struct({ ...WireFile.fields, file_id: Schema.optional(Schema.NullOr(FileId)) })

const missing = (field: string, actual: unknown): ParseResult.ParseIssue =>
  new ParseResult.Pointer([field], actual, new ParseResult.Missing(new AST.Type(Schema.Unknown.ast)))

const readOnly = (file: DriveFile, _: unknown, ast: AST.AST) =>
  ParseResult.fail(new ParseResult.Forbidden(ast, file, "files are read, never written"))

/**
 * The file of an answer, or which field of it is missing.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fileFromWire = (
  fileId: FileId,
  wire: typeof WireFileWithoutId.Type
): Either.Either<DriveFile, ParseResult.ParseIssue> => {
  const name = wire.file_name ?? wire.name
  if (name === null || name === undefined) return Either.left(missing("file_name", wire))
  const type = wire.file_type ?? wire.type
  if (type === null || type === undefined) return Either.left(missing("file_type", wire))
  const size = wire.file_size ?? wire.size
  if ((size === null || size === undefined) && type === "file") return Either.left(missing("file_size", wire))
  const address = wire.download_url ?? wire.url
  return Either.right(
    new DriveFile({
      fileId,
      name,
      size: size ?? 0,
      type,
      userTags: wire.user_tags ?? [],
      ...idOrAbsent("parentFileId", FileId, wire.parent_file_id),
      ...idOrAbsent("objectKey", ObjectKey, wire.object_key),
      ...idOrAbsent("assetId", AssetId, wire.asset_id),
      ...orAbsent("contentType", wire.content_type),
      ...orAbsent("category", wire.category),
      ...orAbsent("path", wire.file_path),
      ...orAbsent("preHash", wire.pre_hash),
      ...orAbsent("contentHash", wire.content_hash),
      ...orAbsent("contentHashName", wire.content_hash_name),
      ...orAbsent("status", wire.status),
      ...orAbsent("hidden", wire.hidden),
      ...orAbsent("starred", wire.starred),
      ...orAbsent("createdAt", wire.created_at),
      ...orAbsent("updatedAt", wire.updated_at),
      ...(address ? { downloadUrl: Redacted.make(address) } : {}),
      ...(wire.thumbnail ? { thumbnailUrl: Redacted.make(wire.thumbnail) } : {})
    }, true)
  )
}

/**
 * A file of the wire, in either of its spellings (`file_name` or `name`, `file_size` or `size`, `file_type` or `type`).
 *
 * @since 1.0.7
 * @category schemas
 */
export const DriveFileFromWire: Schema.Schema<DriveFile, typeof WireFile.Encoded> = Schema.transformOrFail(
  WireFile,
  Schema.typeSchema(DriveFile),
  { strict: true, decode: (wire) => fileFromWire(wire.file_id, wire), encode: readOnly }
)

/**
 * The answer to a question about one file, whose id it may leave out (spec point 7, `info`).
 *
 * @since 1.0.7
 * @category schemas
 */
export const fileInfoFromWire = (asked: FileId): Schema.Schema<DriveFile, typeof WireFileWithoutId.Encoded> =>
  Schema.transformOrFail(WireFileWithoutId, Schema.typeSchema(DriveFile), {
    strict: true,
    decode: (wire) => fileFromWire(wire.file_id ?? asked, wire),
    encode: readOnly
  })

/**
 * One page of files of the wire: `list`, or `items`; `null` is an empty one.
 *
 * @since 1.0.7
 * @category schemas
 */
export const FileListFromWire = Schema.transformOrFail(
  Schema.Struct({
    list: Schema.optional(Schema.NullOr(Schema.Array(DriveFileFromWire))),
    items: Schema.optional(Schema.NullOr(Schema.Array(DriveFileFromWire))),
    total: Schema.optional(Schema.NullOr(Schema.NonNegativeInt))
  }),
  Schema.typeSchema(Schema.Struct({ items: Schema.Array(DriveFile), total: Schema.UndefinedOr(Schema.Number) })),
  {
    strict: true,
    decode: (wire) => {
      const items = wire.list === undefined ? wire.items : wire.list
      return items === undefined
        ? ParseResult.fail(missing("list", wire))
        : ParseResult.succeed({ items: items ?? [], total: wire.total ?? undefined })
    },
    encode: (page, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, page, "files are read, never written"))
  }
)

/**
 * One page of a list. `next` is opaque and absent on the last page.
 *
 * @since 1.0.7
 * @category models
 */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: string | undefined
  readonly total?: number | undefined
}
