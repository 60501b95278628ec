/**
 * What is sent along with the bytes, so that the storage can tell damaged ones.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"
import type { Space } from "./Space.js"

/**
 * `crc32`: a checksum with each part, which S3 compares and keeps (s3); where none comes back, the ETag is compared instead, if it
 * is a digest. `md5`: Content-MD5 with each part, and the ETag compared where it is a digest (s3, oss). `crc64`: the checksum of
 * the answer compared (oss, pds). `none`: size and ETag of the whole alone.
 *
 * @since 1.0.7
 * @category models
 */
export const Integrity = Schema.Literal("none", "crc32", "crc64", "md5")

/**
 * @since 1.0.7
 * @category models
 */
export type Integrity = typeof Integrity.Type

/**
 * `crc64` where the storage computes it by itself (oss, pds), so that bytes are compared with no header more; on s3 files are
 * created with their SHA-1, and the ETag of the whole is compared.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultIntegrity = (space: Pick<Space, "platform">): Integrity =>
  space.platform === "oss" || space.platform === "pds" ? "crc64" : "none"
