/**
 * Files and folders as the service writes them (spec point 3), in both of its spellings.
 *
 * @since 1.0.7
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { DriveFile, FileType } from "./DriveFile.js"
import { essential } from "./Essential.js"
import { AssetId, FileId, ObjectKey } from "./Ids.js"
import { Timestamp } from "./Timestamp.js"

/** A file type as the service writes it: file=1, folder=2. The words are taken too. */
const FileTypeFromWire = Schema.Union(Schema.transformLiterals([1, "file"], [2, "folder"]), FileType).annotations({
  description: "a file type: 1 or file, 2 or folder"
})

const text = Schema.optional(Schema.NullOr(Schema.String))
const secretText = Schema.optional(
  Schema.NullOr(Schema.String.annotations({ message: () => ({ message: "an address", override: true }) }))
)
const time = Schema.optional(Schema.NullOr(Timestamp))

/** A tag without a value has an empty one. */
const WireTag = Schema.Struct({
  key: Schema.String,
  value: Schema.optionalWith(Schema.String, { nullable: true, default: () => "" })
})

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
  user_tags: Schema.optional(Schema.NullOr(Schema.Array(WireTag))),
  created_at: time,
  updated_at: time,
  download_url: secretText,
  url: secretText,
  thumbnail: secretText
})

type Writable<A> = { -readonly [K in keyof A]: A[K] }

const isGiven = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined

/** An answer about one known file may leave its id out. */
const WireFileWithoutId = Schema.Struct({ ...WireFile.fields, file_id: Schema.optional(Schema.NullOr(FileId)) })

const missing = (field: string, actual: unknown): ParseResult.ParseIssue =>
  new ParseResult.Pointer([field], actual, new ParseResult.Missing(new AST.Type(Schema.Unknown.ast)))

const readOnly = (files: unknown, _: unknown, ast: AST.AST) =>
  ParseResult.fail(new ParseResult.Forbidden(ast, files, "files are read, never written"))

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
  const name = (wire.file_name || wire.name) ?? wire.file_name
  if (name === null || name === undefined) return Either.left(missing("file_name", wire))
  const type = wire.file_type ?? wire.type
  if (type === null || type === undefined) return Either.left(missing("file_type", wire))
  const size = wire.file_size ?? wire.size
  if ((size === null || size === undefined) && type === "file") return Either.left(missing("file_size", wire))
  // Pages hold a thousand files: one object each, without the copies that the class's own constructor makes.
  const file: Writable<DriveFile> = Object.create(DriveFile.prototype)
  file.fileId = fileId
  file.name = name
  file.size = size ?? 0
  file.type = type
  file.userTags = wire.user_tags ?? []
  // An empty text of the wire means "none".
  if (wire.parent_file_id) file.parentFileId = FileId.make(wire.parent_file_id, true)
  if (wire.object_key) file.objectKey = ObjectKey.make(wire.object_key, true)
  if (wire.asset_id) file.assetId = AssetId.make(wire.asset_id, true)
  if (wire.content_type) file.contentType = wire.content_type
  if (wire.category) file.category = wire.category
  if (wire.file_path) file.path = wire.file_path
  if (wire.pre_hash) file.preHash = wire.pre_hash
  if (wire.content_hash) file.contentHash = wire.content_hash
  if (wire.content_hash_name) file.contentHashName = wire.content_hash_name
  if (isGiven(wire.status) && wire.status !== "") file.status = wire.status
  if (isGiven(wire.hidden)) file.hidden = wire.hidden
  if (isGiven(wire.starred)) file.starred = wire.starred
  if (isGiven(wire.created_at)) file.createdAt = wire.created_at
  if (isGiven(wire.updated_at)) file.updatedAt = wire.updated_at
  const address = wire.download_url || wire.url
  if (address) file.downloadUrl = Redacted.make(address)
  if (wire.thumbnail) file.thumbnailUrl = Redacted.make(wire.thumbnail)
  return Either.right(file)
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

const wireFiles = essential(Schema.optional(Schema.NullOr(Schema.Array(WireFile))))

/** What the decoding below has just made is not looked at again, file by file. */
const FileList = Schema.declare(
  (list: unknown): list is { readonly items: ReadonlyArray<DriveFile>; readonly total: number | undefined } =>
    typeof list === "object" && list !== null && "items" in list
)

const filesFromWire = (
  field: "list" | "items",
  wire: ReadonlyArray<typeof WireFile.Type>
): Either.Either<ReadonlyArray<DriveFile>, ParseResult.ParseIssue> => {
  const files: Array<DriveFile> = []
  for (const [index, one] of wire.entries()) {
    const file = fileFromWire(one.file_id, one)
    if (Either.isLeft(file)) return Either.left(new ParseResult.Pointer([field, index], one, file.left))
    files.push(file.right)
  }
  return Either.right(files)
}

/**
 * One page of files of the wire: `list`, or `items`; `null` is an empty one.
 *
 * @since 1.0.7
 * @category schemas
 */
export const FileListFromWire = Schema.transformOrFail(
  Schema.Struct({
    list: wireFiles,
    items: wireFiles,
    total: Schema.optional(Schema.NullOr(Schema.NonNegativeInt))
  }),
  FileList,
  {
    strict: true,
    decode: (wire) => {
      const field = wire.list === undefined ? "items" : "list"
      const files = wire[field]
      return files === undefined
        ? ParseResult.fail(missing("list", wire))
        : Either.map(filesFromWire(field, files ?? []), (items) => ({ items, total: wire.total ?? undefined }))
    },
    encode: readOnly
  }
)
