/**
 * One bucket behind its current credential: a client per credential version, signing times by the storage's clock, and
 * every refusal named by the dialect.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Runtime from "effect/Runtime"
import type { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { StorageError } from "../../domain/errors/StorageErrors.js"
import { TransportError } from "../../domain/errors/TransportError.js"
import type { BucketAccess, StorageCredential } from "../../domain/StorageCredential.js"
import type { CredentialFailure } from "../../services/Credentials.js"
import type { StoreError } from "../../services/PartStore.js"
import type { PartReply, SignedAddress } from "../../services/Transport.js"
import * as Dialect from "./S3Dialect.js"
import * as S3RequestHandler from "./S3RequestHandler.js"
import { type S3Sdk, withoutVersionNotice } from "./S3Sdk.js"

/**
 * What a connection needs of its surroundings.
 */
export interface S3ConnectionOptions {
  readonly sdk: Effect.Effect<S3Sdk, UnsupportedOperation>
  /** The credential to use now; asked for before each call. */
  readonly credential: Effect.Effect<StorageCredential, CredentialFailure>
  readonly httpClient: HttpClient.HttpClient
  readonly runtime: Runtime.Runtime<never>
  /** Bucket in the path, not in the host name. Default: yes for endpoints that are not Amazon's. */
  readonly forcePathStyle?: boolean | undefined
}

/**
 * An open connection: the SDK, its client, and what both were made from.
 */
export interface S3Session {
  readonly sdk: S3Sdk
  readonly client: InstanceType<S3Sdk["S3Client"]>
  readonly bucket: BucketAccess
  readonly credential: StorageCredential
}

/**
 * What is being asked, for the error that may come of it.
 */
export interface S3Call {
  readonly method: string
  readonly key: string
  readonly uploadId?: string | undefined
  readonly timeout?: Duration.Duration | undefined
}

const isAmazon = (endpoint: string | undefined): boolean =>
  endpoint === undefined || new URL(endpoint).hostname.endsWith(".amazonaws.com")

const newClient = (
  sdk: S3Sdk,
  bucket: BucketAccess,
  requestHandler: ReturnType<typeof S3RequestHandler.make>,
  forcePathStyle: boolean
): S3Session["client"] =>
  withoutVersionNotice(() =>
    new sdk.S3Client({
      region: bucket.region,
      ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint }),
      forcePathStyle,
      credentials: {
        accessKeyId: Redacted.value(bucket.accessKeyId),
        secretAccessKey: Redacted.value(bucket.accessKeySecret),
        ...(bucket.securityToken === undefined ? {} : { sessionToken: Redacted.value(bucket.securityToken) })
      },
      requestHandler: { ...requestHandler },
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // Our own driver retries; and nothing is to be read from the configuration files of the machine.
      maxAttempts: 1,
      retryMode: "standard",
      defaultsMode: "standard",
      useDualstackEndpoint: false,
      useFipsEndpoint: false,
      useArnRegion: false,
      disableS3ExpressSessionAuth: true
    })
  )

/**
 * A connection that opens on first use.
 */
