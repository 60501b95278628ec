/**
 * What the emulator keeps of a file or folder. These are the rows of its state, not the shapes of the wire.
 */
import * as Schema from "effect/Schema"

/**
 * Bytes that a file has or is promised: where they lie, how many, and what their SHA-1 is said to be (upper-case hex).
 * Drives on pds keep their CRC-64 too, as a decimal number.
 */
export const Content = Schema.Struct({
  objectKey: Schema.NonEmptyString,
  size: Schema.NonNegativeInt,
  contentType: Schema.String,
  preHash: Schema.optional(Schema.String),
  contentHash: Schema.optional(Schema.String),
  crc64: Schema.optional(Schema.String)
})

export type Content = typeof Content.Type

export const CheckNameMode = Schema.Literal("ignore", "auto_rename", "refuse", "overwrite")

export type CheckNameMode = typeof CheckNameMode.Type

/**
 * An upload that was announced and not confirmed. A file may wait for several; the newest whose bytes are there wins.
 */
export const PendingContent = Schema.Struct({ content: Content, checkNameMode: CheckNameMode })

export type PendingContent = typeof PendingContent.Type

export const Asset = Schema.Struct({ assetId: Schema.NonEmptyString, status: Schema.Int })

/**
 * What drives on pds keep of an entry besides. Times are as the client wrote them.
 */
export const DriveFacts = Schema.Struct({
  starred: Schema.optional(Schema.Boolean),
  description: Schema.optional(Schema.String),
  labels: Schema.optional(Schema.Array(Schema.String)),
  localCreatedAt: Schema.optional(Schema.String),
  localModifiedAt: Schema.optional(Schema.String),
  customIndexKey: Schema.optional(Schema.String)
})

export type DriveFacts = typeof DriveFacts.Type

/**
 * A file or folder. `sequence` counts entries in the order of their creation and breaks ties of sorting; times are
 * epoch milliseconds. A file without `content` is still being uploaded and is not listed. What is in the recycle bin
 * because a folder above it was put there names that folder in `recycledWith`.
 */
export const Entry = Schema.Struct({
  fileId: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  parentFileId: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  type: Schema.Literal("file", "folder"),
  sequence: Schema.NonNegativeInt,
  createdAt: Schema.Number,
  updatedAt: Schema.Number,
  hidden: Schema.Boolean,
  userTags: Schema.Array(Schema.Struct({ key: Schema.String, value: Schema.String })),
  content: Schema.optional(Content),
  pending: Schema.Array(PendingContent),
  asset: Schema.optional(Asset),
  drive: Schema.optional(DriveFacts),
  recycledAt: Schema.optional(Schema.Number),
  recycledWith: Schema.optional(Schema.NonEmptyString)
})

export type Entry = typeof Entry.Type

/**
 * The id of every space's root folder, which has no entry of its own.
 */
export const rootId = "root"

/**
 * Says whether an entry can be seen: a folder, or a file whose bytes are there; not in the recycle bin.
 */
export const isAvailable = (entry: Entry): boolean =>
  entry.recycledAt === undefined && (entry.type === "folder" || entry.content !== undefined)

/**
 * The bytes that are there, or else those that were promised last.
 */
export const shownContent = ({ content, pending }: Entry): Content | undefined => content ?? pending.at(-1)?.content

export const statusOf = (entry: Entry): "available" | "uploading" =>
  entry.type === "folder" || entry.content !== undefined ? "available" : "uploading"
