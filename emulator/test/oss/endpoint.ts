/**
 * The OSS endpoint on a socket, and clients of ali-oss for it, as its own users make them.
 */
import { HttpServerResponse } from "@effect/platform"
import { Effect, Layer } from "effect"
import { type AccessKey, AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import * as NodeServer from "../../src/NodeServer.js"
import * as OssApp from "../../src/oss/OssApp.js"
import { type AliOss, type AliOssOptions, make } from "./aliOss.js"

export const region = "oss-cn-hangzhou"

/** A product API that knows nothing. */
const noApi = { origin: "http://192.0.2.1", app: Effect.succeed(HttpServerResponse.empty({ status: 404 })) }

/** The endpoint over the store and keys of the context, for requests without a socket. */
export const app = OssApp.make({ region, api: noApi, restoreDuration: "10 minutes" })

/** A store with a bucket, and the endpoint over it on a socket. */
export const start = (options: { readonly bucket: string }) =>
  Effect.gen(function*() {
    const store = yield* BlobStore
    const keys = yield* AccessKeys
    yield* store.makeBucket(options.bucket)
    const { origin, port } = yield* NodeServer.make({
      port: 0,
      bothLengths: true,
      app: yield* OssApp.make({ region, api: noApi, restoreDuration: 0 })
    })
    return { origin, port, store, keys, bucket: options.bucket }
  })

export const layer: Layer.Layer<BlobStore | AccessKeys> = Layer.mergeAll(BlobStoreMemory.layer(), AccessKeys.layer)

/**
 * `endpoint` is an address of this machine: with a number ali-oss puts the bucket into the Host header, with
 * `sldEnable` (which signed URLs need) into the path too.
 */
export const clientOf = (
  where: { readonly endpoint: string; readonly bucket: string },
  key: Pick<AccessKey, "accessKeyId" | "secretAccessKey" | "sessionToken">,
  options: Partial<AliOssOptions> = {}
): AliOss =>
  make({
    ...where,
    region,
    accessKeyId: key.accessKeyId,
    accessKeySecret: key.secretAccessKey,
    ...key.sessionToken === undefined ? {} : {
      stsToken: key.sessionToken,
      refreshSTSTokenInterval: 3_600_000,
      refreshSTSToken: () => Promise.reject(new Error("not asked for"))
    },
    ...options
  })
