/**
 * The calls about objects and open uploads of one bucket on s3, whoever makes them: the SDK, or a page by itself.
 */
import type * as Effect from "effect/Effect"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { OpenUpload, StoredObject, StoredPart, StoreError } from "../../../services/PartStore.js"

/**
 * An open upload of an object.
 */
export interface OpenKey {
  readonly key: string
  readonly uploadId: string
}

/**
 * Some parts of an open upload, and the marker of the next page, as far as the answer has one.
 */
export interface PartPage {
  readonly parts: ReadonlyArray<StoredPart>
  /** The checksum that the upload was begun with, in the storage's own words. */
  readonly checksum: { readonly algorithm: string | undefined; readonly type: string | undefined }
  readonly isTruncated: boolean
  readonly marker: string | undefined
}

/**
 * Each is one request; what an answer leaves out is `undefined`.
 */
export interface S3Calls {
  readonly head: (key: string) => Effect.Effect<StoredObject, StoreError>
  readonly begin: (
    upload: Parameters<ObjectStore["createMultipart"]>[0]
  ) => Effect.Effect<string | undefined, StoreError>
  /** The parts behind `marker`, at most `most`. */
  readonly partPage: (
    upload: OpenKey,
    page: { readonly marker: string | undefined; readonly most: number | undefined }
  ) => Effect.Effect<PartPage, StoreError>
  /** Gives the ETag of the object. The parts are in order. */
  readonly complete: (
    upload: OpenKey,
    parts: ReadonlyArray<StoredPart>
  ) => Effect.Effect<string | undefined, StoreError>
  /** Those of this very key. */
  readonly uploads: (key: string) => Effect.Effect<ReadonlyArray<OpenUpload>, StoreError>
  readonly abort: (upload: OpenKey) => Effect.Effect<void, StoreError>
}
