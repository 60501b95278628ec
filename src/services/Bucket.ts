/**
 * The bucket behind a space, for programs that work with objects themselves.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as BucketVersioning from "../domain/BucketVersioning.js"
import type { InvalidInput, PlatformNotSupported } from "../domain/errors/InputErrors.js"
import { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { CredentialExpired } from "../domain/errors/StorageErrors.js"
import type { SaveFailed, SourceChanged } from "../domain/errors/TransferErrors.js"
import type { SpaceId } from "../domain/Ids.js"
import * as LifecycleInput from "../domain/LifecycleInput.js"
import type { LifecycleRule } from "../domain/LifecycleRule.js"
import * as ObjectKeyInput from "../domain/ObjectKeyInput.js"
import * as ObjectRestore from "../domain/ObjectRestore.js"
import type { BucketRules } from "./bucket/BucketRules.js"
import { settled } from "./bucket/settled.js"
import type { Connectivity } from "./Connectivity.js"
import type { Credentials } from "./Credentials.js"
import * as ObjectUploads from "./engine/objectUploads.js"
import type { Failure } from "./engine/retrying.js"
import type { ObjectStore, PresignRequest } from "./ObjectStore.js"
import type { StoredObject, StoreError } from "./PartStore.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"
import { StorageProviders } from "./StorageProviders.js"
import type { TransferScheduler } from "./TransferScheduler.js"
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
 * Which object is restored, for how many days (default 2) and how fast.
 *
 * @since 1.0.7
 * @category models
 */
export interface RestoreObject extends ObjectRestore.RestoreOptions {
  readonly objectKey: string
}

/**
 * @since 1.0.7
 * @category errors
 */
export type BucketError = Exclude<StoreError, CredentialExpired> | InvalidInput | PlatformNotSupported

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
    readonly lifecycle: {
      /** Empty when the bucket has no rules. `UnsupportedOperation` when it has some that cannot be told here. */
      readonly get: (options?: InSpace) => Effect.Effect<ReadonlyArray<LifecycleRule>, BucketError>
      /** Puts these in the place of all rules, after a check of each; what the platform has not is `UnsupportedOperation`. */
      readonly put: (rules: ReadonlyArray<LifecycleRule>, options?: InSpace) => Effect.Effect<void, BucketError>
      /** Removes all rules; that there are none is no error. */
      readonly remove: (options?: InSpace) => Effect.Effect<void, BucketError>
    }
    readonly versioning: {
      /** `undefined` while nobody has set it. */
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
    readonly restoreState: (
      objectKey: string,
      options?: InSpace
    ) => Effect.Effect<ObjectRestore.RestoreState, BucketError>
  }
}

interface OpenBucket {
  readonly spaceId: SpaceId
  readonly objects: ObjectStore
}

type CallPorts = Connectivity | Credentials | TransferScheduler

const make = Effect.gen(function*() {
  const providers = yield* StorageProviders
  const sources = yield* UploadSources
  const spaces = yield* Spaces
  const transport = yield* Transport
  const ports = yield* Effect.context<CallPorts>()

  const bucketOf = Effect.fnUntraced(
    function*(options: InSpace | undefined): Effect.fn.Return<OpenBucket, BucketError> {
      const space = yield* spaces.resolve(options)
      const { objects, platform } = yield* providers.forSpace(space)
      return objects !== undefined ? { spaceId: space.spaceId, objects } : yield* new UnsupportedOperation({
        operation: "Bucket",
        platform,
        message: `spaces on ${platform} have no bucket of their own`
      })
    }
  )

  /** Makes a call, for which the credential may have to be fetched anew. */
  const on = <A, E extends Failure>(
    { objects, spaceId }: OpenBucket,
    call: (objects: ObjectStore) => Effect.Effect<A, E>
  ) => Effect.provide(settled(spaceId, call(objects)), ports)

  const onRules = <A>(
    operation: string,
    options: InSpace | undefined,
    call: (rules: BucketRules) => Effect.Effect<A, StoreError>
  ): Effect.Effect<A, BucketError> =>
    Effect.flatMap(
      bucketOf(options),
      (bucket) =>
        on(bucket, ({ bucketRules, platform }): Effect.Effect<A, StoreError> =>
          bucketRules === undefined
            ? new UnsupportedOperation({ operation, platform, message: `buckets on ${platform} have no such rules` })
            : call(bucketRules))
    )

  const resume: Bucket.Service["resume"] = Effect.fn("Bucket.resume")(function*(upload, options) {
    const { key, source } = yield* ObjectUploads.requireUpload(upload)
    const bucket = yield* bucketOf(options)
    const file = yield* sources.open(source, { name: key })
    return yield* on(bucket, (objects) => ObjectUploads.make(objects, transport).resume({ ...upload, source: file }))
  }, Effect.scoped)

  const cancel: Bucket.Service["cancel"] = Effect.fn("Bucket.cancel")(function*(upload, options) {
    yield* ObjectUploads.requireKey(upload)
    yield* on(yield* bucketOf(options), (objects) => ObjectUploads.make(objects, transport).cancel(upload))
  })

  const presign: Bucket.Service["presign"] = Effect.fn("Bucket.presign")(function*(request, options) {
    yield* ObjectKeyInput.make(request.key)
    return yield* on(yield* bucketOf(options), (objects) => objects.presign(request))
  })

  const lifecycle: Bucket.Service["lifecycle"] = {
    get: Effect.fn("Bucket.lifecycle.get")((options) =>
      onRules("Bucket.lifecycle.get", options, (rules) => rules.getLifecycle)
    ),
    put: Effect.fn("Bucket.lifecycle.put")(function*(wanted, options) {
      const checked = yield* LifecycleInput.make(wanted)
      yield* onRules("Bucket.lifecycle.put", options, (rules) => rules.putLifecycle(checked))
    }),
    remove: Effect.fn("Bucket.lifecycle.remove")((options) =>
      onRules("Bucket.lifecycle.remove", options, (rules) => rules.removeLifecycle)
    )
  }

  const versioning: Bucket.Service["versioning"] = {
    get: Effect.fn("Bucket.versioning.get")((options) =>
      onRules("Bucket.versioning.get", options, (rules) => rules.getVersioning)
    ),
    put: Effect.fn("Bucket.versioning.put")(function*(status, options) {
      const checked = yield* BucketVersioning.make(status)
      yield* onRules("Bucket.versioning.put", options, (rules) => rules.putVersioning(checked))
    })
  }

  const restore: Bucket.Service["restore"] = Effect.fn("Bucket.restore")(function*(wanted, options) {
    const key = yield* ObjectKeyInput.make(wanted.objectKey)
    const { days, tier } = yield* ObjectRestore.make(wanted)
    return yield* onRules("Bucket.restore", options, (rules) => rules.restore({ key, days, tier }))
  })

  const restoreState: Bucket.Service["restoreState"] = Effect.fn("Bucket.restoreState")(
    function*(objectKey, options) {
      const key = yield* ObjectKeyInput.make(objectKey)
      return yield* onRules("Bucket.restoreState", options, (rules) => rules.restoreState(key))
    }
  )

  return Bucket.of({ resume, cancel, presign, lifecycle, versioning, restore, restoreState })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Bucket extends Context.Tag("effect-drive/Bucket")<Bucket, Bucket.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<
    Bucket,
    never,
    CallPorts | Spaces | StorageProviders | Transport | UploadSources
  > = Layer.effect(Bucket, make)
}
