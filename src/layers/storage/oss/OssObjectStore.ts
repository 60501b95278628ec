/**
 * One OSS bucket as an `ObjectStore`.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { ossMinPartSize } from "../../../domain/Constants.js"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import * as Etag from "../../../domain/Etag.js"
import { NumberText } from "../../../domain/NumberText.js"
import type { PartRules } from "../../../domain/UploadPlan.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { OpenUpload, PartDigest, StoredObject, StoredPart } from "../../../services/PartStore.js"
import { isErrorDocument } from "../bucket/BucketExchange.js"
import * as S3Like from "../bucket/BucketOptions.js"
import * as OssBucketRules from "./OssBucketRules.js"
import { callbackAnswer, callbackHeaders } from "./OssCallback.js"
import type { OssConnectionOptions } from "./OssConnection.js"
import * as OssConnection from "./OssConnection.js"
import { ossErrors } from "./OssErrors.js"
import * as OssPresign from "./OssPresign.js"
import type { OssClient } from "./OssSdk.js"

/** The lists of OSS, as the SDK has read them from XML: all values are texts, and a list of one is that one. */
const Part = Schema.Struct({
  PartNumber: NumberText,
  Size: NumberText,
  ETag: Schema.String,
  HashCrc64ecma: Schema.optional(Schema.String)
})

const Parts = Schema.Struct({
  parts: Schema.Union(Schema.Array(Part), Part),
  isTruncated: Schema.optional(Schema.Unknown),
  nextPartNumberMarker: Schema.optional(Schema.Unknown)
})

const decodeParts = Schema.decodeUnknownSync(Parts)

const partOf = ({ ETag, HashCrc64ecma, PartNumber, Size }: typeof Part.Type): StoredPart => ({
  number: PartNumber,
  size: Size,
  etag: Etag.make(ETag),
  ...(HashCrc64ecma === undefined || HashCrc64ecma === "" ? {} : { digest: { crc64: HashCrc64ecma } })
})

/** A page of a part list, and the number after which the next one begins. Throws on an answer that is no part list. */
const partsOf = (page: Awaited<ReturnType<OssClient["listParts"]>>, after: number) => {
  const read = decodeParts(page)
  const parts = [read.parts].flat().map(partOf)
  const next = Number(read.nextPartNumberMarker ?? parts.at(-1)?.number)
  return {
    parts,
    // A marker that does not move would list for ever.
    next: String(read.isTruncated) === "true" && next > after ? Option.some(next) : Option.none<number>()
  }
}

/** The open uploads of this very key; the storage was asked for all keys that begin so. */
const uploadsOf = (
  { uploads }: Awaited<ReturnType<OssClient["listUploads"]>>,
  key: string
): ReadonlyArray<OpenUpload> =>
  uploads.flatMap(({ initiated, name, uploadId }) => {
    const begunAt = Date.parse(String(initiated))
    return name === key && typeof uploadId === "string" && !Number.isNaN(begunAt) ? [{ uploadId, begunAt }] : []
  })

/**
 * What OSS asks of parts: 100 KiB to 5 GiB, the last one excepted, at most 10,000, in any order.
 */
export const partRules: PartRules = S3Like.partRules(ossMinPartSize)

/**
 * What a bucket on OSS is opened with.
 */
export interface OssObjectStoreOptions extends OssConnectionOptions, S3Like.BucketOptions {}

type Headers = Readonly<Record<string, string>>

const digestOf = (headers: Headers): { readonly digest?: PartDigest } => {
  const crc64 = headers["x-oss-hash-crc64ecma"]
  return crc64 === undefined || crc64 === "" ? {} : { digest: { crc64 } }
}

/**
 * Browsers take compressed answers, and then OSS tells neither length nor ETag of texts from 1 KiB on, not even to a HEAD. With a
 * range they take bytes as they are.
 */
const wholeAsItIs: Headers = { Range: "bytes=0-" }

const sizeOf = (headers: Headers): number =>
  Number(/\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1] ?? headers["content-length"] ?? 0)

/** What stands between may answer in the storage's place, with a good status too: a login page says nothing of the object. */
const isOfStorage = (headers: Headers, body: string): boolean =>
  "etag" in headers || "x-oss-request-id" in headers || /<\/CompleteMultipartUploadResult>/.test(body)

const callbackOf = (answer: unknown) => answer === undefined ? {} : { callback: answer }

/**
 * Opens without a call; SDK and credential are fetched on first use.
 */
