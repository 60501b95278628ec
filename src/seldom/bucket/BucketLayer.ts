/**
 * The service of buckets, put together.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as BucketVersioning from "../../domain/BucketVersioning.js"
import { InvalidInput, UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import * as FieldNames from "../../domain/FieldNames.js"
import type { SpaceId } from "../../domain/Ids.js"
import * as LifecycleInput from "../../domain/LifecycleInput.js"
import * as ObjectKeyInput from "../../domain/ObjectKeyInput.js"
import * as ObjectRestore from "../../domain/ObjectRestore.js"
import * as Shape from "../../domain/Shape.js"
import type { BucketError, RestoreObject, ResumeMultipart } from "../../services/Bucket.js"
import { Bucket } from "../../services/Bucket.js"
import type { BucketRules } from "../../services/BucketRules.js"
import type { Connectivity } from "../../services/Connectivity.js"
import type { Credentials } from "../../services/Credentials.js"
import { Hasher } from "../../services/Hasher.js"
import { layerOf } from "../../services/inOrder.js"
import type { ObjectStore, PresignRequest } from "../../services/ObjectStore.js"
import type { PartDigest, StoreError } from "../../services/PartStore.js"
import type { InSpace } from "../../services/Spaces.js"
import { Spaces } from "../../services/Spaces.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import { defaultRetryPolicy } from "../../services/transfers/RetryPolicy.js"
import { SignIns } from "../../services/transfers/SignIns.js"
import type { TransferScheduler } from "../../services/TransferScheduler.js"
import { Transport } from "../../services/Transport.js"
import { UploadSources } from "../../services/UploadSource.js"
import type { Failure } from "../../transfer/parts/Failure.js"
import * as ObjectUploads from "../../transfer/parts/ObjectUploads.js"
import { silentHooks, withRetry } from "../../transfer/parts/withRetry.js"

/** Text that goes into an address; half of a surrogate pair cannot be written there. */
const checkText = (field: string, text: string | undefined): Either.Either<void, InvalidInput> =>
  Either.flatMap(Shape.optionalText(field, text), (given) =>
    given !== undefined && /\p{Surrogate}/u.test(given)
      ? Either.left(new InvalidInput({ field, message: `${field} has no UTF-8 form` }))
      : Either.void)

/** Text that is signed as a header, and that its sender must be able to send. */
const checkHeader = (field: string, text: string | undefined): Either.Either<unknown, InvalidInput> => {
  const isSendable = text === undefined || (typeof text === "string" && !/[\p{Cc}\p{Cs}]/u.test(text))
  return Shape.wanted(field, text, isSendable, "text without control characters")
}

/** What each call can be told. */
const fields: {
  readonly presign: ReadonlyArray<keyof PresignRequest>
  readonly digest: ReadonlyArray<keyof PartDigest>
  readonly resume: ReadonlyArray<keyof ResumeMultipart>
  readonly cancel: ReadonlyArray<keyof ResumeMultipart>
  readonly restore: ReadonlyArray<keyof RestoreObject>
} = {
  presign: ["method", "key", "expiresIn", "contentType", "mark", "digest", "downloadName"],
  digest: ["md5", "crc32", "crc64"],
  resume: ["source", "objectKey", "uploadId", "partSize", "sent"],
  cancel: ["objectKey", "uploadId"],
  restore: ["objectKey", "days", "tier"]
}

/**
 * Continues with a fresh credential when the one at hand has expired, and once more with a corrected clock. All else is the
 * caller's to repeat: it knows whether doing it twice does harm.
 */
const callBucket = <A, E extends Failure, R>(spaceId: SpaceId, attempt: Effect.Effect<A, E, R>) =>
  withRetry(
    silentHooks({ spaceId, policy: { ...defaultRetryPolicy, failures: 0 }, signIns: new SignIns() }),
    attempt
  )

interface OpenBucket {
  readonly spaceId: SpaceId
  readonly objects: ObjectStore
}

type CallPorts = Connectivity | Credentials | TransferScheduler

export const make: Effect.Effect<
  Bucket.Service,
  never,
  CallPorts | Hasher | Spaces | StorageProviders | Transport | UploadSources
> = Effect.gen(function*() {
  const providers = yield* StorageProviders
  const sources = yield* UploadSources
  const spaces = yield* Spaces
  const transport = yield* Transport
  const hasher = yield* Hasher
  const ports = yield* Effect.context<CallPorts>()

  const bucketOf = Effect.fnUntraced(
    function*(options: InSpace | undefined): Effect.fn.Return<OpenBucket, BucketError> {
      const space = yield* spaces.resolve({ ...yield* Shape.options(options), needs: "storage" })
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
  ) => Effect.provide(callBucket(spaceId, call(objects)), ports)

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

  const uploadsIn = (objects: ObjectStore) => ObjectUploads.make(objects, transport, hasher)

  const resume: Bucket.Service["resume"] = Effect.fn("Bucket.resume")(function*(upload, options) {
    const { key, source } = yield* ObjectUploads.requireUpload(
      yield* FieldNames.only("upload", upload, fields.resume)
    )
    yield* checkText("uploadId", upload.uploadId)
    const bucket = yield* bucketOf(options)
    const file = yield* sources.open(source, { name: key })
    return yield* on(bucket, (objects) => uploadsIn(objects).resume({ ...upload, source: file }))
  }, Effect.scoped)

  const cancel: Bucket.Service["cancel"] = Effect.fn("Bucket.cancel")(function*(upload, options) {
    yield* ObjectUploads.requireKey(
      yield* FieldNames.only("upload", upload, fields.cancel)
    )
    yield* checkText("uploadId", upload.uploadId)
    yield* on(yield* bucketOf(options), (objects) => uploadsIn(objects).cancel(upload))
  })

  const presign: Bucket.Service["presign"] = Effect.fn("Bucket.presign")(function*(request, options) {
    yield* FieldNames.only("object", request, fields.presign)
    yield* ObjectKeyInput.addressable(request.key)
    yield* Shape.optionalWord("method", request.method, ["GET", "PUT"])
    yield* checkText("downloadName", request.downloadName)
    for (const field of ["contentType", "mark"] as const) yield* checkHeader(field, request[field])
    const digest = yield* FieldNames.only("digest", request.digest ?? {}, fields.digest)
    for (const name of fields.digest) yield* checkHeader(`digest.${name}`, digest[name])
    return yield* on(
      yield* bucketOf(options),
      (objects) => objects.presign({ ...request, expiresIn: request.expiresIn ?? objects.signedUrlExpiry })
    )
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
    yield* FieldNames.only("object", wanted, fields.restore)
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

  return { resume, cancel, presign, lifecycle, versioning, restore, restoreState }
})

export const layer: Layer.Layer<
  Bucket,
  never,
  CallPorts | Hasher | Spaces | StorageProviders | Transport | UploadSources
> = layerOf(Bucket, make)
