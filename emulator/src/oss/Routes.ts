/**
 * Which route serves a request, by method and query, and what the store's failures are in OSS's words.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { BlobBroken, BlobConflict, BlobNoSpace, BlobNotFound, BlobPartMissing } from "../blobs/BlobErrors.js"
import { has } from "../http/RequestTarget.js"
import * as BucketRoutes from "./BucketRoutes.js"
import * as CopyRoutes from "./CopyRoutes.js"
import * as ListRoutes from "./ListRoutes.js"
import * as MultipartRoutes from "./MultipartRoutes.js"
import * as ObjectRoutes from "./ObjectRoutes.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"
import type { Exchange, OssRequest, Place } from "./OssRequest.js"
import * as Parameters from "./Parameters.js"
import * as RuleRoutes from "./RuleRoutes.js"

/**
 * How a route fails.
 */
export type RouteError = OssError | BlobNotFound | BlobConflict | BlobPartMissing | BlobNoSpace | BlobBroken

type Route = (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, RouteError>

const maximumKeyBytes = 1023

// What OSS knows under these words and we do not.
const unknownSubresources = new Set([
  ..."append asyncFetch cname comp encryption img inventory live logging metaQuery policy qos referer".split(" "),
  ..."acl replication requestPayment resourceGroup select stat style symlink tagging transferAcceleration udf".split(
    " "
  ),
  ..."versionId versions vod website worm x-oss-process x-oss-async-process".split(" ")
])

/** Says whether the query holds nothing but a signature, if that. */
const isBare = (request: OssRequest): boolean => request.query.every(([name]) => Parameters.isSignature(name))

/**
 * Whether the request makes a bucket: a PUT on one that names no part of it.
 */
export const createsBucket = (request: OssRequest, place: Place): boolean =>
  request.method === "PUT" && place.key === "" && isBare(request)

/**
 * Says whether a request is a form that a page sends (PostObject).
 */
export const isForm = ({ headers, method }: OssRequest): boolean =>
  method === "POST" && headers["authorization"] === undefined &&
  headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") === true

const bucketRoute = ({ request }: Exchange): Route | undefined => {
  switch (request.method) {
    case "GET":
      if (has(request, "location")) return BucketRoutes.location
      if (has(request, "bucketInfo")) return BucketRoutes.info
      if (has(request, "cors")) return RuleRoutes.getCors
      if (has(request, "lifecycle")) return RuleRoutes.getLifecycle
      if (has(request, "versioning")) return RuleRoutes.getVersioning
      return has(request, "uploads") ? ListRoutes.listUploads : ListRoutes.listObjects
    case "PUT":
      if (has(request, "lifecycle")) return RuleRoutes.putLifecycle
      if (has(request, "versioning")) return RuleRoutes.putVersioning
      return has(request, "cors") ? RuleRoutes.putCors : undefined
    case "POST":
      return has(request, "delete") ? BucketRoutes.removeObjects : undefined
    case "DELETE":
      if (has(request, "lifecycle")) return RuleRoutes.removeLifecycle
      if (has(request, "cors")) return RuleRoutes.removeCors
      // Whatever else is named, it is not the bucket that is to go.
      return isBare(request) ? BucketRoutes.remove : undefined
    default:
      return undefined
  }
}

// OSS has them for reads only. A write that ignored them would overwrite what its sender wants to keep.
const conditions = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]

// A write that dropped them would store something else than it was asked to.
const unknownHeaders = [
  ..."x-oss-server-side-encryption x-oss-server-side-data-encryption".split(" "),
  ..."x-oss-server-side-encryption-key-id x-oss-tagging".split(" ")
]

/** What everything here is anyway may be asked for. */
const isPrivate = (acl: string | undefined): boolean => acl === undefined || acl === "private" || acl === "default"

/**
 * A header of a write that asks for what is not done. The conditions of a copy's source may stand there twice, as ali-oss sends
 * them.
 */
export const unheeded = ({ headers, method }: OssRequest): string | undefined => {
  if (method === "GET" || method === "HEAD") return undefined
  const ofSource = (name: string) => headers[`x-oss-copy-source-${name}`] !== undefined
  return conditions.find((name) => headers[name] !== undefined && !ofSource(name)) ??
    unknownHeaders.find((name) => headers[name] !== undefined) ??
    ["x-oss-acl", "x-oss-object-acl"].find((name) => !isPrivate(headers[name]))
}

const notOfPut = ["partNumber", "uploads", "restore", "delete"]

const objectRoute = (exchange: Exchange): Route | undefined => {
  const { request } = exchange
  const ofUpload = has(request, "uploadId")
  switch (request.method) {
    case "GET":
      return ofUpload ? MultipartRoutes.listParts : ObjectRoutes.get
    case "HEAD":
      return ObjectRoutes.head
    case "PUT":
      // A part or a subresource must not become the object itself.
      if (!ofUpload && notOfPut.some((name) => has(request, name))) return undefined
      if (CopyRoutes.isNamed(exchange)) return ofUpload ? CopyRoutes.copyPart : CopyRoutes.copy
      return ofUpload ? MultipartRoutes.putPart : ObjectRoutes.put
    case "POST":
      if (has(request, "uploads")) return MultipartRoutes.create
      if (has(request, "restore")) return RuleRoutes.restore
      return ofUpload ? MultipartRoutes.complete : undefined
    case "DELETE":
      return ofUpload ? MultipartRoutes.abort : ObjectRoutes.remove
    default:
      return undefined
  }
}

const isObjectName = (key: string): boolean => Buffer.byteLength(key) <= maximumKeyBytes && !/^[/\\]/.test(key)

/**
 * The route of a request; NotImplemented, InvalidObjectName or MethodNotAllowed when there is none.
 */
export const of = (exchange: Exchange): Effect.Effect<Route, OssError> => {
  const { key, request } = exchange
  const unknown = request.query.find(([name]) => unknownSubresources.has(name))?.[0]
  if (unknown !== undefined) {
    return Effect.fail(ossError("NotImplemented", undefined, { Header: unknown }))
  }
  if (!isObjectName(key)) return Effect.fail(ossError("InvalidObjectName", undefined, { ObjectName: key }))
  if (request.query.some(([name], at) => request.query.findIndex(([other]) => other === name) !== at)) {
    return Effect.fail(invalidArgument("URI", undefined, "A parameter stands twice in the URL."))
  }
  const route = key === "" ? bucketRoute(exchange) : objectRoute(exchange)
  return route === undefined
    ? Effect.fail(ossError("MethodNotAllowed", undefined, { Method: request.method, ResourceType: "Object" }))
    : Effect.succeed(route)
}

/**
 * A route's failure in OSS's words; `place` is what the request was about.
 */
export const toOssError = (error: RouteError, { bucket, key }: Place): OssError => {
  switch (error._tag) {
    case "BlobNotFound":
      switch (error.what) {
        case "bucket":
          return ossError("NoSuchBucket", undefined, { BucketName: bucket })
        case "object":
          return ossError("NoSuchKey", undefined, { Key: key })
        case "upload":
          return ossError("NoSuchUpload", undefined, { UploadId: error.name })
      }
      break
    case "BlobConflict":
      return ossError("FileAlreadyExists", undefined, { Key: key })
    case "BlobPartMissing":
      return ossError("InvalidPart", undefined, { PartNumber: String(error.number) })
    case "BlobNoSpace":
      return ossError("QuotaExceeded")
    case "BlobBroken":
      return ossError("InternalError")
    case "OssError":
      return error
  }
}
