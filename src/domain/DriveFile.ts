/**
 * Files and folders (spec point 3).
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import { AssetId, FileId, ObjectKey } from "./Ids.js"

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
  crc64: Schema.optional(Schema.String),
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
