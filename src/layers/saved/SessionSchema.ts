/**
 * What a saved session must look like to be believed.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import { CheckNameMode } from "../../domain/CheckNameMode.js"
import { AssetId, FileId, ObjectKey, SpaceId, UploadId, Wsid } from "../../domain/Ids.js"
import { Integrity, Verified } from "../../domain/Integrity.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload } from "../../services/UploadSessions.js"

const Text = Schema.UndefinedOr(Schema.String)

const Identity = Schema.Struct({
  name: Schema.String,
  size: Schema.NonNegativeInt,
  modifiedAt: Schema.UndefinedOr(Schema.Number)
})

const Ticket = Schema.Struct({
  platform: Schema.Literal("pds", "oss", "s3"),
  spaceId: SpaceId,
  fileId: FileId,
  objectKey: Schema.UndefinedOr(ObjectKey),
  assetId: Schema.UndefinedOr(AssetId),
  name: Schema.String,
  kind: Schema.Literal("new", "update"),
  checkNameMode: Schema.UndefinedOr(CheckNameMode),
  contentType: Text,
  mark: Schema.String,
  uploadId: Text,
  pds: Schema.optional(Schema.Struct({
    partCount: Schema.Positive,
    overwrites: Schema.Boolean,
    parallel: Schema.Boolean
  })),
  integrity: Schema.optional(Integrity),
  verified: Schema.optional(Verified)
})

const Request = Schema.Struct({
  name: Schema.optional(Schema.String),
  parentFileId: Schema.optional(Schema.String),
  path: Schema.optional(Schema.String),
  fileId: Schema.optional(Schema.String),
  checkNameMode: Schema.optional(CheckNameMode),
  chunkSize: Schema.optional(Schema.Number),
  parallel: Schema.optional(Schema.Number),
  priority: Schema.optional(Schema.Number),
  asset: Schema.optional(Schema.Struct({
    assetId: Schema.optional(Schema.String),
    folderId: Schema.optional(Schema.String),
    rawAction: Schema.optional(Schema.Union(Schema.String, Schema.Number))
  }))
})

const FileDigests = Schema.Struct({
  preHash: Schema.optional(Schema.String),
  contentHash: Schema.String,
  contentHashName: Schema.Literal("sha1")
})

const Ended = Schema.Struct({
  fileId: FileId,
  objectKey: Schema.optional(ObjectKey),
  assetId: Schema.optional(AssetId),
  size: Schema.NonNegativeInt,
  etag: Schema.optional(Schema.String),
  crc64: Schema.optional(Schema.String),
  at: Schema.Number
})

/**
 * @since 1.0.7
 * @category schemas
 */
export const SavedUploadJson: Schema.Schema<SavedUpload, string> = Schema.parseJson(Schema.Struct({
  id: UploadId,
  wsid: Schema.UndefinedOr(Wsid),
  spaceId: SpaceId,
  identity: Identity,
  request: Request,
  preHash: Text,
  digests: Schema.optional(FileDigests),
  ticket: Schema.optional(Ticket),
  uploadId: Schema.optional(Schema.String),
  partSize: Schema.optional(Schema.Positive),
  beginLostAt: Schema.optional(Schema.Number),
  savedAt: Schema.Number,
  revision: Schema.optional(Schema.Number),
  aborting: Schema.Boolean,
  ended: Schema.optional(Ended),
  queued: Schema.optional(Schema.Struct({ owner: Schema.String, sized: Schema.Boolean }))
}))

/**
 * @since 1.0.7
 * @category schemas
 */
export const StoredPartJson: Schema.Schema<StoredPart, string> = Schema.parseJson(Schema.Struct({
  number: Schema.Positive,
  size: Schema.NonNegativeInt,
  etag: Schema.optional(Schema.String),
  digest: Schema.optional(Schema.Struct({
    md5: Schema.optional(Schema.String),
    crc32: Schema.optional(Schema.String),
    crc64: Schema.optional(Schema.String)
  })),
  proof: Schema.optional(Schema.Literal("checksum", "md5"))
}))
