/**
 * Requests on a bucket.
 */
import * as Effect from "effect/Effect"
import { allows } from "../AccessKeys.js"
import type { BlobStore } from "../blobs/BlobStore.js"
import * as Listing from "../bucketHttp/Listing.js"
import * as SigningText from "../bucketHttp/SigningText.js"
import { isoDate } from "../bucketHttp/Xml.js"
import * as Xml from "../bucketHttp/Xml.js"
import type { Authenticated } from "./Authentication.js"
import * as Payload from "./Payload.js"
import * as Removal from "./Removal.js"
import * as Responses from "./Responses.js"
import { s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"
import { numberIn, parameter, type S3Request } from "./S3Request.js"
import * as StorageClass from "./StorageClass.js"

const owner = { ID: "effect-drive", DisplayName: "effect-drive" }

// Only we read it, so it may be any text that survives a URL.
const tokenOf = (after: string): string => Buffer.from(after).toString("base64url")
const afterOf = (token: string): string => Buffer.from(token, "base64url").toString()

/**
 * ListBuckets: those that the sender may use.
 */
export const listBuckets = Effect.fnUntraced(function*(
  store: BlobStore.Service,
  request: S3Request,
  auth: Authenticated,
  region: string
) {
  const limit = yield* numberIn(request, "max-buckets", { fallback: 10_000, from: 1, to: 10_000 })
  const prefix = parameter(request, "prefix") ?? ""
  const token = parameter(request, "continuation-token")
  const isAsked = (parameter(request, "bucket-region") ?? region) === region
  const after = token === undefined ? "" : afterOf(token)
  const buckets = (yield* store.buckets)
    .filter(({ name }) => isAsked && allows(auth.key, name) && name.startsWith(prefix) && name > after)
    .toSorted((left, right) => left.name < right.name ? -1 : 1)
  const page = buckets.slice(0, limit)
  return Responses.xml("ListAllMyBucketsResult", {
    Owner: owner,
    Buckets: {
      Bucket: page.map((bucket) => ({ Name: bucket.name, CreationDate: isoDate(bucket.created) }))
    },
    Prefix: prefix === "" ? undefined : prefix,
    ContinuationToken: page.length < buckets.length ? tokenOf(page.at(-1)?.name ?? "") : undefined
  })
})

/**
 * CreateBucket: a success too when it is there already.
 */
export const create = Effect.fnUntraced(function*(
  store: BlobStore.Service,
  request: S3Request,
  auth: Authenticated,
  region: string
) {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(request.bucket)) return yield* s3Error("InvalidBucketName")
  const length = Number(request.headers["content-length"] ?? 0)
  const configuration = length === 0 ? "" : yield* Payload.text(request, auth)
  const root = Xml.parse(configuration)
  if (configuration !== "" && root === undefined) return yield* s3Error("MalformedXML")
  const location = root === undefined ? region : Xml.textOf(root, "LocationConstraint")?.trim() ?? region
  if (location !== "" && location !== region) return yield* s3Error("InvalidLocationConstraint")
  yield* store.makeBucket(request.bucket)
  return Responses.empty(200, { location: `/${request.bucket}` })
})

/**
 * HeadBucket.
 */
export const head = ({ region }: Exchange) => Effect.succeed(Responses.empty(200, { "x-amz-bucket-region": region }))

/**
 * DeleteBucket: open uploads go with it.
 */
export const remove = ({ bucket, store }: Exchange) =>
  store.removeBucket(bucket.name, "aborted").pipe(
    Effect.catchTag("BlobConflict", () => Effect.fail(s3Error("BucketNotEmpty"))),
    Effect.as(Responses.empty(204))
  )

/**
 * GetBucketLocation: empty for us-east-1, as S3 has it.
 */
export const location = ({ region }: Exchange) =>
  Effect.succeed(Responses.xml("LocationConstraint", region === "us-east-1" ? "" : region))

const limitOf = (request: S3Request, name: string) => {
  const value = Number(parameter(request, name) ?? 1000)
  return Number.isInteger(value) && value >= 0
    ? Effect.succeed(Math.min(value, 1000))
    : Effect.fail(s3Error("InvalidArgument", `Provided ${name} not an integer or within integer range`))
}

/**
 * ListObjectsV2, and the first version of it. Clients of that one take its prefix as it is, whatever the encoding.
 */
