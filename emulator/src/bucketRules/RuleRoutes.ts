/**
 * Requests on the rules of a bucket: its lifecycle, its versioning and its CORS.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Bucket } from "../blobs/BlobStore.js"
import * as Cors from "../bucketHttp/Cors.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Lifecycle from "./Lifecycle.js"
import * as Versioning from "./Versioning.js"

/**
 * What the protocols of storages have each in its own way.
 */
export interface Dialect<Exchange extends { readonly bucket: Bucket }, E> {
  readonly bodyOf: (exchange: Exchange) => Effect.Effect<string, E>
  readonly xml: (name: string, children: Xml.XmlChildren) => HttpServerResponse.HttpServerResponse
  readonly readLifecycle: (text: string) => Effect.Effect<ReadonlyArray<Lifecycle.LifecycleRule>, E>
  readonly writeLifecycle: (rules: ReadonlyArray<Lifecycle.LifecycleRule>) => Xml.XmlChildren
  /** Refuses a VersioningConfiguration, whatever its status. */
  readonly checkVersioning: (root: Xml.XmlElement) => Effect.Effect<void, E>
  readonly wrongStatus: (status: string | undefined) => E
  readonly malformed: E
  readonly noLifecycle: (bucket: Bucket) => E
  readonly noCors: (bucket: Bucket) => E
}

const empty = (status: number) => HttpServerResponse.empty({ status })

/**
 * The routes of a dialect. What is put stands in the place of all that was there; what is removed may have been absent.
 */
export const make = <Exchange extends { readonly bucket: Bucket }, E>(dialect: Dialect<Exchange, E>) => ({
  getLifecycle: Effect.fnUntraced(function*({ bucket }: Exchange) {
    const rules = yield* Lifecycle.get(bucket)
    return rules === undefined
      ? yield* Effect.fail(dialect.noLifecycle(bucket))
      : dialect.xml("LifecycleConfiguration", dialect.writeLifecycle(rules))
  }),

  putLifecycle: Effect.fnUntraced(function*(exchange: Exchange) {
    const rules = yield* dialect.readLifecycle(yield* dialect.bodyOf(exchange))
    yield* Lifecycle.set(exchange.bucket, rules)
    return empty(200)
  }),

  removeLifecycle: ({ bucket }: Exchange) => Effect.as(Lifecycle.set(bucket, undefined), empty(204)),

  /** Without a status while it was never set. */
  getVersioning: ({ bucket }: Exchange) =>
    Effect.map(Versioning.get(bucket), (Status) => dialect.xml("VersioningConfiguration", { Status })),

  putVersioning: Effect.fnUntraced(function*(exchange: Exchange) {
    const root = Xml.parse(yield* dialect.bodyOf(exchange))
    if (root?.name !== "VersioningConfiguration") return yield* Effect.fail(dialect.malformed)
    const status = Xml.textOf(root, "Status")?.trim()
    if (!Versioning.isStatus(status)) return yield* Effect.fail(dialect.wrongStatus(status))
    yield* dialect.checkVersioning(root)
    yield* Versioning.set(exchange.bucket, status)
    return empty(200)
  }),

  getCors: Effect.fnUntraced(function*({ bucket }: Exchange) {
    const rules = Cors.decode(yield* bucket.setting(Cors.setting))
    return rules === undefined
      ? yield* Effect.fail(dialect.noCors(bucket))
      : dialect.xml("CORSConfiguration", Cors.toXml(rules))
  }),

  putCors: Effect.fnUntraced(function*(exchange: Exchange) {
    const rules = Cors.fromXml(yield* dialect.bodyOf(exchange))
    if (rules === undefined) return yield* Effect.fail(dialect.malformed)
    yield* exchange.bucket.set(Cors.setting, Cors.encode(rules))
    return empty(200)
  }),

  removeCors: ({ bucket }: Exchange) => Effect.as(bucket.set(Cors.setting, undefined), empty(204))
})
