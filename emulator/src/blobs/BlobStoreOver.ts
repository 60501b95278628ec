/**
 * The blob store over any backing: what is true of all of them, written once.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type BlobBroken, BlobConflict, BlobNotFound, type BlobPartMissing, type BlobWriteError } from "./BlobErrors.js"
import type { BucketIndex } from "./BlobIndex.js"
import type { BlobStore, Bucket } from "./BlobStore.js"
import * as BucketObjects from "./BucketObjects.js"
import * as BucketUploads from "./BucketUploads.js"
import * as GatheredUploads from "./GatheredUploads.js"
import * as StoreCore from "./StoreCore.js"

/**
 * `resumeJoins` carries on with each complete that an earlier run had begun. What cannot be completed stays an upload.
 */
export interface ResumableStore extends BlobStore.Service {
  readonly resumeJoins: Effect.Effect<void, BlobWriteError>
}

const left = (error: BlobNotFound | BlobPartMissing | BlobConflict | BlobBroken) =>
  Effect.logWarning(`a complete that was cut off cannot continue: ${error.message}`)

export const make = (options: StoreCore.StoreOptions): ResumableStore => {
  const { backing: { gathering }, index } = options
  const core = StoreCore.make(options)
  const faces = new WeakMap<BucketIndex, Bucket>()

  const makeFace = (bucket: BucketIndex): Bucket => ({
    name: bucket.name,
    created: bucket.created,
    ...BucketObjects.make(core, bucket),
    ...BucketUploads.make(
      core,
      bucket,
      gathering === undefined ? undefined : GatheredUploads.make(gathering, core, bucket)
    ),
    setting: (name) => Effect.sync(() => bucket.settings.get(name)),
    set: (name, value) => core.commit([{ change: "set", bucket: bucket.name, name, value }])
  })

  const faceOf = (bucket: BucketIndex): Bucket => {
    const face = faces.get(bucket) ?? makeFace(bucket)
    faces.set(bucket, face)
    return face
  }

  const find = (name: string): Effect.Effect<BucketIndex, BlobNotFound> =>
    Effect.suspend(() => {
      const found = index.buckets.get(name)
      return found === undefined ? Effect.fail(new BlobNotFound({ what: "bucket", name })) : Effect.succeed(found)
    })

  return {
    bucket: (name) => Effect.map(find(name), faceOf),
    makeBucket: Effect.fnUntraced(function*(name) {
      const created = yield* Clock.currentTimeMillis
      if (!index.buckets.has(name)) yield* core.commit([{ change: "makeBucket", bucket: name, created }])
      return faceOf(yield* Effect.orDie(find(name)))
    }),
    removeBucket: Effect.fnUntraced(function*(name, uploads = "kept") {
      const bucket = yield* find(name)
      const open = Array.from(bucket.uploads.values(), ({ upload }) => upload)
      const isEmpty = bucket.objects.size === 0 && (open.length === 0 || uploads === "aborted")
      if (!isEmpty) return yield* new BlobConflict({ key: name })
      yield* core.commit([
        ...open.map(({ uploadId }) => ({ change: "end" as const, bucket: name, uploadId })),
        { change: "removeBucket", bucket: name }
      ])
      yield* Effect.forEach(
        open,
        ({ gathered }) => gathered === undefined || gathering === undefined ? Effect.void : gathering.end(gathered),
        { discard: true }
      )
    }),
    buckets: Effect.sync(() => Array.from(index.buckets.values(), faceOf)),
    usage: Effect.sync(core.bytes),
    resumeJoins: Effect.suspend(() => {
      const begun = Array.from(index.buckets.values()).flatMap((bucket) =>
        Array.from(bucket.uploads.values()).flatMap(({ joining, upload }) =>
          joining === undefined
            ? []
            : [faceOf(bucket).complete({ ...joining, key: upload.key, uploadId: upload.uploadId })]
        )
      )
      return Effect.forEach(
        begun,
        (complete) =>
          Effect.catchTags(complete, {
            BlobNotFound: left,
            BlobPartMissing: left,
            BlobConflict: left,
            BlobBroken: left
          }),
        {
          discard: true
        }
      )
    })
  }
}
