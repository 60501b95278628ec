/**
 * Where the bytes of drives come and go: signed addresses only, no bearer token.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import type { Blob } from "../blobs/Blob.js"
import type { BlobConflict, BlobNotFound, BlobPartMissing, BlobWriteError } from "../blobs/BlobErrors.js"
import type { ByteRange } from "../blobs/BlobStore.js"
import * as Crc64 from "../blobs/Crc64.js"
import * as ReadConditions from "../bucketHttp/ReadConditions.js"
import { answerOf, DataError } from "./DataError.js"
import type { DriveContext } from "./DriveContext.js"
import { objectAt } from "./ObjectAddresses.js"
import * as PartBody from "./PartBody.js"

type Failure = DataError | BlobNotFound | BlobConflict | BlobPartMissing | BlobWriteError

interface Visit {
  readonly request: HttpServerRequest
  readonly path: string
  readonly query: URLSearchParams
}

const visitOf = (request: HttpServerRequest): Visit => {
  const start = request.url.indexOf("?")
  return {
    request,
    path: start === -1 ? request.url : request.url.slice(0, start),
    query: new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1))
  }
}

/** The signature says who may, so nothing else may say so too: a bearer token sent here has leaked. */
const authorise = (context: DriveContext, { path, query, request }: Visit): Effect.Effect<void, DataError> =>
  Effect.gen(function*() {
    if (request.headers.authorization !== undefined) return yield* new DataError({ code: "InvalidArgument" })
    const verdict = yield* context.addresses.verify({
      method: request.method,
      path,
      query,
      contentType: request.headers["content-type"] ?? "",
      contentMd5: request.headers["content-md5"] ?? ""
    })
    if (verdict === "forged") return yield* new DataError({ code: "SignatureDoesNotMatch" })
    if (verdict === "expired") {
      const now = yield* Clock.currentTimeMillis
      return yield* new DataError({
        code: "AccessDenied",
        fields: {
          Expires: new Date(Number(query.get("x-oss-expires")) * 1000).toISOString(),
          ServerTime: new Date(now).toISOString()
        }
      })
    }
  })

const objectOf = (context: DriveContext, path: string) =>
  Effect.suspend(() => {
    const found = objectAt(context.users.flatMap((user) => user.spaces), path)
    return found === undefined ? Effect.fail(new DataError({ code: "NoSuchKey" })) : Effect.succeed(found)
  })

const putPart = (context: DriveContext, { path, query, request }: Visit) =>
  Effect.gen(function*() {
    const { space } = yield* objectOf(context, path)
    const upload = context.uploads.find(space.spaceId, query.get("uploadId") ?? "")
    if (upload === undefined) return yield* new DataError({ code: "NoSuchUpload" })
    const bucket = yield* context.blobs.bucket(space.bucket)
    const number = Number(query.get("partNumber"))
    const { objectKey: key, storeId: uploadId } = upload
    // A parallel part that is sent again takes the place of the one before.
    const isInTurn = upload.isParallel ? Effect.void : PartBody.isNext(bucket, upload, number)
    yield* isInTurn
    const part = yield* bucket.putPart({
      ...yield* PartBody.make(request, isInTurn),
      key,
      uploadId,
      number
    })
    return HttpServerResponse.empty({
      status: 200,
      headers: {
        etag: etagOf(part),
        "x-oss-hash-crc64ecma": Crc64.toDecimal(part.digests.crc64 ?? "0")
      }
    })
  })

/** Upper case, in quotes. */
const etagOf = ({ etag }: Pick<Blob, "etag">): string => `"${etag.toUpperCase()}"`

const validators = (blob: Blob): Readonly<Record<string, string>> => ({
  "accept-ranges": "bytes",
  etag: etagOf(blob),
  "last-modified": new Date(blob.modified).toUTCString()
})

const checkRead = (request: HttpServerRequest, blob: Blob): Effect.Effect<void, DataError> => {
  const verdict = ReadConditions.verdictOf((name) => request.headers[name], blob)
  if (verdict === "met") return Effect.void
  return Effect.fail(
    verdict === "notModified"
      ? new DataError({ code: "NotModified", headers: validators(blob) })
      : new DataError({ code: "PreconditionFailed" })
  )
}

