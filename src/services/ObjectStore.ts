/**
 * One bucket, as s3, oss and the in-memory storage give it: primitives only.
 *
 * @since 1.0.7
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { Platform } from "../domain/Platform.js"
import type { PartRange, PartRules } from "../domain/UploadPlan.js"
import type { BucketRules } from "./BucketRules.js"
import type { EtagTrust } from "./EtagTrust.js"
import type { OpenUpload, PartDigest, StoredObject, StoredPart, StoreError } from "./PartStore.js"
import type { PartReply, SignedAddress } from "./Transport.js"

/**
 * What is signed for one request on one object. Without `expiresIn` the address lives 900 s, on oss 1800 s or what the option
 * `signedUrlExpiry` says; one week at most.
 *
 * @since 1.0.7
 * @category models
 */
export interface PresignRequest {
  readonly method: "GET" | "PUT"
  readonly key: string
  readonly expiresIn?: Duration.DurationInput | undefined
  /** PUT: signed, so that the sender must use exactly this one; left out = the body is sent untyped. */
  readonly contentType?: string | undefined
  /** PUT: metadata mark by which `head` recognises the object. */
  readonly mark?: string | undefined
  readonly digest?: PartDigest | undefined
  /** GET: file name of the Content-Disposition of the answer. */
  readonly downloadName?: string | undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export interface ObjectStore {
  readonly platform: Platform
  readonly rules: PartRules
  /** How programs that work with the bucket themselves cut and send, where it is not as elsewhere. Bytes; parts at once. */
  readonly uploads?: { readonly partSize?: number | undefined; readonly parallel?: number | undefined } | undefined
  /** Life of an address that such a program asks for without saying how long; left out = as everywhere, 900 s. */
  readonly signedUrlExpiry?: Duration.DurationInput | undefined
  /** Whether the storage is known to compare checksums that go along with bodies; left out = it is not. */
  readonly comparesChecksums?: Effect.Effect<boolean, StoreError> | undefined
  /** Where ETags may be digests. */
  readonly etags?: EtagTrust | undefined
  /** The object of this key, if there is one. */
  readonly head: (key: string) => Effect.Effect<Option.Option<StoredObject>, StoreError>
  /** Signs an address of an object. */
  readonly presign: (request: PresignRequest) => Effect.Effect<SignedAddress, InvalidInput | StoreError>
  /** Starts a multipart upload and gives its upload id. */
  readonly createMultipart: (options: {
    readonly key: string
    readonly contentType?: string | undefined
    readonly mark?: string | undefined
    /** Each part comes with this checksum, and the storage keeps it. */
    readonly checksum?: "crc32" | undefined
  }) => Effect.Effect<string, StoreError>
  /** Signs the address of one part. */
  readonly presignPart: (options: {
    readonly key: string
    readonly uploadId: string
    readonly partNumber: number
    readonly expiresIn?: Duration.DurationInput | undefined
    readonly digest?: PartDigest | undefined
  }) => Effect.Effect<SignedAddress, InvalidInput | StoreError>
  /** Gives the reply to a PUT of a part, or of a whole object (`uploadId` left out), its meaning. */
  readonly accept: (
    object: { readonly key: string; readonly uploadId?: string | undefined },
    part: PartRange,
    address: SignedAddress,
    reply: PartReply
  ) => Effect.Effect<StoredPart, StoreError>
  /** All pages, in order of part numbers; those after a number, where the storage can be asked so. */
  readonly listParts: (options: {
    readonly key: string
    readonly uploadId: string
    readonly after?: number | undefined
  }) => Stream.Stream<StoredPart, StoreError>
  /**
   * The checksum that each part of an upload must come with, where the storage joins them; left out = none. `UnsupportedOperation`:
   * the upload was begun with another one than those here.
   */
  readonly partChecksum?:
    | ((upload: { readonly key: string; readonly uploadId: string }) => Effect.Effect<"crc32" | undefined, StoreError>)
    | undefined
  /** Makes the object of its parts. */
  readonly complete: (options: {
    readonly key: string
    readonly uploadId: string
    readonly parts: ReadonlyArray<StoredPart>
  }) => Effect.Effect<StoredObject, StoreError>
  /** The open multipart uploads of this key, where the storage lists them. */
  readonly listUploads?: ((key: string) => Effect.Effect<ReadonlyArray<OpenUpload>, StoreError>) | undefined
  /** Takes a multipart upload and its parts back. */
  readonly abort: (options: { readonly key: string; readonly uploadId: string }) => Effect.Effect<void, StoreError>
  /** Lifecycle, versioning and restores, where the storage has them. */
  readonly bucketRules?: BucketRules | undefined
}
