/**
 * One object being stored: all that the part engine sees of a storage.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { QuotaExceeded } from "../domain/errors/FileErrors.js"
import type { InvalidInput, UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { CredentialExpired, IntegrityError, NoSuchUpload, StorageError } from "../domain/errors/StorageErrors.js"
import type { Verified } from "../domain/Integrity.js"
import type { PartRange, PartRules } from "../domain/UploadPlan.js"
import type { ApiFailure } from "./DriveApi.js"
import type { EtagTrust } from "./EtagTrust.js"
import type { Hasher, HashError } from "./Hasher.js"
import type { PartReply, SignedAddress } from "./Transport.js"
import type { UploadSource } from "./UploadSource.js"

/**
 * How a call to a storage can fail; the API's failures are here because a credential may have to be fetched first.
 *
 * @since 1.0.7
 * @category errors
 */
export type StoreError =
  | ApiFailure
  | CredentialExpired
  | IntegrityError
  | InvalidInput
  | NoSuchUpload
  | QuotaExceeded
  | StorageError
  | UnsupportedOperation

/**
 * How reading ahead for a storage can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type LearnFailure = HashError | UnsupportedOperation

/**
 * Digests of the bytes of one part or of a whole object, as the platforms want them: hex for `md5`, decimal text for
 * `crc64`, base64 for `crc32`.
 *
 * @since 1.0.7
 * @category models
 */
export interface PartDigest {
  readonly md5?: string | undefined
  readonly crc32?: string | undefined
  readonly crc64?: string | undefined
}

/**
 * A part that the storage has. ETag without quotes. `proof`: what of its bytes was compared with the storage's word when it was sent.
 * `callback`: what the service answered to the storage's callback (oss).
 *
 * @since 1.0.7
 * @category models
 */
export interface StoredPart {
  readonly number: number
  readonly size: number
  readonly etag?: string | undefined
  readonly digest?: PartDigest | undefined
  readonly proof?: Exclude<Verified, "size"> | undefined
  readonly callback?: unknown
}

/**
 * The parts of an upload that the storage has answered for, by number.
 *
 * @since 1.0.7
 * @category models
 */
export type Journal = Map<number, StoredPart>

/**
 * A multipart upload that is neither completed nor aborted. `begunAt` is epoch milliseconds by the storage's clock.
 *
 * @since 1.0.7
 * @category models
 */
export interface OpenUpload {
  readonly uploadId: string
  readonly begunAt: number
}

/**
 * An object that the storage has. ETag without quotes; `mark` is the metadata mark that an upload left, `callback` what the
 * service answered to the storage's callback (oss).
 *
 * @since 1.0.7
 * @category models
 */
export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly etag?: string | undefined
  readonly mark?: string | undefined
  readonly digest?: PartDigest | undefined
  readonly callback?: unknown
}

/**
 * What an object must look like to be the one this upload stored.
 *
 * @since 1.0.7
 * @category models
 */
export interface ExpectedObject {
  readonly size: number
  /** Predicted from the parts, where those ETags are digests. */
  readonly etag?: string | undefined
  readonly digest?: PartDigest | undefined
}

/**
 * One object, stored with one PUT.
 *
 * @since 1.0.7
 * @category models
 */
export interface DirectStore {
  /** Where the body goes; signed together with the digest, where the storage is to compare it. */
  readonly address: (part: PartRange, digest?: PartDigest) => Effect.Effect<SignedAddress, StoreError>
  /** Gives the reply its meaning as the platform means it. */
  readonly accept: (part: PartRange, address: SignedAddress, reply: PartReply) => Effect.Effect<StoredPart, StoreError>
  /** Where a stored body becomes an object only by one more call (pds). */
  readonly complete?: ((expected: ExpectedObject) => Effect.Effect<StoredObject, StoreError>) | undefined
  /** The object, if it is there and is ours. */
  readonly find: (expected: ExpectedObject) => Effect.Effect<Option.Option<StoredObject>, StoreError>
  /** Where ETags may be digests. */
  readonly etags?: EtagTrust | undefined
  /** Where the object can be read back, if its ETags may be digests. */
  readonly reading?: Effect.Effect<SignedAddress, StoreError> | undefined
}

/**
 * One object, stored in parts.
 *
 * @since 1.0.7
 * @category models
 */
export interface PartStore {
  readonly rules: PartRules
  /**
   * Reads the source once before its parts are sent, where addresses need to know what comes before a part (pds). `hashed` is
   * called with the bytes done since the last call.
   */
  readonly learn?:
    | ((
      source: UploadSource,
      partSize: number,
      hashed: (bytes: number) => void
    ) => Effect.Effect<void, LearnFailure, Hasher>)
    | undefined
  /** Its complete tells damaged bytes before the object is made, and a part that is there may be sent again (pds, parallel). */
  readonly replacesParts?: boolean | undefined
  /** Starts the multipart upload and gives its upload id. */
  readonly begin: Effect.Effect<string, StoreError>
  /** Where the part goes; signed together with the digest, where the storage is to compare it. */
  readonly address: (uploadId: string, part: PartRange, digest?: PartDigest) => Effect.Effect<SignedAddress, StoreError>
  /** Gives the reply to a part its meaning as the platform means it. */
  readonly accept: (
    uploadId: string,
    part: PartRange,
    address: SignedAddress,
    reply: PartReply
  ) => Effect.Effect<StoredPart, StoreError>
  /** All pages, in order of part numbers; those after a number, where the storage can be asked so. */
  readonly parts: (uploadId: string, after?: number) => Stream.Stream<StoredPart, StoreError>
  /** Makes the object of its parts. */
  readonly complete: (
    uploadId: string,
    parts: ReadonlyArray<StoredPart>,
    expected: ExpectedObject
  ) => Effect.Effect<StoredObject, StoreError>
  /** Takes the upload and its parts back. */
  readonly abort: (uploadId: string) => Effect.Effect<void, StoreError>
  /** The open uploads of this object, where the storage lists them. */
  readonly open?: Effect.Effect<ReadonlyArray<OpenUpload>, StoreError> | undefined
  /** The object, if it is there and is ours. */
  readonly find: DirectStore["find"]
  readonly etags?: DirectStore["etags"]
  readonly reading?: DirectStore["reading"]
}