const rangeOf = (header: string | undefined, size: number): Effect.Effect<ByteRange | undefined, DataError> => {
  const range = ReadConditions.rangeOf(header, size)
  return range !== "unsatisfiable" ? Effect.succeed(range) : Effect.fail(
    new DataError({
      code: "InvalidRange",
      fields: { RangeRequested: header ?? "", ActualObjectSize: String(size) },
      headers: { "content-range": `bytes */${size}` }
    })
  )
}

const getObject = (context: DriveContext, { path, query, request }: Visit) =>
  Effect.gen(function*() {
    const { objectKey, space } = yield* objectOf(context, path)
    const bucket = yield* context.blobs.bucket(space.bucket)
    const { blob, read } = yield* bucket.get(objectKey)
    yield* checkRead(request, blob)
    const asked = ReadConditions.rangeAsked((name) => request.headers[name], blob)
    const range = yield* rangeOf(asked, blob.size)
    const crc64 = yield* bucket.digest(objectKey, "crc64")
    return HttpServerResponse.raw(read(range), {
      status: range === undefined ? 200 : 206,
      headers: {
        ...validators(blob),
        "content-type": query.get("response-content-type") ?? "application/octet-stream",
        "content-disposition": query.get("response-content-disposition") ?? "attachment",
        "content-length": String(range === undefined ? blob.size : range.end - range.start + 1),
        ...range === undefined ? {} : { "content-range": `bytes ${range.start}-${range.end}/${blob.size}` },
        "x-oss-hash-crc64ecma": Crc64.toDecimal(crc64)
      }
    })
  })

const dataErrorOf = (error: Failure): DataError => {
  switch (error._tag) {
    case "DataError":
      return error
    case "BlobNotFound":
      return new DataError({ code: error.what === "upload" ? "NoSuchUpload" : "NoSuchKey" })
    case "BlobNoSpace":
      return new DataError({ code: "QuotaExceeded" })
    default:
      return new DataError({ code: "InternalError" })
  }
}

const exposed = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Content-Length, Content-Range, x-oss-request-id, x-oss-hash-crc64ecma"
}

const preflight = (request: HttpServerRequest) =>
  HttpServerResponse.empty({
    status: 200,
    headers: {
      ...exposed,
      "access-control-allow-methods": "GET, PUT",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "content-type",
      "access-control-max-age": "600"
    }
  })

/**
 * What an address answers that has expired, or whose credential a fault script takes for expired.
 */
export const expired = (): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(
    answerOf(new DataError({ code: "AccessDenied" }), { method: "PUT", host: "pds", requestId: "expired" }),
    exposed
  )

export const make = (context: DriveContext): HttpApp.Default =>
  Effect.flatMap(HttpServerRequest, (request) => {
    if (request.method === "OPTIONS") return Effect.succeed(preflight(request))
    const requestId = randomBytes(12).toString("hex").toUpperCase()
    const about = { method: request.method, host: request.headers.host ?? "", requestId }
    const visit = visitOf(request)
    const serve = (): Effect.Effect<HttpServerResponse.HttpServerResponse, Failure> => {
      if (request.method === "PUT") return putPart(context, visit)
      return request.method === "GET" ? getObject(context, visit) : new DataError({ code: "MethodNotAllowed" })
    }
    return authorise(context, visit).pipe(
      Effect.zipRight(Effect.suspend(serve)),
      Effect.tapErrorTag("BlobBroken", (error) => Effect.logError(error.message)),
      Effect.mapError(dataErrorOf),
      Effect.map((response) => HttpServerResponse.setHeader(response, "x-oss-request-id", requestId)),
      Effect.catchTag("DataError", (error) => Effect.succeed(answerOf(error, about))),
      Effect.map((response) => HttpServerResponse.setHeaders(response, { ...exposed, server: "AliyunOSS" }))
    )
  })
