/**
 * The S3 endpoint on a socket, and SDK clients for it.
 */
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3"
import { Effect, Layer } from "effect"
import { type AccessKey, AccessKeys } from "../../src/AccessKeys.js"
import { BlobStore } from "../../src/blobs/BlobStore.js"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import * as NodeServer from "../../src/NodeServer.js"
import * as S3App from "../../src/s3/S3App.js"

export const region = "us-east-1"

/** A store with a bucket, and the endpoint over it. */
export const start = (options: { readonly bucket: string } & Pick<S3App.S3Options, "restoreDuration">) =>
  Effect.gen(function*() {
    const store = yield* BlobStore
    const keys = yield* AccessKeys
    yield* store.makeBucket(options.bucket)
    const { origin, port } = yield* NodeServer.make({
      port: 0,
      app: yield* S3App.make({ region, restoreDuration: options.restoreDuration })
    })
    return { origin, port, store, keys, bucket: options.bucket }
  })

export const layer: Layer.Layer<BlobStore | AccessKeys> = Layer.mergeAll(BlobStoreMemory.layer(), AccessKeys.layer)

/** A client as its own users make it: no setting but the address and the credential. */
export const clientOf = (
  endpoint: string,
  key: Pick<AccessKey, "accessKeyId" | "secretAccessKey" | "sessionToken">,
  options: S3ClientConfig = {}
): S3Client =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: {
      accessKeyId: key.accessKeyId,
      secretAccessKey: key.secretAccessKey,
      ...key.sessionToken === undefined ? {} : { sessionToken: key.sessionToken }
    },
    ...options
  })
