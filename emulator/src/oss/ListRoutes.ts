/**
 * Listings of objects (both versions) and of open multipart uploads.
 */
import * as Effect from "effect/Effect"
import type { Blob, BlobUpload } from "../blobs/Blob.js"
import type { Bucket } from "../blobs/BlobStore.js"
import * as KeyOrder from "../blobs/KeyOrder.js"
import * as Listing from "../bucketHttp/Listing.js"
import { isoDate } from "../bucketHttp/Xml.js"
import type * as Xml from "../bucketHttp/Xml.js"
import * as Restores from "../bucketRules/Restores.js"
import { parameter } from "../http/RequestTarget.js"
import * as KeyEncoding from "./KeyEncoding.js"
import { invalidArgument } from "./OssError.js"
import type { Exchange } from "./OssRequest.js"
import * as Parameters from "./Parameters.js"
import * as Responses from "./Responses.js"
import * as StorageClass from "./StorageClass.js"

const owner = { ID: "effect-drive", DisplayName: "effect-drive" }

interface Grouping {
  readonly prefix: string
  readonly delimiter: string
}

// Only we read it, so it may be any text that survives a URL.
const tokenOf = (after: string): string => Buffer.from(after).toString("base64url")
const afterOf = (token: string): string => Buffer.from(token, "base64url").toString()

const contentsOf = (bucket: Bucket, blob: Blob, key: string, withOwner: boolean) =>
  Effect.map(Restores.stateOf(bucket, blob), (state): Xml.XmlChildren => ({
    Key: key,
    LastModified: isoDate(blob.modified),
    ETag: Responses.etagOf(blob),
    Type: blob.etag.includes("-") ? "Multipart" : "Normal",
    Size: blob.size,
    StorageClass: StorageClass.of(blob),
    Owner: withOwner ? owner : undefined,
    RestoreInfo: Restores.textOf(state)
  }))

/**
 * GetBucket (ListObjects) and, with `list-type=2`, ListObjectsV2.
 */
export const listObjects = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const listType = parameter(request, "list-type")
  if (listType !== undefined && listType !== "2") {
    return yield* invalidArgument("list-type", listType, "The list type is 2.")
  }
  const version2 = listType === "2"
  const { spell, type } = yield* KeyEncoding.of(request)
  const limit = yield* Parameters.number(request, "max-keys", { fallback: 100, from: 1, to: 1000 })
  const [prefix, delimiter] = [parameter(request, "prefix") ?? "", parameter(request, "delimiter") ?? ""]
  const token = version2 ? parameter(request, "continuation-token") : undefined
  const grouping = { prefix, delimiter }
  const start = parameter(request, version2 ? "start-after" : "marker")
  const withOwner = !version2 || parameter(request, "fetch-owner") === "true"
  const from = version2 || start === undefined ? start : Listing.afterMarker(start, grouping)
  const after = token === undefined ? from : afterOf(token)
  const { next, objects, prefixes } = yield* Listing.list(bucket, { ...grouping, after, limit })
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
      : {
        Marker: spell(start ?? ""),
        NextMarker: next === undefined ? undefined : spell(Listing.markerOf(next, grouping))
      },
    Contents: yield* Effect.forEach(objects, (blob) => contentsOf(bucket, blob, spell(blob.key), withOwner)),
    CommonPrefixes: prefixes.map((one) => ({ Prefix: spell(one) }))
  })
})

/** As OSS orders them, so that a marker says where to continue even when its upload is gone. */
const inOrder = (left: BlobUpload, right: BlobUpload): number =>
  KeyOrder.compare(left.key, right.key) || KeyOrder.compare(left.uploadId, right.uploadId)

/** Common prefixes beside the uploads that have none, in order. */
const grouped = (uploads: ReadonlyArray<BlobUpload>, grouping: Grouping) => {
  const found: Array<{ readonly key: string; readonly upload?: BlobUpload }> = []
  for (const upload of uploads) {
    const common = Listing.commonPrefixOf(upload.key, grouping)
    if (common === undefined) found.push({ key: upload.key, upload })
    else if (found.at(-1)?.key !== common) found.push({ key: common })
  }
  return found
}

/**
 * ListMultipartUploads, a page of it.
 */
export const listUploads = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const { spell, type } = yield* KeyEncoding.of(request)
  const limit = yield* Parameters.number(request, "max-uploads", { fallback: 1000, from: 1, to: 1000 })
  const grouping = { prefix: parameter(request, "prefix") ?? "", delimiter: parameter(request, "delimiter") ?? "" }
  const keyMarker = parameter(request, "key-marker") ?? ""
  const idMarker = parameter(request, "upload-id-marker") ?? ""
  const isLeft = ({ key, uploadId }: BlobUpload): boolean => {
    if (!key.startsWith(grouping.prefix) || Listing.commonPrefixOf(key, grouping) === keyMarker) return false
    const place = KeyOrder.compare(key, keyMarker)
    return place > 0 || (place === 0 && idMarker !== "" && KeyOrder.compare(uploadId, idMarker) > 0)
  }
  const left = grouped((yield* bucket.uploads).filter(isLeft).sort(inOrder), grouping)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  return Responses.xml("ListMultipartUploadsResult", {
    Bucket: bucket.name,
    EncodingType: type,
    KeyMarker: spell(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: spell(last?.key ?? ""),
    NextUploadIdMarker: last?.upload?.uploadId ?? "",
    Delimiter: grouping.delimiter === "" ? undefined : spell(grouping.delimiter),
    Prefix: spell(grouping.prefix),
    MaxUploads: limit,
    IsTruncated: page.length < left.length,
    Upload: page.flatMap(({ upload }) =>
      upload === undefined ? [] : [{
        Key: spell(upload.key),
        UploadId: upload.uploadId,
        StorageClass: "Standard",
        Initiated: isoDate(upload.started)
      }]
    ),
    CommonPrefixes: page.flatMap(({ key, upload }) => upload === undefined ? [{ Prefix: spell(key) }] : [])
  })
})
