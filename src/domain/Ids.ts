/**
 * Identifiers of the service, branded so that they cannot be mixed up.
 *
 * Methods take plain strings; entities that come back carry the brands. Ids stay text on the wire, because a
 * 64-bit number would lose digits in `JSON.parse`.
 *
 * @since 1.0.7
 */
import * as Schema from "effect/Schema"

/**
 * Id of a drive space.
 *
 * @since 1.0.7
 * @category models
 */
export const SpaceId = Schema.NonEmptyString.pipe(Schema.brand("SpaceId"))

/**
 * @since 1.0.7
 * @category models
 */
export type SpaceId = typeof SpaceId.Type

/**
 * Id of a file or folder; the root folder is the literal `root`.
 *
 * @since 1.0.7
 * @category models
 */
export const FileId = Schema.NonEmptyString.pipe(Schema.brand("FileId"))

/**
 * @since 1.0.7
 * @category models
 */
export type FileId = typeof FileId.Type

/**
 * Id of an asset.
 *
 * @since 1.0.7
 * @category models
 */
export const AssetId = Schema.NonEmptyString.pipe(Schema.brand("AssetId"))

/**
 * @since 1.0.7
 * @category models
 */
export type AssetId = typeof AssetId.Type

/**
 * Key of an object in the bucket of a space.
 *
 * @since 1.0.7
 * @category models
 */
export const ObjectKey = Schema.NonEmptyString.pipe(Schema.brand("ObjectKey"))

/**
 * @since 1.0.7
 * @category models
 */
export type ObjectKey = typeof ObjectKey.Type

/**
 * Id of one upload in this client's registry; not the storage's multipart upload id.
 *
 * @since 1.0.7
 * @category models
 */
export const UploadId = Schema.NonEmptyString.pipe(Schema.brand("UploadId"))

/**
 * @since 1.0.7
 * @category models
 */
export type UploadId = typeof UploadId.Type

/**
 * Id of one download in this client's registry.
 *
 * @since 1.0.7
 * @category models
 */
export const DownloadId = Schema.NonEmptyString.pipe(Schema.brand("DownloadId"))

/**
 * @since 1.0.7
 * @category models
 */
export type DownloadId = typeof DownloadId.Type

/**
 * Id of a signed-in user, as login returns it.
 *
 * @since 1.0.7
 * @category models
 */
export const Wsid = Schema.NonEmptyString.pipe(Schema.brand("Wsid"))

/**
 * @since 1.0.7
 * @category models
 */
export type Wsid = typeof Wsid.Type

/**
 * The id of the root folder (spec point 3: parent_file_id defaults to root).
 *
 * @since 1.0.7
 * @category constants
 */
export const rootFileId = FileId.make("root")
