/**
 * The OSS endpoint on a socket, and clients of ali-oss for it, as its own users make them.
 */
import OSS from "ali-oss"
import { Effect, Layer } from "effect"
import { BlobStore } from "../../../src/emulator/blobs/BlobStore.js"
import * as BlobStoreMemory from "../../../src/emulator/blobs/BlobStoreMemory.js"
import { type AccessKey, Keys } from "../../../src/emulator/Keys.js"
import * as NodeServer from "../../../src/emulator/NodeServer.js"
import * as OssApp from "../../../src/emulator/oss/OssApp.js"

export const region = "oss-cn-hangzhou"

/** A store with a bucket, and the endpoint over it. */
export const start = (options: { readonly bucket: string }) =>
  Effect.gen(function*() {
    const store = yield* BlobStore
    const keys = yield* Keys
    yield* store.makeBucket(options.bucket)
    const { origin, port } = yield* NodeServer.make({ port: 0, app: yield* OssApp.make({ region }) })
    return { origin, port, store, keys, bucket: options.bucket }
  })

export const layer: Layer.Layer<BlobStore | Keys> = Layer.mergeAll(BlobStoreMemory.layer(), Keys.layer)

/**
 * `endpoint` is an address of this machine: with a number the bucket goes into the Host header, with a name (which
 * signed URLs need) into the path.
 */
export const clientOf = (
  where: { readonly endpoint: string; readonly bucket: string },
  key: Pick<AccessKey, "accessKeyId" | "secretAccessKey" | "sessionToken">,
  options: Partial<OSS.Options> = {}
): OSS =>
  new OSS({
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
