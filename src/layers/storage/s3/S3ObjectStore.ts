/**
 * One S3 bucket as an `ObjectStore`.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import { StorageError } from "../../../domain/errors/StorageErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import * as Etag from "../../../domain/Etag.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { StoreError } from "../../../services/PartStore.js"
import * as Storage from "../../loading/s3Storage.js"
import * as S3Like from "../bucket/BucketOptions.js"
import type { WholeStore } from "../bucket/lazyStore.js"
import { lazyRules } from "../bucket/lazyStore.js"
import type { S3Calls } from "./S3Calls.js"
import type { S3ConnectionOptions } from "./S3Connection.js"
import * as S3Connection from "./S3Connection.js"
import { isAmazon } from "./S3Connection.js"
import { partRules } from "./s3PartRules.js"
import * as S3Presign from "./S3Presign.js"

/**
 * What a bucket on S3 is opened with.
 */
export interface S3ObjectStoreOptions extends S3ConnectionOptions, S3Like.BucketOptions {
  /** Whether the storage compares checksums that go along with bodies. Default: Amazon does; a page does not send them. */
  readonly checksums?: boolean | undefined
  /** Whether calls are made without the SDK where the bucket's place is plain. Default: in pages. */
  readonly callsAsPage?: boolean | undefined
}

/** A page may only send what the bucket's CORS rules allow, and cannot see why a request was not made. */
const needsLeave = (): boolean => "XMLHttpRequest" in globalThis

/**
 * Opens without a call; SDK and credential are fetched on first use.
 */
export const make = (options: S3ObjectStoreOptions): WholeStore => {
  const connection = S3Connection.make(options)
  const { ownSignerOf, presign, presignPart } = S3Presign.make(connection, options)

  const bySdk = Effect.map(Storage.s3Sdk.load, ({ makeCalls }) => makeCalls(connection))

  /** Who makes the calls: the SDK, unless this is a page and the bucket's place is plain. */
  const calls: Effect.Effect<S3Calls, StoreError> = Effect.flatMap(connection.opened, (opened) => {
    const sign = options.callsAsPage ?? Storage.isPage() ? ownSignerOf(opened.bucket) : undefined
    return sign === undefined
      ? bySdk
      : Effect.map(Storage.s3PageCalls.load, ({ make }) => make(connection, options.httpClient, opened, sign))
  })

  const head = Effect.fn("S3ObjectStore.head")((key: string) =>
    S3Like.ifThere(Effect.flatMap(calls, ({ head }) => head(key)))
  )

  const createMultipart: ObjectStore["createMultipart"] = Effect.fn("S3ObjectStore.createMultipart")(
    function*(upload) {
      const { begin } = yield* calls
      return (yield* begin(upload)) ??
        (yield* new StorageError({ platform: "s3", reason: "Rejected", detail: "the answer has no UploadId" }))
    }
  )

  // A good answer, of which each part has one, is no effect.
  const accept: ObjectStore["accept"] = ({ key, uploadId }, part, address, reply) => {
    if (reply.status < 200 || reply.status >= 300) {
      return connection.refusedAddress({ method: "PUT", key, uploadId }, address, reply)
    }
    const etag = Etag.make(reply.headers["etag"])
    if (etag === undefined) {
      return new StorageError({
        platform: "s3",
        reason: "MissingEtag",
        status: reply.status,
        requestId: reply.headers["x-amz-request-id"]
      })
    }
    const crc32 = reply.headers["x-amz-checksum-crc32"]
    const digest = crc32 === undefined ? {} : { digest: { crc32 } }
    return Effect.succeed({ number: part.number, size: part.end - part.start, etag, ...digest })
  }

  const partPage = Effect.fn("S3ObjectStore.listParts")((key: string, uploadId: string, marker: string | undefined) =>
    Effect.flatMap(calls, (calls) => calls.partPage({ key, uploadId }, { marker, most: options.listPageSize }))
  )

  const listParts: ObjectStore["listParts"] = ({ after, key, uploadId }) =>
    Stream.paginateChunkEffect(
      after === undefined || after < 1 ? undefined : String(after),
      (marker) =>
        Effect.map(partPage(key, uploadId, marker), (page) => {
          const next = page.marker ?? page.parts.at(-1)?.number.toString()
          const hasMore = page.isTruncated && next !== undefined && next !== marker
          return [Chunk.unsafeFromArray(page.parts), hasMore ? Option.some<string | undefined>(next) : Option.none()]
        })
    )

  /** That of the whole is joined from those of its parts (`COMPOSITE`), which complete must name; older servers say no type. */
  const partChecksum: ObjectStore["partChecksum"] = Effect.fn("S3ObjectStore.partChecksum")(function*(upload) {
    const { partPage } = yield* calls
    const { checksum } = yield* partPage(upload, { marker: undefined, most: 1 })
    const { algorithm, type } = checksum
    if (algorithm === undefined || type === "FULL_OBJECT" || algorithm === "CRC64NVME") return undefined
    if (algorithm === "CRC32") return "crc32"
    return yield* new UnsupportedOperation({
      operation: "S3ObjectStore.partChecksum",
      platform: "s3",
      message: `the upload was begun with ${algorithm} checksums of its parts: only CRC32 can be continued`
    })
  })

  /** Ceph answers 500 to the complete of an upload that is gone; its part list says so. */
  const orGone = (key: string, uploadId: string) => (error: StorageError): Effect.Effect<never, StoreError> =>
    error.reason !== "Rejected" || error.retry === "never"
      ? Effect.fail(error)
      : partPage(key, uploadId, undefined).pipe(
        Effect.catchIf((other) => other._tag !== "NoSuchUpload", () => Effect.void),
        Effect.zipRight(Effect.fail(error))
      )

  const complete: ObjectStore["complete"] = Effect.fn("S3ObjectStore.complete")(function*({ key, parts, uploadId }) {
    const inOrder = [...parts].sort((one, other) => one.number - other.number)
    const made = yield* calls
    const etag = yield* Effect.catchTag(
      made.complete({ key, uploadId }, inOrder),
      "StorageError",
      orGone(key, uploadId)
    )
    if (etag !== undefined) return { key, size: inOrder.reduce((sum, part) => sum + part.size, 0), etag }
    // Ceph leaves the ETag of this reply empty. Another answer than one to this call has none either.
    const stored = yield* head(key)
    return Option.isSome(stored)
      ? stored.value
      : (yield* new TransportError({ reason: "Decode", method: "POST", path: "complete" }))
  })

  const listUploads = Effect.fn("S3ObjectStore.listUploads")((key: string) =>
    Effect.flatMap(calls, ({ uploads }) => uploads(key))
  )

  const abort: ObjectStore["abort"] = Effect.fn("S3ObjectStore.abort")((upload) =>
    Effect.flatMap(calls, (calls) => calls.abort(upload)).pipe(
      Effect.catchTag("NoSuchUpload", () => Effect.void)
    )
  )

  const comparesChecksums = options.checksums === undefined
    ? Effect.map(options.credential, ({ bucket }) => !needsLeave() && isAmazon(bucket?.endpoint))
    : Effect.succeed(options.checksums)

  return {
    platform: "s3",
    comparesChecksums,
    etags: { kind: "unknown" },
    rules: partRules,
    uploads: options.uploads,
    signedUrlExpiry: options.signedUrlExpiry,
    head,
    presign,
    presignPart,
    createMultipart,
    accept,
    listParts,
    partChecksum,
    complete,
    listUploads,
    abort,
    bucketRules: lazyRules(Effect.map(Storage.s3Rules.load, (rules) => rules.make(connection)))
  }
}
