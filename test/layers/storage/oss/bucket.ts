/**
 * The bucket that the environment names (`OSS_ENDPOINT`, `OSS_REGION`, `OSS_BUCKET`, `OSS_KEY`, `OSS_SECRET`,
 * `OSS_SESSION_TOKEN`), else one of an emulator on this machine, and an `ObjectStore` for it.
 */
import { FetchHttpClient, HttpClient } from "@effect/platform"
import type { Scope } from "effect"
import { Context, Effect, Layer, Redacted } from "effect"
import { startEmulator } from "../../../../emulator/src/index.js"
import type { StorageCredential } from "../../../../src/domain/StorageCredential.js"
import * as TransportNode from "../../../../src/layers/node/TransportNode.js"
import * as OssObjectStore from "../../../../src/layers/storage/oss/OssObjectStore.js"
import * as OssSdk from "../../../../src/layers/storage/oss/OssSdk.js"
import type { ObjectStore } from "../../../../src/services/ObjectStore.js"
import type { Transport } from "../../../../src/services/Transport.js"
import { credentialOf } from "./fakeNetwork.js"

interface Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
}

const named = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} must be set beside OSS_ENDPOINT`)
  return value
}

const given = (endpoint: string): Place => ({
  endpoint,
  region: named("OSS_REGION"),
  bucket: named("OSS_BUCKET"),
  accessKeyId: named("OSS_KEY"),
  accessKeySecret: named("OSS_SECRET")
})

const place: Effect.Effect<Place, never, Scope.Scope> = Effect.suspend(() => {
  const endpoint = process.env["OSS_ENDPOINT"]
  if (endpoint !== undefined && endpoint !== "") return Effect.succeed(given(endpoint))
  return Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startEmulator({ spaces: [{ spaceId: "oss-files", platform: "oss" }] })),
      (emulator) => Effect.promise(() => emulator.close())
    ),
    ({ oss }) => oss
  )
})

const token = process.env["OSS_SESSION_TOKEN"] || undefined

/** A credential for the bucket, with what a test wants to be different. */
const credentialFor = (
  { accessKeyId, accessKeySecret, ...where }: Place,
  change: { readonly key?: string; readonly secret?: string }
): StorageCredential =>
  credentialOf({
    ...where,
    accessKeyId: Redacted.make(change.key ?? accessKeyId),
    accessKeySecret: Redacted.make(change.secret ?? accessKeySecret),
    securityToken: token === undefined ? undefined : Redacted.make(token)
  })

export class Bucket extends Context.Tag("test/OssBucket")<Bucket, {
  readonly objects: ObjectStore
  readonly openWith: (change: { readonly key?: string; readonly secret?: string }) => ObjectStore
}>() {}

export const layer: Layer.Layer<Bucket | Transport> = Layer.scoped(
  Bucket,
  Effect.gen(function*() {
    const where = yield* place
    const httpClient = yield* HttpClient.HttpClient
    const runtime = yield* Effect.runtime<never>()
    const sdk = OssSdk.make()
    const openWith = (change: { readonly key?: string; readonly secret?: string }) =>
      OssObjectStore.make({
        sdk,
        httpClient,
        runtime,
        credential: Effect.succeed(credentialFor(where, change)),
        listPageSize: 2
      })
    return { objects: openWith({}), openWith }
  })
).pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(TransportNode.layer)
)
