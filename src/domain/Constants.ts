/**
 * The constants of spec point 9, with their units in their types or names.
 *
 * @since 1.0.7
 */
import * as Duration from "effect/Duration"

/**
 * Default part size, bytes; larger files are sent in parts.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultChunkSize = 5_242_880

/**
 * Largest file that is sent with one PUT, bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const directUploadLimit = 5_242_880

/**
 * Content of assets above this size goes up in parts, bytes. The specification shows no value (point 9): this is the limit
 * of all uploads.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultAssetSizeLimit = 5_242_880

/**
 * Files up to this size are hashed whole; larger ones also get a pre-hash over as many leading bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const preHashSize = 1_048_576

/**
 * Most parts one multipart upload may have.
 *
 * @since 1.0.7
 * @category constants
 */
export const maxPartCount = 10_000

/**
 * Smallest part S3 takes (the last one excepted), bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const s3MinPartSize = 5_242_880

/**
 * Smallest part OSS takes, bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const ossMinPartSize = 102_400

/**
 * Part size of programs that work with a bucket of OSS themselves, bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const ossDefaultPartSize = 1_048_576

/**
 * Parts of one upload in flight at first.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultParallelParts = 5

/**
 * Life of a presigned URL for uploads.
 *
 * @since 1.0.7
 * @category constants
 */
export const uploadPresignExpiry = Duration.seconds(3600)

/**
 * Life of a presigned URL when nothing is said.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultPresignExpiry = Duration.seconds(900)

/**
 * Life of a signed URL that a program asks of an oss bucket itself, when nothing is said: a storage-side default of spec point 9.
 *
 * @since 1.0.7
 * @category constants
 */
export const ossSignedUrlExpiry = Duration.seconds(1800)

/**
 * Longest life of a presigned URL.
 *
 * @since 1.0.7
 * @category constants
 */
export const maxPresignExpiry = Duration.days(7)

/**
 * How often credentials are looked at.
 *
 * @since 1.0.7
 * @category constants
 */
export const credentialCheckInterval = Duration.seconds(10)

/**
 * Credentials with less life than this are refreshed.
 *
 * @since 1.0.7
 * @category constants
 */
export const credentialRefreshThreshold = Duration.minutes(10)

/**
 * Refresh interval of a credential that names no expiry.
 *
 * @since 1.0.7
 * @category constants
 */
export const credentialRefreshInterval = Duration.millis(300_000)

/**
 * Days for which an archived object is restored when nothing is said.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultRestoreDays = 2

/**
 * First page of the space list at initialisation.
 *
 * @since 1.0.7
 * @category constants
 */
export const initialSpacePage = { page: 1, pageSize: 10 } as const

/**
 * Default page size of a file list.
 *
 * @since 1.0.7
 * @category constants
 */
export const defaultPageSize = 20

/**
 * Value of the client-type header.
 *
 * @since 1.0.7
 * @category constants
 */
export const clientType = 7

/**
 * Version of this library, as spec point 1 names it.
 *
 * @since 1.0.7
 * @category constants
 */
export const libraryVersion = "1.0.7-beta"

/**
 * Code of "folder exists" when a folder is created with check_name_mode refuse.
 *
 * @since 1.0.7
 * @category constants
 */
export const folderExistsCode = 380505

/**
 * Code of "parent not found".
 *
 * @since 1.0.7
 * @category constants
 */
export const parentNotFoundCode = 381413

/**
 * Code of "no such file or folder".
 *
 * @since 1.0.7
 * @category constants
 */
export const fileNotFoundCode = "NotFound.File"

/**
 * Connections that browsers have to one host over HTTP/1.1, which S3 and OSS speak.
 *
 * @since 1.0.7
 * @category constants
 */
export const connectionsOfPages = 6
