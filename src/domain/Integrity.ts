/**
 * How bytes are proven that a storage has taken.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"

/**
 * What is compared of each body that is sent. `auto`: what the storage is known to be good for (`crc64` on oss and pds; on s3 `crc32`
 * at Amazon, else `etag`). `crc32`: a checksum goes along, which S3 compares and keeps (s3); where none comes back, the ETag is
 * compared instead, if it is a digest. `crc64`: the checksum of the answer (oss, pds). `etag`: the ETag, with the MD5 that is made
 * beside the sending (s3). `md5`: the same, and a Content-MD5 goes along (s3, oss). `none`: size and ETag of the whole alone.
 *
 * @since 1.0.7
 * @category models
 */
export const Integrity = Schema.Literal("auto", "none", "crc32", "crc64", "etag", "md5")

/**
 * @since 1.0.7
 * @category models
 */
export type Integrity = typeof Integrity.Type

/**
 * How it is known that the storage has the bytes that were read. `checksum`: their CRC. `md5`: their MD5. `size`: by their number
 * alone, where the storage says nothing that is a digest, or nothing was to be compared.
 *
 * @since 1.0.7
 * @category models
 */
export const Verified = Schema.Literal("checksum", "md5", "size")

/**
 * @since 1.0.7
 * @category models
 */
export type Verified = typeof Verified.Type
