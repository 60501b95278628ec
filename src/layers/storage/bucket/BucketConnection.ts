/**
 * One bucket behind its current credential: a session per credential version, signing times by the storage's clock, and
 * every refusal named by the platform's errors.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as ServerText from "../../../domain/ServerText.js"
import * as SignedUrl from "../../../domain/SignedUrl.js"
import type { BucketAccess, StorageCredential } from "../../../domain/StorageCredential.js"
import type { CredentialFailure } from "../../../services/Credentials.js"
import type { StoreError } from "../../../services/PartStore.js"
import type { PartReply, SignedAddress } from "../../../services/Transport.js"
import type { RefusedCall } from "./BucketErrors.js"
import * as BucketErrors from "./BucketErrors.js"
import { RefusedReply } from "./BucketExchange.js"

/**
 * What a session was made from.
 */
export interface Opened {
  readonly bucket: BucketAccess
  readonly credential: StorageCredential
}

/**
 * What is being asked, for the error that may come of it. `timeout`: default that of the connection.
 */
export interface StorageCall {
  readonly method: string
  readonly key: string
  readonly uploadId?: string | undefined
  readonly timeout?: Duration.Duration | undefined
}

/**
 * One call under way. `clockOffset`: milliseconds from this machine's clock to the storage's.
 */
export interface CallTime {
  readonly signal: AbortSignal
  readonly clockOffset: number
}

/**
 * What a call works with, and what lies behind the error that its promise was rejected with.
 */
export interface CallTools<Tools> {
  readonly tools: Tools
  readonly reasonOf: (rejection: unknown) => unknown
}

/**
 * What a platform brings.
 */
export interface ConnectionOptions<Session extends Opened, Tools> {
  readonly errors: BucketErrors.BucketErrors
  /** The credential to use now; asked for before each call. */
  readonly credential: Effect.Effect<StorageCredential, CredentialFailure>
  /** Called once per credential version. */
  readonly open: (opened: Opened) => Effect.Effect<Session, StoreError>
  readonly begin: (session: Session, call: CallTime) => CallTools<Tools>
  /** Default 60 s. */
  readonly timeout?: Duration.Duration | undefined
}

/** An error of an SDK about an answer that it has read, or could not read. */
const sdkError = (error: unknown): { name: string; message: string; status: number | undefined } => {
  if (!(error instanceof Error)) return { name: "Unknown", message: String(error), status: undefined }
  const metadata: unknown = "$metadata" in error ? error.$metadata : undefined
  const status = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
    ? metadata.httpStatusCode
    : undefined
  return { name: error.name, message: error.message, status: typeof status === "number" ? status : undefined }
}

/** What must not come back in a storage's own words. */
const secretsOf = (bucket: BucketAccess | undefined): ReadonlyArray<string> =>
  [bucket?.accessKeyId, bucket?.accessKeySecret, bucket?.securityToken].flatMap((secret) =>
    secret === undefined ? [] : [Redacted.value(secret)]
  )

/**
 * A connection that opens on first use.
 */
