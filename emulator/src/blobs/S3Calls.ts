/**
 * Calls of the AWS SDK as effects. The SDK is an optional peer, loaded on first use.
 */
import type * as Sdk from "@aws-sdk/client-s3"
import * as Effect from "effect/Effect"
import { BlobBroken, BlobNotFound } from "./BlobErrors.js"

/**
 * An S3 server and the key to it. Buckets stand in the path.
 */
export interface S3Server {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  /** How long a connection may be silent, in milliseconds; default 60,000. */
  readonly timeout?: number | undefined
}

export type S3Sdk = typeof Sdk

/**
 * Runs a call; `subject` names what it is about, for the errors.
 */
export type S3Call = <A>(
  operation: string,
  subject: string,
  run: (client: Sdk.S3Client, sdk: S3Sdk, signal: AbortSignal) => Promise<A>
) => Effect.Effect<A, BlobNotFound | BlobBroken>

const missing: Readonly<Record<string, BlobNotFound["what"]>> = {
  NoSuchKey: "object",
  NoSuchBucket: "bucket",
  NoSuchUpload: "upload"
}

const errorOf = (operation: string, subject: string) => (cause: unknown): BlobNotFound | BlobBroken => {
  const name = cause instanceof Error ? cause.name : ""
  // An answer to HEAD can say no more. Anywhere else a 404 without a word of S3's own comes from something in between.
  const what = name === "NotFound" && operation.startsWith("head") ? "object" : missing[name]
  return what === undefined ? new BlobBroken({ operation, cause }) : new BlobNotFound({ what, name: subject })
}

/**
 * The server's own word for what went wrong, if it said one.
 */
export const codeOf = ({ cause }: BlobBroken): string | undefined => cause instanceof Error ? cause.name : undefined

/**
 * Without quotes, and in lower case as the store has them.
 */
export const etagOf = (etag: string | undefined): string | undefined =>
  etag === undefined || etag === "" ? undefined : etag.replaceAll("\"", "").toLowerCase()

/**
 * What the server calls the bytes that it has just taken. An answer without that is not from a server that has them.
 */
export const confirmed = <A extends { readonly ETag?: string | undefined }>(
  operation: string,
  reply: A
): Effect.Effect<A, BlobBroken> =>
  etagOf(reply.ETag) === undefined
    ? Effect.fail(new BlobBroken({ operation, cause: "the answer has no ETag" }))
    : Effect.succeed(reply)

/**
 * The MD5 that a stored body has on the server; nothing where its ETag is none, as with keys of the server's own.
 */
export const md5Of = (reply: {
  readonly ETag?: string | undefined
  readonly ServerSideEncryption?: string | undefined
  readonly SSECustomerAlgorithm?: string | undefined
}): string | undefined => {
  const etag = etagOf(reply.ETag) ?? ""
  const isPlain = (reply.ServerSideEncryption ?? "AES256") === "AES256" && reply.SSECustomerAlgorithm === undefined
  return isPlain && /^[0-9a-f]{32}$/.test(etag) ? etag : undefined
}

/** What the SDK has to say comes with the error of the call; on its own it would write to the console. */
const silent = { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export const make = (server: S3Server): S3Call => {
  let opening: Promise<readonly [Sdk.S3Client, S3Sdk]> | undefined

  const load = async (): Promise<readonly [Sdk.S3Client, S3Sdk]> => {
    const sdk = await import("@aws-sdk/client-s3")
    const { accessKeyId, endpoint, region, secretAccessKey, sessionToken, timeout = 60_000 } = server
    const credentials = { accessKeyId, secretAccessKey, ...sessionToken === undefined ? {} : { sessionToken } }
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      logger: silent,
      requestHandler: { connectionTimeout: timeout, socketTimeout: timeout },
      // Older servers know neither checksums in trailers nor in answers.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED"
    })
    return [client, sdk]
  }

  const opened = () => {
    opening ??= load().catch((cause: unknown) => {
      opening = undefined
      throw cause
    })
    return opening
  }

  return (operation, subject, run) =>
    Effect.tryPromise({
      try: (signal) => opened().then(([client, sdk]) => run(client, sdk, signal)),
      catch: errorOf(operation, subject)
    })
}

/**
 * Where on an S3 server a store keeps its bytes. `prefix` is the store's own and ends with a slash.
 */
export interface Place {
  readonly call: S3Call
  readonly bucket: string
  readonly prefix: string
}

/**
 * The name of a segment on the server.
 */
export const keyOf = ({ prefix }: Place, id: string): string => prefix + id
