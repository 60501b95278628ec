/**
 * Listings of objects (both versions) and of open multipart uploads.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import type { Bucket } from "../blobs/BlobStore.js"
import * as KeyOrder from "../blobs/KeyOrder.js"
import * as Restores from "../bucketRules/Restores.js"
import { parameter } from "../http/RequestTarget.js"
import * as Listing from "../s3/Listing.js"
import { encodePath } from "../s3/SigV4.js"
import type * as Xml from "../s3/Xml.js"
import type { Exchange } from "./Exchange.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"
import * as Responses from "./Responses.js"
import * as StorageClass from "./StorageClass.js"

const owner = { ID: "effect-drive", DisplayName: "effect-drive" }

const limitOf = (request: OssRequest, name: string, fallback: number): Effect.Effect<number, OssError> => {
  const text = parameter(request, name)
  const value = text === undefined ? fallback : /^\d+$/.test(text) ? Number(text) : NaN
  return value >= 1 && value <= 1000
    ? Effect.succeed(value)
    : Effect.fail(invalidArgument(name, text, `${name} must be an integer between 1 and 1000.`))
}

/** How names are spelled in the answer: as they are, or encoded for a URL. */
const spellingOf = (request: OssRequest) => {
  const type = parameter(request, "encoding-type")
  return type === undefined || type === "url"
    ? Effect.succeed({ type, spell: (name: string) => type === "url" ? encodePath(name) : name })
    : Effect.fail(invalidArgument("encoding-type", type, "The encoding type is url."))
}

// Only we read it, so it may be any text that survives a URL.
const tokenOf = (after: string): string => Buffer.from(after).toString("base64url")
const afterOf = (token: string): string => Buffer.from(token, "base64url").toString()

const contentsOf = (bucket: Bucket, blob: Blob, key: string, withOwner: boolean) =>
  Effect.map(Restores.stateOf(bucket, blob), (state): Xml.XmlChildren => ({
    Key: key,
    LastModified: Responses.isoDate(blob.modified),
    ETag: Responses.etagOf(blob),
    Type: blob.etag.includes("-") ? "Multipart" : "Normal",
    Size: blob.size,
    StorageClass: StorageClass.of(blob),
    Owner: withOwner ? owner : undefined,
    RestoreInfo: Responses.restoreInfo(state)
  }))

/**
 * GetBucket (ListObjects) and, with `list-type=2`, ListObjectsV2.
 *
 * @since 1.0.7
 * @category combinators
 */
export const listObjects = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const listType = parameter(request, "list-type")
  if (listType !== undefined && listType !== "2") {
    return yield* invalidArgument("list-type", listType, "The list type is 2.")
  }
  const version2 = listType === "2"
  const { spell, type } = yield* spellingOf(request)
  const limit = yield* limitOf(request, "max-keys", 100)
  const [prefix, delimiter] = [parameter(request, "prefix") ?? "", parameter(request, "delimiter") ?? ""]
  const token = version2 ? parameter(request, "continuation-token") : undefined
  const start = parameter(request, version2 ? "start-after" : "marker")
  const withOwner = !version2 || parameter(request, "fetch-owner") === "true"
  const after = token === undefined ? start : afterOf(token)
  const { next, objects, prefixes } = yield* Listing.list(bucket, { prefix, delimiter, after, limit })
  return Responses.xml("ListBucketResult", {
    Name: bucket.name,
    Prefix: spell(prefix),
    MaxKeys: limit,
    Delimiter: delimiter === "" ? undefined : spell(delimiter),
    EncodingType: type,
    IsTruncated: next !== undefined,
    ...version2
      ? {
        KeyCount: objects.length + prefixes.length,
        StartAfter: start === undefined ? undefined : spell(start),
        ContinuationToken: token,
        NextContinuationToken: next === undefined ? undefined : tokenOf(next)
      }
      : { Marker: spell(start ?? ""), NextMarker: next === undefined ? undefined : spell(next) },
    Contents: yield* Effect.forEach(objects, (blob) => contentsOf(bucket, blob, spell(blob.key), withOwner)),
    CommonPrefixes: prefixes.map((one) => ({ Prefix: spell(one) }))
  })
})

/**
 * ListMultipartUploads, a page of it.
 *
 * @since 1.0.7
 * @category combinators
 */
export const listUploads = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const { spell, type } = yield* spellingOf(request)
  const limit = yield* limitOf(request, "max-uploads", 1000)
  const prefix = parameter(request, "prefix") ?? ""
  const keyMarker = parameter(request, "key-marker") ?? ""
  const idMarker = parameter(request, "upload-id-marker") ?? ""
  const uploads = (yield* bucket.uploads).filter(({ key }) => key.startsWith(prefix))
  const marker = uploads.findIndex(({ key, uploadId }) => key === keyMarker && uploadId === idMarker)
  const rest = marker >= 0
    ? uploads.slice(marker + 1)
    : uploads.filter(({ key }) => KeyOrder.compare(key, keyMarker) > 0)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return Responses.xml("ListMultipartUploadsResult", {
    Bucket: bucket.name,
    EncodingType: type,
    KeyMarker: spell(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: spell(last?.key ?? ""),
    NextUploadIdMarker: last?.uploadId ?? "",
    Prefix: spell(prefix),
    MaxUploads: limit,
    IsTruncated: page.length < rest.length,
    Upload: page.map(({ key, started, uploadId }) => ({
      Key: spell(key),
      UploadId: uploadId,
      StorageClass: "Standard",
      Initiated: Responses.isoDate(started)
    }))
  })
})