export const make = <Session extends Opened, Tools>(options: ConnectionOptions<Session, Tools>) => {
  const { errors } = options
  const { platform } = errors
  const timeout = options.timeout ?? Duration.seconds(60)
  let seen: Opened | undefined
  let current: Session | undefined
  let skew = 0

  const now = Effect.clockWith((clock) => Effect.succeed(clock.unsafeCurrentTimeMillis() + skew))

  const opened: Effect.Effect<Opened, StoreError> = Effect.flatMap(
    options.credential,
    (credential): Effect.Effect<Opened, StoreError> => {
      if (seen?.credential.version === credential.version) return Effect.succeed(seen)
      const { bucket } = credential
      if (bucket === undefined) return new StorageError({ platform, reason: "CredentialsIncomplete" })
      seen = { bucket, credential }
      return Effect.succeed(seen)
    }
  )

  const session: Effect.Effect<Session, StoreError> = Effect.gen(function*() {
    const at = yield* opened
    if (current?.credential.version === at.credential.version) return current
    const made = yield* options.open(at)
    current = made
    return made
  })

  /** Names a refusal, and learns the storage's time from one that is about the time. */
  const refusal = (call: RefusedCall, reply: PartReply, code?: string): Effect.Effect<never, StoreError> =>
    Effect.flatMap(Clock.currentTimeMillis, (localTime) => {
      if (errors.isClockSkew(call, reply)) skew = (BucketErrors.serverTime(reply) ?? localTime) - localTime
      return Effect.fail(errors.problemOf(call, reply, code))
    })

  const pathOf = (bucket: BucketAccess | undefined, key: string) =>
    `${bucket?.endpoint ?? platform}/${bucket?.bucket ?? ""}/${key}`

  const refusedCall = (call: StorageCall, { bucket, credential }: Opened, time: number): RefusedCall => ({
    method: call.method,
    path: pathOf(bucket, call.key),
    objectKey: call.key,
    uploadId: call.uploadId,
    credential: {
      version: credential.version,
      temporary: bucket.securityToken !== undefined,
      expiresAt: credential.expiresAt
    },
    secrets: secretsOf(bucket),
    now: time
  })

  /** The promise may reject with what our network threw, or with an error of the SDK about an answer it cannot read. */
  const failure = (call: StorageCall, on: Opened, error: unknown): Effect.Effect<never, StoreError> => {
    if (error instanceof TransportError) return Effect.fail(error)
    return Effect.flatMap(now, (time) => {
      if (error instanceof RefusedReply) return refusal(refusedCall(call, on, time), Redacted.value(error.reply))
      const read = sdkError(error)
      return read.status === undefined || read.status < 300
        ? Effect.fail(
          new TransportError({
            reason: "Decode",
            method: call.method,
            path: pathOf(on.bucket, call.key),
            detail: ServerText.clean(read.message, secretsOf(on.bucket))
          })
        )
        : refusal(refusedCall(call, on, time), { status: read.status, headers: {}, body: "" }, read.name)
    })
  }

  /** Names what a call fails with; it is broken off when its time is over. */
  const attempt = <A>(
    call: StorageCall,
    on: Opened,
    running: Effect.Effect<A, unknown>
  ): Effect.Effect<A, StoreError> =>
    running.pipe(
      Effect.catchAll((error) => failure(call, on, error)),
      Effect.timeoutFail({
        duration: call.timeout ?? timeout,
        onTimeout: () =>
          new TransportError({ reason: "Timeout", method: call.method, path: pathOf(on.bucket, call.key) })
      })
    )

  /** Makes a call with the SDK; broken off when its time is over. */
  const send = Effect.fnUntraced(function*<A>(
    call: StorageCall,
    run: (tools: Tools, signal: AbortSignal) => Promise<A>
  ) {
    const on = yield* session
    const localTime = yield* Clock.currentTimeMillis
    // An SDK signs with the time of the machine; the offset makes that the clock of this program, corrected.
    const clockOffset = localTime + skew - new Date().getTime()
    let reasonOf = (rejection: unknown): unknown => rejection
    const running = Effect.tryPromise({
      try: (signal) => {
        const begun = options.begin(on, { signal, clockOffset })
        reasonOf = begun.reasonOf
        return run(begun.tools, signal)
      },
      catch: (rejection) => reasonOf(rejection)
    })
    return yield* attempt(call, on, running)
  })

  /** What a bad reply to a signed address means. */
  const refusedAddress = (
    call: StorageCall,
    address: SignedAddress,
    reply: PartReply
  ): Effect.Effect<never, StoreError> =>
    Effect.flatMap(now, (time) =>
      refusal({
        method: call.method,
        path: pathOf(seen?.bucket, call.key),
        objectKey: call.key,
        uploadId: call.uploadId,
        credential: { version: address.credentialVersion, temporary: true, expiresAt: address.expiresAt },
        secrets: [...secretsOf(seen?.bucket), ...SignedUrl.secretsOf(Redacted.value(address.url))],
        now: time
      }, reply))

  return { opened, session, now, send, attempt, refusedAddress }
}

/**
 * @see {@link make}
 */
export interface Connection<Session extends Opened, Tools> {
  /** What a session is made from, which needs no SDK. */
  readonly opened: Effect.Effect<Opened, StoreError>
  readonly session: Effect.Effect<Session, StoreError>
  /** Epoch milliseconds by the storage's clock, as far as it is known. */
  readonly now: Effect.Effect<number>
  readonly send: <A>(
    call: StorageCall,
    run: (tools: Tools, signal: AbortSignal) => Promise<A>
  ) => Effect.Effect<A, StoreError>
  /** A call that is made without an SDK: `running` fails as an exchange does, or with an `Error` about an answer that cannot be read. */
  readonly attempt: <A>(
    call: StorageCall,
    on: Opened,
    running: Effect.Effect<A, unknown>
  ) => Effect.Effect<A, StoreError>
  readonly refusedAddress: (
    call: StorageCall,
    address: SignedAddress,
    reply: PartReply
  ) => Effect.Effect<never, StoreError>
}
