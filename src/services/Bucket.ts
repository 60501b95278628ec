/**
 * The bucket behind a space, for programs that work with objects instead of files.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as BucketVersioning from "../domain/BucketVersioning.js"
import type { SpaceNotFound } from "../domain/errors/ApiErrors.js"
import type { InvalidInput, PlatformNotSupported } from "../domain/errors/InputErrors.js"
import type { CredentialExpired } from "../domain/errors/StorageErrors.js"
import type { SaveFailed, SourceChanged } from "../domain/errors/TransferErrors.js"
import type { LifecycleRule } from "../domain/LifecycleRule.js"
import type * as ObjectRestore from "../domain/ObjectRestore.js"
import type { PresignRequest } from "./ObjectStore.js"
import type { StoredObject, StoreError } from "./PartStore.js"
import type { InSpace } from "./Spaces.js"
import type { SignedAddress } from "./Transport.js"
import type { SourceInput } from "./UploadSource.js"

/**
 * A multipart upload to resume: source, object key and upload id are required (spec point 5). `partSize` in bytes; by
 * default that of the stored parts. `sent` is called with the bytes handed to the network since the last call.
 *
 * @since 1.0.7
 * @category models
 */
export interface ResumeMultipart {
  readonly source: SourceInput | undefined
  readonly objectKey: string | undefined
  readonly uploadId: string | undefined
  readonly partSize?: number | undefined
  readonly sent?: ((bytes: number) => void) | undefined
}

/**
 * Which object is restored, for how many days (default 2) and how fast.
 *
 * @since 1.0.7
 * @category models
 */
export interface RestoreObject extends ObjectRestore.RestoreOptions {
  readonly objectKey: string
}

/**
 * How a call about a bucket can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type BucketError = Exclude<StoreError, CredentialExpired> | InvalidInput | PlatformNotSupported | SpaceNotFound

export declare namespace Bucket {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Sends the missing parts, five at a time, and completes the upload. A missing argument is `InvalidInput`: 'aws s3
     * file empty', 'aws s3 object_key empty', 'aws s3 upload_id empty'. `NoSuchUpload` if the storage does not know the
     * upload.
     */
    readonly resume: (
      upload: ResumeMultipart,
      options?: InSpace
    ) => Effect.Effect<StoredObject, BucketError | SaveFailed | SourceChanged>
    /** Aborts a multipart upload; 'object_key required' without its key. Without an upload id there is nothing to abort. */
    readonly cancel: (
      upload: { readonly objectKey: string | undefined; readonly uploadId?: string | undefined },
      options?: InSpace
    ) => Effect.Effect<void, BucketError>
    /**
     * A signed address of an object. Without `expiresIn` it is valid for 900 s, on oss for 1800 s, or for the option
     * `signedUrlExpiry`; one week at most (spec point 9).
     */
    readonly presign: (request: PresignRequest, options?: InSpace) => Effect.Effect<SignedAddress, BucketError>
    readonly lifecycle: {
      /**
       * All rules; empty if the bucket has none. `UnsupportedOperation` for a rule that `LifecycleRule` cannot express.
       */
      readonly get: (options?: InSpace) => Effect.Effect<ReadonlyArray<LifecycleRule>, BucketError>
      /**
       * Replaces all rules by these, after a check of each. Rules that the platform does not have are
       * `UnsupportedOperation`.
       */
      readonly put: (rules: ReadonlyArray<LifecycleRule>, options?: InSpace) => Effect.Effect<void, BucketError>
      /** Removes all rules. It is no error if there are none. */
      readonly remove: (options?: InSpace) => Effect.Effect<void, BucketError>
    }
    readonly versioning: {
      /** `undefined` if it was never set. */
      readonly get: (
        options?: InSpace
      ) => Effect.Effect<BucketVersioning.VersioningStatus | undefined, BucketError>
      readonly put: (
        status: BucketVersioning.VersioningStatus,
        options?: InSpace
      ) => Effect.Effect<void, BucketError>
    }
    /**
     * Makes an archived object readable for some days. `StorageError` with reason ObjectNotFound, RestoreInProgress, or
     * InvalidObjectState for one that is not archived.
     */
    readonly restore: (
      wanted: RestoreObject,
      options?: InSpace
    ) => Effect.Effect<ObjectRestore.StartedRestore, BucketError>
    /** Whether an archived object is being restored, and until when it can be read. */
    readonly restoreState: (
      objectKey: string,
      options?: InSpace
    ) => Effect.Effect<ObjectRestore.RestoreState, BucketError>
  }
}

/**
 * The bucket of a space on s3 or oss: multipart uploads, signed addresses, lifecycle, versioning, restores. A space on
 * pds has none: `UnsupportedOperation`.
 *
 * @since 1.0.7
 * @category tags
 */
export class Bucket extends Context.Tag("effect-drive/Bucket")<Bucket, Bucket.Service>() {}
