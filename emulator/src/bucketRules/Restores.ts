/**
 * Copies of archived objects that can be read for some days. A restore belongs to the bytes that it was asked for: an
 * object stored anew under the same key begins without one.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Blob } from "../blobs/Blob.js"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"

/**
 * Header of a blob's metadata that holds its storage class, in the dialect's own word; absent = the standard one.
 */
export const storageClassHeader = "storage-class"

export const storageClassOf = (blob: Pick<Blob, "metadata">): string | undefined =>
  blob.metadata.headers[storageClassHeader]

/**
 * `until` in epoch milliseconds.
 */
export type RestoreState =
  | { readonly _tag: "None" }
  | { readonly _tag: "UnderWay" }
  | { readonly _tag: "Restored"; readonly until: number }

/**
 * The object is being restored; a second request has to wait.
 */
export class RestoreUnderWay extends Data.TaggedError("RestoreUnderWay")<{}> {}

const Restore = Schema.parseJson(Schema.Struct({
  etag: Schema.String,
  modified: Schema.Number,
  readyAt: Schema.Number,
  until: Schema.Number,
  priority: Schema.optional(Schema.Number)
}))

const settingOf = (key: string) => `restore ${key}`

const restoreOf = (bucket: Bucket, blob: Blob) =>
  Effect.map(bucket.setting(settingOf(blob.key)), (text) =>
    text === undefined ? Option.none() : Option.filter(
      Schema.decodeOption(Restore)(text),
      ({ etag, modified }) => etag === blob.etag && modified === blob.modified
    ))

/**
 * How far the restore of an object is.
 */
export const stateOf = (bucket: Bucket, blob: Blob): Effect.Effect<RestoreState> =>
  Effect.map(Effect.all([restoreOf(bucket, blob), Clock.currentTimeMillis]), ([kept, now]) => {
    if (Option.isNone(kept) || now >= kept.value.until) return { _tag: "None" }
    return now < kept.value.readyAt ? { _tag: "UnderWay" } : { _tag: "Restored", until: kept.value.until }
  })

/**
 * Restores an archived object for so many days, which takes `duration`; one that is restored lives on from now. A higher `priority`
 * (default 0) than that of a restore under way takes its place.
 */
export const request = (
  bucket: Bucket,
  blob: Blob,
  options: { readonly days: number; readonly duration: Duration.Duration; readonly priority?: number | undefined }
): Effect.Effect<"started" | "extended", RestoreUnderWay | BlobWriteError> =>
  Effect.gen(function*() {
    const { days, duration, priority = 0 } = options
    const state = yield* stateOf(bucket, blob)
    const before = Option.getOrUndefined(yield* restoreOf(bucket, blob))
    if (state._tag === "UnderWay" && priority <= (before?.priority ?? 0)) return yield* new RestoreUnderWay()
    const now = yield* Clock.currentTimeMillis
    const inTime = now + Duration.toMillis(duration)
    const readyAt = state._tag === "Restored" ? now : Math.min(inTime, before?.readyAt ?? inTime)
    const kept = {
      priority,
      etag: blob.etag,
      modified: blob.modified,
      readyAt,
      until: readyAt + Duration.toMillis(Duration.days(days))
    }
    yield* bucket.set(settingOf(blob.key), Schema.encodeSync(Restore)(kept))
    return state._tag === "Restored" ? "extended" as const : "started" as const
  })

/**
 * Forgets the restore of an object that is removed.
 */
export const forget = (bucket: Bucket, key: string): Effect.Effect<void, BlobWriteError> =>
  Effect.flatMap(
    bucket.setting(settingOf(key)),
    (text) => text === undefined ? Effect.void : bucket.set(settingOf(key), undefined)
  )

/**
 * How OSS and S3 tell the state of a restore, in a header and in lists.
 */
export const textOf = (state: RestoreState): string | undefined => {
  switch (state._tag) {
    case "None":
      return undefined
    case "UnderWay":
      return "ongoing-request=\"true\""
    case "Restored":
      return `ongoing-request="false", expiry-date="${new Date(state.until).toUTCString()}"`
  }
}
