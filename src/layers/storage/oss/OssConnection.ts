/**
 * The client of ali-oss for one bucket, made anew for each credential version. It never refreshes and never repeats.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Runtime from "effect/Runtime"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import type { BucketAccess, StorageCredential } from "../../../domain/StorageCredential.js"
import type { CredentialFailure } from "../../../services/Credentials.js"
import * as Connection from "../bucket/BucketConnection.js"
import * as Exchange from "../bucket/BucketExchange.js"
import type { SdkFailure } from "../bucket/OptionalSdk.js"
import * as OssAddress from "./OssAddress.js"
import { ossErrors } from "./OssErrors.js"
import * as OssNetwork from "./OssNetwork.js"
import type { OssClient, OssSdk, OssUrllib } from "./OssSdk.js"

/**
 * What a connection needs of its surroundings.
 */
export interface OssConnectionOptions {
  readonly sdk: Effect.Effect<OssSdk, SdkFailure>
  /** The credential to use now; asked for before each call. */
  readonly credential: Effect.Effect<StorageCredential, CredentialFailure>
  readonly httpClient: HttpClient.HttpClient
  readonly runtime: Runtime.Runtime<never>
  /** Where the bucket's name goes in an address; see `OssAddress.make`. */
  readonly bucketIn?: OssAddress.OssBucketIn | undefined
  /** Time limit of a control call. Default 60 s. */
  readonly timeout?: Duration.Duration | undefined
}

/**
 * An open connection: the client, and what it was made from.
 */
export interface OssSession extends Connection.Opened {
  readonly client: OssClient
  readonly address: OssAddress.OssAddress
}

/**
 * What a call works with: a client whose network and clock are this call's own.
 */
export interface OssTools {
  readonly client: OssClient
  readonly bucket: BucketAccess
  /** The last answer of the storage, as it came. */
  readonly reply: () => OssNetwork.OssReply | undefined
}

/** A client is used through views that bring a network; by itself it reaches nothing. */
const noNetwork: OssUrllib = { request: () => Promise.reject(new Error("a client without a call")) }

const newClient = (Sdk: OssSdk, bucket: BucketAccess, address: OssAddress.OssAddress): OssClient =>
  new Sdk({
    region: `oss-${address.region}`,
    endpoint: address.endpoint,
    bucket: bucket.bucket,
    accessKeyId: Redacted.value(bucket.accessKeyId),
    accessKeySecret: Redacted.value(bucket.accessKeySecret),
    ...(bucket.securityToken === undefined ? {} : { stsToken: Redacted.value(bucket.securityToken) }),
    refreshSTSTokenInterval: 300_000,
    secure: address.endpoint.startsWith("https:"),
    cname: address.bucketIn === "endpoint",
    sldEnable: address.bucketIn === "path",
    authorizationV4: true,
    retryMax: 0,
    urllib: noNetwork
  })

/**
 * A client for one call: the same credential, with a network that ends with the call, the storage's time, and a cancel
 * flag that no other call sees.
 */
const viewOf = (client: OssClient, urllib: OssUrllib, clockOffset: number): OssClient =>
  Object.create(client, {
    urllib: { value: urllib },
    options: { value: { ...client.options, amendTimeSkewed: clockOffset } }
  })

const open = (Sdk: OssSdk, opened: Connection.Opened, bucketIn: OssAddress.OssBucketIn | undefined) => {
  const address = OssAddress.make(opened.bucket, bucketIn)
  return Effect.try({
    try: (): OssSession => ({ ...opened, address, client: newClient(Sdk, opened.bucket, address) }),
    // The SDK refuses names that cannot be a bucket's.
    catch: (error) =>
      new StorageError({
        platform: "oss",
        reason: "Rejected",
        ...(error instanceof Error ? { detail: error.message } : {})
      })
  })
}

/**
 * A connection that opens on first use.
 */
export const make = (options: OssConnectionOptions): OssConnection => {
  const exchange = Exchange.make(options.httpClient, options.runtime)
  return Connection.make<OssSession, OssTools>({
    errors: ossErrors,
    credential: options.credential,
    timeout: options.timeout,
    open: (opened) => Effect.flatMap(options.sdk, (sdk) => open(sdk, opened, options.bucketIn)),
    begin: ({ bucket, client }, { clockOffset, signal }) => {
      const { reasonOf, reply, urllib } = OssNetwork.forCall(exchange, signal)
      return { tools: { client: viewOf(client, urllib, clockOffset), bucket, reply }, reasonOf }
    }
  })
}

/**
 * @see {@link make}
 */
export type OssConnection = Connection.Connection<OssSession, OssTools>
