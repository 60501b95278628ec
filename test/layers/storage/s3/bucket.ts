/**
 * The bucket that the environment names, made with its CORS rules if it is not there, and an `ObjectStore` for it.
 */
import {
  CreateBucketCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  S3Client,
  S3ServiceException
} from "@aws-sdk/client-s3"
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { Context, Effect, Layer, Redacted } from "effect"
import { SpaceId } from "../../../../src/domain/Ids.js"
import type { StorageCredential } from "../../../../src/domain/StorageCredential.js"
import * as TransportNode from "../../../../src/layers/node/TransportNode.js"
import * as S3ObjectStore from "../../../../src/layers/storage/s3/S3ObjectStore.js"
import * as S3Sdk from "../../../../src/layers/storage/s3/S3Sdk.js"
import { withoutVersionNotice } from "../../../../src/layers/storage/s3/S3SdkClient.js"
import type { ObjectStore } from "../../../../src/services/ObjectStore.js"
import type { Transport } from "../../../../src/services/Transport.js"

const named = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} must name the S3 endpoint to test against`)
  return value
}

/** Where the tests store: `S3_ENDPOINT`, `S3_REGION`, `S3_BUCKET`, `S3_KEY`, `S3_SECRET`, `S3_SESSION_TOKEN`. */
export const environment = {
  endpoint: named("S3_ENDPOINT"),
  region: named("S3_REGION"),
  bucket: named("S3_BUCKET"),
  key: named("S3_KEY"),
  secret: named("S3_SECRET"),
  token: process.env["S3_SESSION_TOKEN"] || undefined
}

/** The SDK as its own users use it, to look at what was stored. */
export const admin = withoutVersionNotice(() =>
  new S3Client({
    endpoint: environment.endpoint,
    region: environment.region,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    credentials: {
      accessKeyId: environment.key,
      secretAccessKey: environment.secret,
      ...(environment.token === undefined ? {} : { sessionToken: environment.token })
    }
  })
)

const isThere = new Set(["BucketAlreadyOwnedByYou", "BucketAlreadyExists"])

/** Some servers take their CORS rules from a configuration file only. */
const cannot = new Set([405, 501])

const createBucket = async () => {
  await admin.send(new CreateBucketCommand({ Bucket: environment.bucket })).catch((error: unknown) => {
    if (!(error instanceof S3ServiceException) || !isThere.has(error.name)) throw error
  })
  await admin.send(
    new PutBucketCorsCommand({
      Bucket: environment.bucket,
      CORSConfiguration: {
        CORSRules: [{
          AllowedOrigins: ["*"],
          AllowedMethods: ["GET", "HEAD", "PUT", "POST", "DELETE"],
          AllowedHeaders: ["*"],
          ExposeHeaders: ["ETag", "Content-Range", "Content-Length", "x-amz-request-id"],
          MaxAgeSeconds: 3600
        }]
      }
    })
  ).catch((error: unknown) => {
    if (!(error instanceof S3ServiceException) || !cannot.has(error.$metadata.httpStatusCode ?? 0)) throw error
  })
}

export const headOf = (key: string) =>
  Effect.promise(() => admin.send(new HeadObjectCommand({ Bucket: environment.bucket, Key: key })))

/** A credential for the bucket, with what a test wants to be different. */
export const credential = (
  change: { readonly key?: string; readonly secret?: string; readonly token?: string; readonly expiresAt?: number } = {}
): StorageCredential => {
  const token = change.token ?? environment.token
  return {
    spaceId: SpaceId.make("contract"),
    version: 1,
    platform: "s3",
    fetchedAt: 0,
    expiresAt: change.expiresAt,
    drive: undefined,
    bucket: {
      bucket: environment.bucket,
      endpoint: environment.endpoint,
      region: environment.region,
      accessKeyId: Redacted.make(change.key ?? environment.key),
      accessKeySecret: Redacted.make(change.secret ?? environment.secret),
      securityToken: token === undefined ? undefined : Redacted.make(token),
      callback: undefined
    }
  }
}

export class Bucket extends Context.Tag("test/Bucket")<Bucket, {
  readonly objects: ObjectStore
  readonly openWith: (credential: StorageCredential) => ObjectStore
}>() {}

export const layerOf = (options: { readonly callsAsPage?: boolean } = {}): Layer.Layer<Bucket | Transport> =>
  Layer.effect(
    Bucket,
    Effect.gen(function*() {
      yield* Effect.promise(createBucket)
      const httpClient = yield* HttpClient.HttpClient
      const runtime = yield* Effect.runtime<never>()
      const sdk = S3Sdk.make()
      const openWith = (one: StorageCredential) =>
        S3ObjectStore.make({ sdk, httpClient, runtime, credential: Effect.succeed(one), listPageSize: 2, ...options })
      return { objects: openWith(credential()), openWith }
    })
  ).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provideMerge(TransportNode.layer)
  )

export const layer = layerOf()
