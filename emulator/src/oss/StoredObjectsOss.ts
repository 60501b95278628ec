/**
 * Objects in an OSS bucket that clients use directly: the emulator asks about them and holds none of their bytes; only
 * archives are read and written through it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Blob } from "../blobs/Blob.js"
import { BlobBroken, BlobNotFound } from "../blobs/BlobErrors.js"
import type { ByteRange, ObjectBuckets, StoredObjects } from "../blobs/BlobStore.js"
import type * as ByteSource from "../blobs/ByteSource.js"
import * as KnownDigests from "../blobs/KnownDigests.js"
import * as LazyStream from "../blobs/LazyStream.js"
import { encodePath } from "../bucketHttp/SigningText.js"
import { type OssCredential, presign, type PresignOptions } from "./presign.js"

/**
 * Where the bucket is, and the key to it.
 */
export interface OssServer extends OssCredential {
  readonly endpoint: string
  readonly region: string
}

interface Call {
  readonly method: PresignOptions["method"]
  readonly bucket: string
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** `duplex` is required for a stream and missing in the DOM's types. */
type StreamInit = RequestInit & { readonly duplex: "half" }

const sendOnce = (server: OssServer, call: Call): Effect.Effect<Response, BlobBroken | BlobNotFound> =>
  Effect.gen(function*() {
    const { body = null, bucket, headers = {}, key = "", method, query = {} } = call
    // No text, because that would be sent with a type that is not signed.
    const init: StreamInit = { method, headers, body, duplex: "half", redirect: "error" }
    const now = yield* Clock.currentTimeMillis
    const url = presign({
      ...server,
      credential: server,
      method,
      bucket,
      key,
      query,
      headers,
      now,
      expiresIn: "5 minutes"
    })
    const reply = yield* Effect.tryPromise({
      try: (signal) => fetch(url, { ...init, signal }),
      catch: (cause) => new BlobBroken({ operation: `${method} on OSS`, cause })
    })
    if (reply.ok) return reply
    const text = yield* Effect.promise(() => reply.text().catch(() => ""))
    if (reply.status === 404) return yield* new BlobNotFound({ what: key === "" ? "bucket" : "object", name: key })
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ""
    return yield* new BlobBroken({ operation: `${method} on OSS`, cause: `${reply.status} ${code}` })
  })

/** The answer was lost, or the server says that it is in trouble. */
const isPassing = (error: BlobBroken | BlobNotFound): boolean =>
  error._tag === "BlobBroken" && !(typeof error.cause === "string" && /^[1-4]/.test(error.cause))

/** As often as the SDK of S3 does; a stream can be sent once only. */
const send = (server: OssServer, call: Call): Effect.Effect<Response, BlobBroken | BlobNotFound> =>
  call.body instanceof ReadableStream
    ? sendOnce(server, call)
    : Effect.retry(sendOnce(server, call), { times: 2, schedule: Schedule.exponential("100 millis"), while: isPassing })

const metadataOf = (headers: Headers): Blob["metadata"] => {
  const prefix = "x-oss-meta-"
  const type = headers.get("content-type")
  return {
    headers: type === null ? {} : { "content-type": type },
    user: Object.fromEntries(
      [...headers].flatMap(([name, value]) => name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])
    )
  }
}

const blobOf = (key: string, headers: Headers): Blob => ({
  key,
  size: Number(headers.get("content-length") ?? 0),
  etag: (headers.get("etag") ?? "").replaceAll("\"", "").toLowerCase(),
  digests: {},
  modified: Date.parse(headers.get("last-modified") ?? "") || 0,
  metadata: metadataOf(headers),
  segments: []
})

const streamOf = <E>(source: ByteSource.ByteSource<E>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull: async (controller) => {
      const chunk = await Effect.runPromise(source)
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    }
  }, { highWaterMark: 0 })

const objectsOf = (server: OssServer, bucket: string): StoredObjects => {
  const head: StoredObjects["head"] = (key) =>
    Effect.map(send(server, { method: "HEAD", bucket, key }), ({ headers }) => blobOf(key, headers))

  const open = (blob: Blob, range?: ByteRange) => {
    const headers = {
      "if-match": `"${blob.etag.toUpperCase()}"`,
      ...range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
    }
    return Effect.map(
      send(server, { method: "GET", bucket, key: blob.key, headers }),
      (reply) => reply.body ?? undefined
    )
  }

  const digestOf = KnownDigests.make(open)

  const remove: StoredObjects["remove"] = (key) =>
    send(server, { method: "DELETE", bucket, key }).pipe(
      Effect.as(true),
      Effect.catchTag("BlobNotFound", () => Effect.succeed(false))
    )

  /** Nobody would ask for it again: the name is new. */
  const removeLeft = (key: string) =>
    Effect.catchAll(remove(key), (error) => Effect.logWarning(`${key} was left behind: ${error.message}`))

  return {
    name: bucket,
    head,
    remove,
    copy: ({ from, key }) => {
      const headers = { "x-oss-copy-source": encodePath(`/${bucket}/${from.key}`) }
      return Effect.zipRight(send(server, { method: "PUT", bucket, key, headers }), head(key))
    },
    get: (key) =>
      Effect.map(head(key), (blob) => ({
        blob,
        read: (range) => LazyStream.make(() => open(blob, range), LazyStream.sizeOf(blob, range))
      })),
    put: ({ body, key }) =>
      Effect.onError(
        Effect.zipRight(send(server, { method: "PUT", bucket, key, body: streamOf(body) }), head(key)),
        () => removeLeft(key)
      ),
    digest: (key, name) => Effect.flatMap(head(key), (blob) => digestOf(blob, name))
  }
}

/** What a web drive on any page needs, ETag above all. */
const openCors = "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin>" +
  ["GET", "PUT", "POST", "DELETE", "HEAD"].map((method) => `<AllowedMethod>${method}</AllowedMethod>`).join("") +
  "<AllowedHeader>*</AllowedHeader>" +
  ["ETag", "x-oss-request-id", "x-oss-hash-crc64ecma", "x-oss-meta-effect-drive", "Content-Range", "Date"]
    .map((name) => `<ExposeHeader>${name}</ExposeHeader>`).join("") +
  "<MaxAgeSeconds>3000</MaxAgeSeconds></CORSRule></CORSConfiguration>"

/**
 * The buckets of a server. `makeBucket` makes one that is missing and opens it to pages by its CORS rules; rules that
 * are refused are logged.
 */
export const make = (server: OssServer): ObjectBuckets => {
  const create = (bucket: string) =>
    Effect.zipRight(
      send(server, { method: "PUT", bucket }),
      send(server, { method: "PUT", bucket, query: { cors: "" }, body: new TextEncoder().encode(openCors) }).pipe(
        Effect.catchAll((error) => Effect.logWarning(`${bucket}: no CORS rules set: ${error.message}`))
      )
    )

  return {
    bucket: (name) => Effect.succeed(objectsOf(server, name)),
    makeBucket: (name) =>
      send(server, { method: "GET", bucket: name, query: { "max-keys": "1" } }).pipe(
        Effect.catchTag("BlobNotFound", () => create(name)),
        Effect.catchTag("BlobNotFound", (cause) => new BlobBroken({ operation: "makeBucket", cause })),
        Effect.as(objectsOf(server, name))
      )
  }
}
