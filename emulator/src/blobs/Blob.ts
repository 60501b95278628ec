/**
 * What the blob store keeps about its objects, uploads and buckets: plain data, the same in memory and on disk.
 */
import * as Schema from "effect/Schema"

/**
 * A digest that the store can take while bytes pass. `crc64` is ECMA-182 (as OSS uses it), `crc64nvme` as S3 does.
 */
export const DigestName = Schema.Literal("md5", "sha1", "sha256", "crc32", "crc32c", "crc64", "crc64nvme")

export type DigestName = typeof DigestName.Type

/**
 * Digests in lower-case hex, big-endian for CRCs.
 */
export const Digests = Schema.partial(Schema.Record({ key: DigestName, value: Schema.String }))

export type Digests = typeof Digests.Type

/**
 * What a client says about an object. `headers` are answered with it (`content-type`, `cache-control` …), `user` are
 * its own words (`x-amz-meta-…` without the prefix); all names in lower case.
 */
export const BlobMetadata = Schema.Struct({
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  user: Schema.Record({ key: Schema.String, value: Schema.String })
})

export type BlobMetadata = typeof BlobMetadata.Type

export const noMetadata: BlobMetadata = { headers: {}, user: {} }

/**
 * A run of bytes that never changes; `id` means something to the backing only. Those of a `gathered` one lie in an open
 * upload of the backing's own, where they can neither be read nor removed alone.
 */
export const Segment = Schema.Struct({
  id: Schema.String,
  size: Schema.Number,
  gathered: Schema.optional(Schema.Literal(true))
})

export type Segment = typeof Segment.Type

/**
 * A part of an object that was made of parts, with the digests that were taken of it besides MD5.
 */
export const JoinedPart = Schema.Struct({ size: Schema.Number, digests: Digests })

export type JoinedPart = typeof JoinedPart.Type

/**
 * A stored object. `etag` is unquoted: the MD5, or `md5OfMd5s-N` of an object made of N parts, whose `uploadId` is
 * kept so that a repeated complete is recognised. `parts` are those that it was made of. `modified` is in milliseconds
 * since the epoch.
 */
export const Blob = Schema.Struct({
  key: Schema.String,
  size: Schema.Number,
  etag: Schema.String,
  digests: Digests,
  modified: Schema.Number,
  metadata: BlobMetadata,
  uploadId: Schema.optional(Schema.String),
  parts: Schema.optional(Schema.Array(JoinedPart)),
  segments: Schema.Array(Segment)
})

export type Blob = typeof Blob.Type

/**
 * A stored part of an open upload; its ETag is its MD5, or what the backing calls it.
 */
export const BlobPart = Schema.Struct({
  number: Schema.Number,
  size: Schema.Number,
  etag: Schema.String,
  digests: Digests,
  modified: Schema.Number,
  segment: Segment
})

export type BlobPart = typeof BlobPart.Type

/**
 * An upload that the backing itself puts together: `id` is the segment that it becomes, `uploadId` the server's own.
 */
export const Gathered = Schema.Struct({ id: Schema.String, uploadId: Schema.String })

export type Gathered = typeof Gathered.Type

/**
 * An open multipart upload.
 */
export const BlobUpload = Schema.Struct({
  uploadId: Schema.String,
  key: Schema.String,
  metadata: BlobMetadata,
  started: Schema.Number,
  gathered: Schema.optional(Gathered)
})

export type BlobUpload = typeof BlobUpload.Type

/**
 * What must hold at the moment of storing: no such object yet (`absent`), any (`present`), one with this ETag (`etag`), or
 * none with it (`etagNot`).
 */
export const Condition = Schema.Union(
  Schema.Struct({ absent: Schema.Literal(true) }),
  Schema.Struct({ present: Schema.Literal(true) }),
  Schema.Struct({ etag: Schema.String }),
  Schema.Struct({ etagNot: Schema.String })
)

export type Condition = typeof Condition.Type

/**
 * What a complete asks for: the parts in their order, headers to answer with the object, the digests of the whole as far
 * as the caller knows them. `etag` is the object's where the protocol has a rule of its own for it.
 */
export const Joining = Schema.Struct({
  parts: Schema.Array(Schema.Struct({ number: Schema.Number, etag: Schema.optional(Schema.String) })),
  headers: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })),
  digests: Schema.optional(Digests),
  etag: Schema.optional(Schema.String),
  condition: Schema.optional(Condition)
})

export type Joining = typeof Joining.Type
