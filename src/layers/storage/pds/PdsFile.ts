/**
 * Files as pds describes them. Fields come and go between versions of the service, so only id, name and type are insisted on.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { DriveFile, type UserTag } from "../../../domain/DriveFile.js"
import { FileId } from "../../../domain/Ids.js"
import { RecycleItem } from "../../../domain/RecycleItem.js"
import { Timestamp } from "../../../domain/Timestamp.js"

/** What is mistyped counts as absent: no field here is worth the loss of a listing. */
const lenient = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optional(Schema.Union(
    schema,
    Schema.transform(Schema.Unknown, Schema.Undefined, {
      strict: true,
      decode: () => undefined,
      encode: () => undefined
    })
  ))

const text = lenient(Schema.String)
const time = lenient(Timestamp)
const flag = lenient(Schema.Boolean)

/** A map in answers; a list of pairs in older ones. */
const Tags = Schema.Union(
  Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.String })),
  // Taken as it is: a record is copied key by key, and would lose `__proto__`.
  Schema.declare((tags): tags is Readonly<Record<string, string>> =>
    typeof tags === "object" && tags !== null && !Array.isArray(tags) &&
    Object.values(tags).every((value) => typeof value === "string")
  )
)

const Thumbnails = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/**
 * A file of `get`, `list`, `complete` and their like.
 */
export const PdsFile = Schema.Struct({
  file_id: FileId,
  name: Schema.String,
  type: Schema.Literal("file", "folder"),
  parent_file_id: text,
  size: lenient(Schema.NonNegative),
  status: text,
  content_type: text,
  mime_type: text,
  category: text,
  content_hash: text,
  content_hash_name: text,
  crc64_hash: text,
  upload_id: text,
  hidden: flag,
  starred: flag,
  user_tags: lenient(Tags),
  created_at: time,
  updated_at: time,
  trashed_at: time,
  download_url: text,
  url: text,
  thumbnail: text,
  thumbnail_urls: lenient(Thumbnails)
})

/**
 * @see {@link PdsFile}
 */
export type PdsFile = typeof PdsFile.Type

/**
 * A page of files; an empty or absent marker ends the list.
 */
export const PdsFilePage = Schema.Struct({
  items: Schema.optional(Schema.NullOr(Schema.Array(PdsFile))),
  next_marker: Schema.optional(Schema.NullOr(Schema.String))
})

/**
 * Under which name the one thumbnail that is asked for comes back.
 */
export const thumbnailName = "small"

/**
 * Tags in whichever form they came.
 */
export const tagsOf = ({ user_tags }: PdsFile): ReadonlyArray<UserTag> => {
  if (user_tags === undefined) return []
  return isList(user_tags) ? user_tags : Object.entries(user_tags).map(([key, value]) => ({ key, value }))
}

const isList = (tags: typeof Tags.Type): tags is ReadonlyArray<UserTag> => Array.isArray(tags)

const present = <K extends string, A>(key: K, value: A | undefined | ""): { readonly [P in K]?: A } =>
  // A computed key widens to `string`, whatever K is.
  value === undefined || value === "" ? {} : { [key]: value } as { readonly [P in K]: A }

const thumbnailOf = (file: PdsFile): string | undefined => {
  const named = file.thumbnail_urls?.[thumbnailName]
  return typeof named === "string" && named !== "" ? named : file.thumbnail
}

const fieldsOf = (file: PdsFile) => {
  const address = file.download_url || file.url
  const thumbnail = thumbnailOf(file)
  return {
    fileId: file.file_id,
    name: file.name,
    size: file.size ?? 0,
    type: file.type,
    userTags: tagsOf(file),
    ...(file.parent_file_id ? { parentFileId: FileId.make(file.parent_file_id) } : {}),
    ...present("contentType", file.content_type || file.mime_type),
    ...present("category", file.category),
    ...present("contentHash", file.content_hash),
    ...present("contentHashName", file.content_hash_name),
    ...present("crc64", file.crc64_hash),
    ...present("status", file.status),
    ...present("hidden", file.hidden),
    ...present("starred", file.starred),
    ...present("createdAt", file.created_at),
    ...present("updatedAt", file.updated_at),
    ...(address ? { downloadUrl: Redacted.make(address) } : {}),
    ...(thumbnail ? { thumbnailUrl: Redacted.make(thumbnail) } : {})
  }
}

/**
 * The file as the rest of the library knows it.
 */
export const driveFile = (file: PdsFile): DriveFile => new DriveFile(fieldsOf(file), true)

/**
 * The same of the recycle bin.
 */
export const recycleItem = (file: PdsFile): RecycleItem =>
  new RecycleItem({ ...fieldsOf(file), ...present("recycledAt", file.trashed_at) }, true)