export const listObjects = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const version2 = parameter(request, "list-type") === "2"
  const prefix = parameter(request, "prefix") ?? ""
  const delimiter = parameter(request, "delimiter") ?? ""
  const encodingType = parameter(request, "encoding-type")
  const token = parameter(request, "continuation-token")
  const start = parameter(request, version2 ? "start-after" : "marker")
  const limit = yield* limitOf(request, "max-keys")
  const grouping = { prefix, delimiter }
  const from = start === undefined ? undefined : Listing.afterMarker(start, grouping)
  const after = token === undefined ? from : afterOf(token)
  const { next, objects, prefixes } = yield* Listing.list(bucket, { ...grouping, after, limit })
  const encode = (key: string) => encodingType === "url" ? SigningText.encodePath(key) : key
  return Responses.xml("ListBucketResult", {
    Name: bucket.name,
    Prefix: version2 || Xml.cannotHold(prefix) ? encode(prefix) : prefix,
    Delimiter: delimiter === "" ? undefined : encode(delimiter),
    EncodingType: encodingType,
    MaxKeys: limit,
    IsTruncated: next !== undefined,
    ...version2
      ? {
        KeyCount: objects.length + prefixes.length,
        ContinuationToken: token,
        NextContinuationToken: next === undefined ? undefined : tokenOf(next),
        StartAfter: start === undefined ? undefined : encode(start)
      }
      : {
        Marker: encode(start ?? ""),
        NextMarker: next === undefined ? undefined : encode(Listing.markerOf(next, grouping))
      },
    Contents: objects.map((blob) => ({
      Key: encode(blob.key),
      LastModified: isoDate(blob.modified),
      ETag: Responses.quoted(blob.etag),
      Size: blob.size,
      StorageClass: StorageClass.inListing(blob),
      Owner: version2 && parameter(request, "fetch-owner") !== "true" ? undefined : owner
    })),
    CommonPrefixes: prefixes.map((one) => ({ Prefix: encode(one) }))
  })
})

/**
 * ListMultipartUploads, a page of it.
 */
export const listUploads = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const prefix = parameter(request, "prefix") ?? ""
  const keyMarker = parameter(request, "key-marker") ?? ""
  const idMarker = parameter(request, "upload-id-marker") ?? ""
  const limit = yield* limitOf(request, "max-uploads")
  const uploads = (yield* bucket.uploads).filter(({ key }) => key.startsWith(prefix))
  const marker = uploads.findIndex(({ key, uploadId }) => key === keyMarker && uploadId === idMarker)
  const rest = marker >= 0 ? uploads.slice(marker + 1) : uploads.filter(({ key }) => key > keyMarker)
  const page = rest.slice(0, limit)
  const isTruncated = page.length < rest.length
  return Responses.xml("ListMultipartUploadsResult", {
    Bucket: bucket.name,
    Prefix: prefix,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker,
    NextKeyMarker: isTruncated ? page.at(-1)?.key : undefined,
    NextUploadIdMarker: isTruncated ? page.at(-1)?.uploadId : undefined,
    MaxUploads: limit,
    IsTruncated: isTruncated,
    Upload: page.map((upload) => ({
      Key: upload.key,
      UploadId: upload.uploadId,
      Initiator: owner,
      Owner: owner,
      StorageClass: "STANDARD",
      Initiated: isoDate(upload.started)
    }))
  })
})

const maximumKeysToDelete = 1000

/**
 * DeleteObjects: what cannot be removed is reported beside what was.
 */
export const removeObjects = Effect.fnUntraced(function*({ auth, bucket, request }: Exchange) {
  const root = Xml.parse(yield* Payload.text(request, auth))
  const named = root?.name === "Delete" ? Xml.all(root, "Object") : []
  if (root === undefined || named.length === 0 || named.length > maximumKeysToDelete) {
    return yield* s3Error("MalformedXML")
  }
  const results = yield* Effect.forEach(named, (one) => {
    const Key = Xml.textOf(one, "Key") ?? ""
    return Removal.remove(bucket, Key, Removal.namedIn(one)).pipe(
      Effect.as({ Key, refused: undefined }),
      Effect.catchTag("S3Error", (refused) => Effect.succeed({ Key, refused }))
    )
  }, { concurrency: 16 })
  const quiet = Xml.textOf(root, "Quiet") === "true"
  return Responses.xml("DeleteResult", {
    Deleted: results.flatMap(({ Key, refused }) => quiet || refused !== undefined ? [] : [{ Key }]),
    Error: results.flatMap(({ Key, refused }) =>
      refused === undefined ? [] : [{ Key, Code: refused.code, Message: refused.message }]
    )
  })
})