export const make = (options: OssObjectStoreOptions): ObjectStore => {
  const connection = OssConnection.make(options)

  // The SDK's own `head` writes a warning to the console of a page each time.
  const head = Effect.fn("OssObjectStore.head")((key: string) =>
    connection.send(
      { method: "HEAD", key },
      ({ bucket, client }) =>
        client.request({
          method: "HEAD",
          bucket: bucket.bucket,
          object: key,
          headers: wholeAsItIs,
          successStatuses: [200, 206]
        })
    ).pipe(
      Effect.map(({ headers }): StoredObject => ({
        key,
        size: sizeOf(headers),
        etag: Etag.make(headers["etag"]),
        mark: headers[OssPresign.markHeader],
        ...digestOf(headers)
      })),
      S3Like.ifThere
    )
  )

  const createMultipart: ObjectStore["createMultipart"] = Effect.fn("OssObjectStore.createMultipart")(
    function*({ contentType, key, mark }) {
      const created = yield* connection.send(
        { method: "POST", key },
        ({ client }) =>
          client.initMultipartUpload(key, {
            ...(contentType === undefined ? {} : { mime: contentType }),
            headers: mark === undefined ? {} : { [OssPresign.markHeader]: mark }
          })
      )
      return typeof created.uploadId === "string"
        ? created.uploadId
        : yield* new StorageError({ platform: "oss", reason: "Rejected", detail: "the answer has no UploadId" })
    }
  )

  /** A failed callback has a good status, 203, and an error in its body. */
  const isRefused = ({ body, status }: { readonly status: number; readonly body: string }) =>
    status < 200 || status >= 300 || isErrorDocument(body)

  const accept: ObjectStore["accept"] = Effect.fnUntraced(function*({ key, uploadId }, part, address, reply) {
    if (isRefused(reply)) return yield* connection.refusedAddress({ method: "PUT", key, uploadId }, address, reply)
    const etag = Etag.make(reply.headers["etag"])
    if (etag === undefined) {
      return yield* new StorageError({
        platform: "oss",
        reason: "MissingEtag",
        status: reply.status,
        requestId: ossErrors.requestId(reply)
      })
    }
    const callback = callbackAnswer(address.headers, reply.body)
    return {
      number: part.number,
      size: part.end - part.start,
      etag,
      ...digestOf(reply.headers),
      ...callbackOf(callback)
    }
  })

  const partPage = Effect.fn("OssObjectStore.listParts")((key: string, uploadId: string, after: number) =>
    connection.send({ method: "GET", key, uploadId }, async ({ client }) =>
      partsOf(
        await client.listParts(key, uploadId, {
          ...(after < 1 ? {} : { "part-number-marker": after }),
          ...(options.listPageSize === undefined ? {} : { "max-parts": options.listPageSize })
        }),
        after
      ))
  )

  const listParts: ObjectStore["listParts"] = ({ after: first = 0, key, uploadId }) =>
    Stream.paginateChunkEffect(
      first,
      (after) => Effect.map(partPage(key, uploadId, after), ({ next, parts }) => [Chunk.unsafeFromArray(parts), next])
    )

  const complete: ObjectStore["complete"] = Effect.fn("OssObjectStore.complete")(function*({ key, parts, uploadId }) {
    const inOrder = [...parts].sort((one, other) => one.number - other.number)
    const named = inOrder.map(({ etag, number }) => ({ number, etag: `"${etag ?? ""}"` }))
    const call = { method: "POST", key, uploadId, timeout: S3Like.completeTimeout }
    const { callback, headers } = yield* connection.send(call, async ({ bucket, client, reply }) => {
      const headers = { ...callbackHeaders(bucket.callback) }
      // With a callback the SDK insists on JSON in the answer, which is the service's: the object is stored either way.
      const done = client.completeMultipartUpload(key, uploadId, named, { headers }).catch((error: unknown) => {
        if (reply() === undefined || bucket.callback === undefined) throw error
      })
      await done
      const { body = "", headers: answer = {} } = reply() ?? {}
      if (!isOfStorage(answer, body)) throw new Error("the answer is not the storage's")
      return { headers: answer, callback: callbackAnswer(headers, body) }
    })
    const stored: StoredObject = {
      key,
      size: inOrder.reduce((sum, part) => sum + part.size, 0),
      etag: Etag.make(headers["etag"]),
      ...digestOf(headers),
      ...callbackOf(callback)
    }
    return stored
  })

  const listUploads = Effect.fn("OssObjectStore.listUploads")((key: string) =>
    connection.send({ method: "GET", key }, ({ client }) => client.listUploads({ prefix: key })).pipe(
      Effect.map((answer) => uploadsOf(answer, key))
    )
  )

  const abort: ObjectStore["abort"] = Effect.fn("OssObjectStore.abort")(({ key, uploadId }) =>
    connection.send({ method: "DELETE", key, uploadId }, ({ client }) => client.abortMultipartUpload(key, uploadId))
      .pipe(
        Effect.asVoid,
        Effect.catchTag("NoSuchUpload", () => Effect.void)
      )
  )

  return {
    platform: "oss",
    rules: partRules,
    uploads: options.uploads,
    signedUrlExpiry: options.signedUrlExpiry,
    head,
    ...OssPresign.make(connection),
    createMultipart,
    accept,
    listParts,
    complete,
    listUploads,
    abort,
    bucketRules: OssBucketRules.make(connection)
  }
}
