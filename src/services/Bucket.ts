/**
 * The bucket behind a space, for programs that work with objects themselves.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { InvalidInput, PlatformNotSupported } from "../domain/errors/InputErrors.js"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { SaveFailed, SourceChanged } from "../domain/errors/TransferErrors.js"
import * as ObjectUploads from "./engine/objectUploads.js"
import type { ObjectStore, PresignRequest } from "./ObjectStore.js"
import type { StoredObject, StoreError } from "./PartStore.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"
import { StorageProviders } from "./StorageProviders.js"
import type { SignedAddress } from "./Transport.js"
import { Transport } from "./Transport.js"
import type { SourceInput } from "./UploadSource.js"
import { UploadSources } from "./UploadSource.js"

/**
 * A multipart upload that goes on: all three are needed (spec point 5). `partSize` in bytes; left out, it is read off the
 * parts that are there. `sent` is called with the bytes handed to the network since the last call.
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
 * @since 1.0.7
 * @category errors
 */
export type BucketError = InvalidInput | PlatformNotSupported | StoreError

export declare namespace Bucket {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /**
     * Sends the parts that are missing, five at a time, and completes. 'aws s3 file empty', 'aws s3 object_key empty' and
     * 'aws s3 upload_id empty' without their arguments; `NoSuchUpload` when the storage has forgotten the upload.
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
    /** A signed address of an object: 900 s unless `expiresIn` says else, one week at most. */
    readonly presign: (request: PresignRequest, options?: InSpace) => Effect.Effect<SignedAddress, BucketError>
  }
}

const make = Effect.gen(function*() {
  const providers = yield* StorageProviders
  const sources = yield* UploadSources
  const spaces = yield* Spaces
  const transport = yield* Transport

  const objectsOf = Effect.fnUntraced(
    function*(options: InSpace | undefined): Effect.fn.Return<ObjectStore, BucketError> {
      const space = yield* spaces.resolve(options)
      const { objects, platform } = yield* providers.forSpace(space)
      return objects ?? (yield* new UnsupportedOperation({
        operation: "Bucket",
        platform,
        message: `spaces on ${platform} have no bucket of their own`
      }))
    }
  )

  const resume: Bucket.Service["resume"] = Effect.fn("Bucket.resume")(function*(upload, options) {
    const { key, source } = yield* ObjectUploads.requireUpload(upload)
    const uploads = ObjectUploads.make(yield* objectsOf(options), transport)
    const file = yield* sources.open(source, { name: key })
    return yield* uploads.resume({ ...upload, source: file })
  }, Effect.scoped)

  const cancel: Bucket.Service["cancel"] = Effect.fn("Bucket.cancel")(function*(upload, options) {
    yield* ObjectUploads.requireKey(upload)
    yield* ObjectUploads.make(yield* objectsOf(options), transport).cancel(upload)
  })

  const presign: Bucket.Service["presign"] = Effect.fn("Bucket.presign")(function*(request, options) {
    yield* ObjectUploads.requireKey({ objectKey: request.key })
    const objects = yield* objectsOf(options)
    return yield* objects.presign(request)
  })

  return Bucket.of({ resume, cancel, presign })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Bucket extends Context.Tag("effect-drive/Bucket")<Bucket, Bucket.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<Bucket, never, Spaces | StorageProviders | Transport | UploadSources> = Layer
    .effect(Bucket, make)
}