export const make = (options: S3ConnectionOptions) => {
  const requestHandler = S3RequestHandler.make(options.httpClient, options.runtime)
  let current: S3Session | undefined
  let skew = 0

  const now = Effect.map(Clock.currentTimeMillis, (time) => time + skew)

  const session: Effect.Effect<S3Session, StoreError> = Effect.gen(function*() {
    const sdk = yield* options.sdk
    const credential = yield* options.credential
    if (current?.credential.version === credential.version) return current
    const bucket = credential.bucket
    if (bucket === undefined) return yield* new StorageError({ platform: "s3", reason: "CredentialsIncomplete" })
    const forcePathStyle = options.forcePathStyle ?? !isAmazon(bucket.endpoint)
    current = { sdk, bucket, credential, client: newClient(sdk, bucket, requestHandler, forcePathStyle) }
    return current
  })

  /** Names a refusal, and learns the storage's time from one that is about the time. */
  const refusal = (call: Dialect.RefusedCall, reply: PartReply, code?: string): Effect.Effect<never, StoreError> =>
    Effect.flatMap(Clock.currentTimeMillis, (localTime) => {
      if (Dialect.isClockSkew(call, reply)) skew = (Dialect.serverTime(reply) ?? localTime) - localTime
      return Effect.fail(Dialect.problemOf(call, reply, code))
    })

  const pathOf = (bucket: BucketAccess | undefined, key: string) =>
    `${bucket?.endpoint ?? "s3"}/${bucket?.bucket ?? ""}/${key}`

  const refusedCall = (call: S3Call, { bucket, credential }: S3Session, time: number): Dialect.RefusedCall => ({
    method: call.method,
    path: pathOf(bucket, call.key),
    objectKey: call.key,
    uploadId: call.uploadId,
    credential: {
      version: credential.version,
      temporary: bucket.securityToken !== undefined,
      expiresAt: credential.expiresAt
    },
    now: time
  })

  /** The promise may reject with what our handler threw, or with an error of the SDK about an answer it cannot read. */
  const failure = (call: S3Call, on: S3Session, error: unknown): Effect.Effect<never, StoreError> => {
    if (error instanceof TransportError) return Effect.fail(error)
    return Effect.flatMap(now, (time) => {
      if (error instanceof S3RequestHandler.RefusedReply) return refusal(refusedCall(call, on, time), error.reply)
      const read = sdkError(error)
      return read.status === undefined || read.status < 300
        ? Effect.fail(
          new TransportError({
            reason: "Decode",
            method: call.method,
            path: pathOf(on.bucket, call.key),
            detail: read.message
          })
        )
        : refusal(refusedCall(call, on, time), { status: read.status, headers: {}, body: "" }, read.name)
    })
  }

  /** Sends a command of the SDK; broken off after `timeout`, by default 60 s. */
  const send = Effect.fnUntraced(function*<A>(
    call: S3Call,
    run: (session: S3Session, abortSignal: AbortSignal) => Promise<A>
  ) {
    const on = yield* session
    const localTime = yield* Clock.currentTimeMillis
    // The SDK signs with the time of the machine; the offset makes that the clock of this program, corrected.
    on.client.config.systemClockOffset = localTime + skew - new Date().getTime()
    return yield* Effect.tryPromise({ try: (signal) => run(on, signal), catch: (error) => error }).pipe(
      Effect.catchAll((error) => failure(call, on, error)),
      Effect.timeoutFail({
        duration: call.timeout ?? Duration.seconds(60),
        onTimeout: () =>
          new TransportError({ reason: "Timeout", method: call.method, path: pathOf(on.bucket, call.key) })
      })
    )
  })

  /** What a bad reply to a signed address means. */
  const refusedAddress = (call: S3Call, address: SignedAddress, reply: PartReply): Effect.Effect<never, StoreError> =>
    Effect.flatMap(now, (time) =>
      refusal({
        method: call.method,
        path: pathOf(current?.bucket, call.key),
        objectKey: call.key,
        uploadId: call.uploadId,
        credential: { version: address.credentialVersion, temporary: true, expiresAt: address.expiresAt },
        now: time
      }, reply))

  return { session, now, send, refusedAddress }
}

/**
 * @see {@link make}
 */
export type S3Connection = ReturnType<typeof make>

const sdkError = (error: unknown): { name: string; message: string; status: number | undefined } => {
  if (!(error instanceof Error)) return { name: "Unknown", message: String(error), status: undefined }
  const metadata: unknown = "$metadata" in error ? error.$metadata : undefined
  const status = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
    ? metadata.httpStatusCode
    : undefined
  return { name: error.name, message: error.message, status: typeof status === "number" ? status : undefined }
}
