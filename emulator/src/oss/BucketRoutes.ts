/**
 * Requests on a bucket, and the list of them.
 */
import * as Effect from "effect/Effect"
import { allows } from "../AccessKeys.js"
import type { BlobStore } from "../blobs/BlobStore.js"
import * as KeyOrder from "../blobs/KeyOrder.js"
import { isoDate } from "../bucketHttp/Xml.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Restores from "../bucketRules/Restores.js"
import * as Versioning from "../bucketRules/Versioning.js"
import { parameter } from "../http/RequestTarget.js"
import * as KeyEncoding from "./KeyEncoding.js"
import { invalidArgument, ossError } from "./OssError.js"
import type { Exchange, OssRequest, Place } from "./OssRequest.js"
import * as Parameters from "./Parameters.js"
import * as Payload from "./Payload.js"
import * as Responses from "./Responses.js"
import * as StorageClass from "./StorageClass.js"
import * as Versions from "./Versions.js"

const owner = { ID: "effect-drive", DisplayName: "effect-drive" }

const isListed = (name: string): boolean =>
  ["prefix", "marker", "max-keys"].includes(name) || Parameters.isSignature(name)

/**
 * GetService: the buckets that the sender may use.
 */
export const listBuckets = Effect.fnUntraced(function*(
  request: OssRequest,
  { region, sender, store }: Pick<Exchange, "region" | "sender" | "store">
) {
  const stranger = request.query.find(([name]) => !isListed(name))?.[0]
  if (stranger !== undefined) return yield* ossError("NotImplemented", undefined, { Header: stranger })
  const limit = yield* Parameters.number(request, "max-keys", { fallback: 100, from: 1, to: 1000 })
  const [prefix, marker] = [parameter(request, "prefix") ?? "", parameter(request, "marker") ?? ""]
  const left = (yield* store.buckets)
    .filter(({ name }) => allows(sender, name) && name.startsWith(prefix) && KeyOrder.compare(name, marker) > 0)
    .sort((one, other) => KeyOrder.compare(one.name, other.name))
  const page = left.slice(0, limit)
  const isTruncated = page.length < left.length
  return Responses.xml("ListAllMyBucketsResult", {
    ...isTruncated
      ? { Prefix: prefix, Marker: marker, MaxKeys: limit, IsTruncated: true, NextMarker: page.at(-1)?.name }
      : {},
    Owner: owner,
    Buckets: {
      Bucket: yield* Effect.forEach(page, (bucket) =>
        Effect.map(StorageClass.ofBucket(bucket), (storageClass) => ({
          CreationDate: isoDate(bucket.created),
          Location: region,
          Name: bucket.name,
          StorageClass: storageClass
        })))
    }
  })
})

const classIn = Effect.fnUntraced(function*(text: string) {
  const root = Xml.parse(text)
  if (root?.name !== "CreateBucketConfiguration") return yield* ossError("MalformedXML")
  const name = Xml.textOf(root, "StorageClass")?.trim()
  if (name === undefined || StorageClass.isStorageClass(name)) return name
  return yield* invalidArgument("StorageClass", name, "The storage class is not one of OSS's.")
})

/**
 * PutBucket: a success too when it is there already.
 */
export const create = Effect.fnUntraced(function*(store: BlobStore.Service, request: OssRequest, { bucket }: Place) {
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)) {
    return yield* ossError("InvalidBucketName", undefined, { BucketName: bucket })
  }
  const hasBody = Number(request.headers["content-length"] ?? 0) > 0
  const storageClass = hasBody ? yield* classIn(yield* Payload.text(request)) : undefined
  const made = yield* store.makeBucket(bucket)
  if (storageClass !== undefined) yield* StorageClass.setOfBucket(made, storageClass)
  return Responses.empty(200, { location: `/${bucket}` })
})

/**
 * DeleteBucket.
 */
export const remove = ({ bucket, store }: Exchange) =>
  store.removeBucket(bucket.name).pipe(
    Effect.catchTag("BlobConflict", () =>
      Effect.fail(ossError("BucketNotEmpty", undefined, { BucketName: bucket.name }))),
    Effect.as(Responses.empty(204))
  )

/**
 * GetBucketLocation.
 */
export const location = ({ region }: Exchange) => Effect.succeed(Responses.xml("LocationConstraint", region))

/**
 * GetBucketInfo.
 */
export const info = Effect.fnUntraced(function*({ bucket, region, request }: Exchange) {
  const host = request.headers["host"] ?? ""
  return Responses.xml("BucketInfo", {
    Bucket: {
      Name: bucket.name,
      CreationDate: isoDate(bucket.created),
      Location: region,
      ExtranetEndpoint: host,
      IntranetEndpoint: host,
      StorageClass: yield* StorageClass.ofBucket(bucket),
      Owner: owner,
      AccessControlList: { Grant: "private" },
      Versioning: yield* Versioning.get(bucket)
    }
  })
})

const maximumKeysToDelete = 1000

/**
 * DeleteMultipleObjects.
 */
export const removeObjects = Effect.fnUntraced(function*({ bucket, request }: Exchange) {
  const root = Xml.parse(yield* Payload.text(request))
  const named = root?.name === "Delete" ? Xml.all(root, "Object") : []
  const keys = named.map((one) => Xml.textOf(one, "Key") ?? "")
  if (root === undefined || keys.length === 0 || keys.length > maximumKeysToDelete || keys.includes("")) {
    return yield* ossError("MalformedXML")
  }
  if (request.headers["content-md5"] === undefined) return yield* ossError("MissingArgument")
  // The version that is meant is not there, and what is there is not meant.
  if (named.some((one) => Xml.textOf(one, "VersionId") !== undefined)) {
    return yield* ossError("NotImplemented", undefined, { Header: "VersionId" })
  }
  const { spell, type } = yield* KeyEncoding.of(request)
  // The answer has no place for a single key's refusal.
  yield* Effect.forEach(keys, (key) => Versions.checkLoss(bucket, key), { concurrency: 16, discard: true })
  yield* Effect.forEach(
    keys,
    (key) => Effect.zipRight(bucket.remove(key), Restores.forget(bucket, key)),
    { concurrency: 16, discard: true }
  )
  const quiet = Xml.textOf(root, "Quiet") === "true"
  return Responses.xml("DeleteResult", {
    EncodingType: type,
    Deleted: quiet ? [] : keys.map((key) => ({ Key: spell(key) }))
  })
})
