/**
 * A bucket whose code comes with the first call to it.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { BucketRules } from "../../../services/BucketRules.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"

/**
 * What is known of a bucket without its code.
 */
export type KnownStore = Pick<ObjectStore, "etags" | "platform" | "rules" | "signedUrlExpiry" | "uploads">

/**
 * Rules that come with the first call about them.
 */
export const lazyRules = (rules: Effect.Effect<BucketRules, TransportError>): BucketRules => ({
  getLifecycle: Effect.flatMap(rules, ({ getLifecycle }) => getLifecycle),
  putLifecycle: (wanted) => Effect.flatMap(rules, ({ putLifecycle }) => putLifecycle(wanted)),
  removeLifecycle: Effect.flatMap(rules, ({ removeLifecycle }) => removeLifecycle),
  getVersioning: Effect.flatMap(rules, ({ getVersioning }) => getVersioning),
  putVersioning: (status) => Effect.flatMap(rules, ({ putVersioning }) => putVersioning(status)),
  restore: (wanted) => Effect.flatMap(rules, ({ restore }) => restore(wanted)),
  restoreState: (key) => Effect.flatMap(rules, ({ restoreState }) => restoreState(key))
})

/**
 * A bucket that has all that an object store may have.
 */
export type WholeStore =
  & ObjectStore
  & {
    readonly [Name in "bucketRules" | "comparesChecksums" | "listUploads"]: NonNullable<ObjectStore[Name]>
  }

/**
 * The store that `store` gives. `there`: where it has given it before.
 */
export const lazyStore = (
  known: KnownStore,
  store: Effect.Effect<WholeStore, TransportError>,
  there: () => WholeStore | undefined
): WholeStore => ({
  ...known,
  comparesChecksums: Effect.flatMap(store, ({ comparesChecksums }) => comparesChecksums),
  head: (key) => Effect.flatMap(store, ({ head }) => head(key)),
  presign: (request) => Effect.flatMap(store, ({ presign }) => presign(request)),
  presignPart: (part) => Effect.flatMap(store, ({ presignPart }) => presignPart(part)),
  createMultipart: (wanted) => Effect.flatMap(store, ({ createMultipart }) => createMultipart(wanted)),
  accept: (...reply) => there()?.accept(...reply) ?? Effect.flatMap(store, ({ accept }) => accept(...reply)),
  listParts: (upload) => Stream.unwrap(Effect.map(store, ({ listParts }) => listParts(upload))),
  partChecksum: (upload) =>
    Effect.flatMap(store, ({ partChecksum }) => partChecksum?.(upload) ?? Effect.succeed(undefined)),
  complete: (upload) => Effect.flatMap(store, ({ complete }) => complete(upload)),
  listUploads: (key) => Effect.flatMap(store, ({ listUploads }) => listUploads(key)),
  abort: (upload) => Effect.flatMap(store, ({ abort }) => abort(upload)),
  bucketRules: lazyRules(Effect.map(store, ({ bucketRules }) => bucketRules))
})
