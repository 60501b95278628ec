/**
 * The S3 endpoint: every request is authenticated, then dispatched on method and query, as S3's routes are.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { AccessKeys, allows } from "../AccessKeys.js"
import type { BlobBroken, BlobConflict, BlobNoSpace, BlobNotFound, BlobPartMissing } from "../blobs/BlobErrors.js"
import { BlobStore } from "../blobs/BlobStore.js"
import * as Cors from "../bucketHttp/Cors.js"
import { authenticate } from "./Authentication.js"
import * as BucketRoutes from "./BucketRoutes.js"
import * as Checksums from "./Checksums.js"
import * as CopySource from "./CopySource.js"
import * as MultipartRoutes from "./MultipartRoutes.js"
import * as ObjectAttributes from "./ObjectAttributes.js"
import * as ObjectRoutes from "./ObjectRoutes.js"
import * as Responses from "./Responses.js"
import * as RuleRoutes from "./RuleRoutes.js"
import { type S3Error, s3Error } from "./S3Error.js"
import type { Exchange } from "./S3Request.js"
import * as S3Request from "./S3Request.js"
import * as UnsupportedHeaders from "./UnsupportedHeaders.js"
import * as Versions from "./Versions.js"

/**
 * `region` is the one that clients must sign for (default `us-east-1`). Under `domains` (default `localhost` and
 * `s3.localhost`) a bucket may stand as a subdomain; anywhere else it stands in the path. `restoreDuration` is how long
 * the restore of an archived object takes (default 500 ms).
 */
export interface S3Options {
  readonly region?: string | undefined
  readonly domains?: ReadonlyArray<string> | undefined
  readonly restoreDuration?: Duration.DurationInput | undefined
}

type RouteError = S3Error | BlobNotFound | BlobConflict | BlobPartMissing | BlobNoSpace | BlobBroken
type Route = (exchange: Exchange) => Effect.Effect<HttpServerResponse.HttpServerResponse, RouteError>

const maximumKeyBytes = 1024

// What S3 knows under these words and we do not.
const unknownSubresources = new Set([
  ..."accelerate acl analytics encryption intelligent-tiering inventory legal-hold logging metrics".split(
    " "
  ),
  ..."notification object-lock ownershipControls policy policyStatus publicAccessBlock replication".split(" "),
  ..."requestPayment retention select tagging torrent versions website attributes".split(" "),
  ..."abac metadataConfiguration metadataTable renameObject session".split(" ")
])

/** Of those, what is answered of an object. */
const readSubresources = new Set(["attributes", "tagging"])

const bucketRoute = ({ request }: Exchange): Route | undefined => {
  const has = (name: string) => S3Request.has(request, name)
  switch (request.method) {
    case "GET":
      if (has("location")) return BucketRoutes.location
      if (has("cors")) return RuleRoutes.getCors
      if (has("lifecycle")) return RuleRoutes.getLifecycle
      if (has("versioning")) return RuleRoutes.getVersioning
      return has("uploads") ? BucketRoutes.listUploads : BucketRoutes.listObjects
    case "HEAD":
      return BucketRoutes.head
    case "PUT":
      if (has("lifecycle")) return RuleRoutes.putLifecycle
      if (has("versioning")) return RuleRoutes.putVersioning
      return has("cors") ? RuleRoutes.putCors : undefined
    case "POST":
      return has("delete") ? BucketRoutes.removeObjects : undefined
    case "DELETE":
      if (has("lifecycle")) return RuleRoutes.removeLifecycle
      if (has("versioning")) return undefined
      return has("cors") ? RuleRoutes.removeCors : BucketRoutes.remove
    default:
      return undefined
  }
}

const objectRoute = (exchange: Exchange): Route | undefined => {
  const { request } = exchange
  if (S3Request.has(request, "restore")) return request.method === "POST" ? RuleRoutes.restore : undefined
  if (S3Request.has(request, "tagging")) return ObjectRoutes.getTagging
  if (S3Request.has(request, "attributes")) return ObjectAttributes.get
  const ofUpload = S3Request.has(request, "uploadId")
  switch (request.method) {
    case "GET":
      return ofUpload ? MultipartRoutes.listParts : ObjectRoutes.get
    case "HEAD":
      return ObjectRoutes.get
    case "PUT":
      if (CopySource.isNamed(exchange)) return ofUpload ? MultipartRoutes.copyPart : ObjectRoutes.copy
      return ofUpload ? MultipartRoutes.putPart : ObjectRoutes.put
    case "POST":
      if (S3Request.has(request, "uploads")) return MultipartRoutes.create
      return ofUpload ? MultipartRoutes.complete : undefined
    case "DELETE":
      return ofUpload ? MultipartRoutes.abort : ObjectRoutes.remove
    default:
      return undefined
  }
}

const routeOf = (exchange: Exchange): Effect.Effect<Route, S3Error> => {
  const { request } = exchange
  const isRead = request.method === "GET" && request.key !== ""
  const isUnknown = (name: string) => unknownSubresources.has(name) && !(isRead && readSubresources.has(name))
  if (request.query.some(([name]) => isUnknown(name))) return Effect.fail(s3Error("NotImplemented"))
  if (Buffer.byteLength(request.key) > maximumKeyBytes) return Effect.fail(s3Error("KeyTooLongError"))
  const elsewhere = request.key === "" ? ["restore"] : ["lifecycle", "versioning"]
  const route = elsewhere.some((name) => S3Request.has(request, name))
    ? undefined
    : request.key === ""
    ? bucketRoute(exchange)
    : objectRoute(exchange)
  return route === undefined ? Effect.fail(s3Error("MethodNotAllowed")) : Effect.succeed(route)
}

const isForm = ({ headers, method }: S3Request.S3Request): boolean =>
  method === "POST" && headers["content-type"]?.startsWith("multipart/form-data") === true

const openRules = Cors.openRules([
  "x-amz-request-id",
  // By it this library's clients know an object for their own.
  "x-amz-meta-effect-drive",
  ...Checksums.names.map(Checksums.header)
])

const toS3Error = (error: RouteError): S3Error => {
  switch (error._tag) {
    case "BlobNotFound":
      return s3Error(({ bucket: "NoSuchBucket", object: "NoSuchKey", upload: "NoSuchUpload" } as const)[error.what])
    case "BlobConflict":
      return s3Error(error.isMissing === true ? "NoSuchKey" : "PreconditionFailed")
    case "BlobPartMissing":
      return s3Error("InvalidPart", undefined, { PartNumber: String(error.number) })
    case "BlobNoSpace":
      return s3Error("QuotaExceeded")
    case "BlobBroken":
      return s3Error("InternalError")
    case "S3Error":
      return error
  }
}

/**
 * The endpoint over the blob store and the keys of its context, which are captured when it is built.
 */
export const make = (
  options: S3Options = {}
): Effect.Effect<HttpApp.Default<never, never>, never, BlobStore | AccessKeys> =>
  Effect.gen(function*() {
    const store = yield* BlobStore
    const region = options.region ?? "us-east-1"
    const restoreDuration = Duration.decode(options.restoreDuration ?? "500 millis")
    const domains = options.domains ?? ["s3.localhost", "localhost"]
    const verify = authenticate(yield* AccessKeys, region)

    const answer = Effect.fnUntraced(function*(request: S3Request.S3Request) {
      // Forms are signed in their body, which nobody looks into here.
      if (isForm(request)) return yield* s3Error("NotImplemented", "Uploads by forms are not implemented.")
      const auth = yield* verify(request)
      yield* UnsupportedHeaders.check(request)
      yield* Checksums.check(request)
      if (request.bucket === "") {
        return request.method === "GET"
          ? yield* BucketRoutes.listBuckets(store, request, auth, region)
          : yield* s3Error("MethodNotAllowed")
      }
      if (!allows(auth.key, request.bucket)) return yield* s3Error("AccessDenied")
      if (
        request.method === "PUT" && request.key === "" &&
        request.query.every(([name]) => /^(x-id|X-Amz-.*)$/.test(name))
      ) {
        return yield* BucketRoutes.create(store, request, auth, region)
      }
      const bucket = yield* store.bucket(request.bucket)
      const exchange: Exchange = { request, auth, bucket, store, region, restoreDuration }
      yield* Versions.check(S3Request.parameter(request, "versionId"))
      const route = yield* routeOf(exchange)
      return yield* Versions.named(bucket, request, yield* route(exchange))
    })

    const rulesOf = (name: string) => Cors.rulesOf(store, name, openRules)

    const preflight = Effect.fnUntraced(function*(request: S3Request.S3Request) {
      const origin = request.headers["origin"]
      const method = request.headers["access-control-request-method"]
      if (origin === undefined || method === undefined) return yield* s3Error("InvalidRequest", "Not a preflight")
      const asked = Cors.askedBy(request.headers)
      const headers = Cors.headersFor(yield* rulesOf(request.bucket), { origin, method, asked })
      return headers === undefined
        ? yield* s3Error("AccessDenied", "CORSResponse: This CORS request is not allowed.")
        : Responses.empty(200, headers)
    })

    const withCors = Effect.fnUntraced(function*(
      request: S3Request.S3Request,
      response: HttpServerResponse.HttpServerResponse
    ) {
      const origin = request.headers["origin"]
      if (origin === undefined || request.method === "OPTIONS") return response
      const headers = Cors.headersFor(yield* rulesOf(request.bucket), { origin, method: request.method })
      return headers === undefined ? response : HttpServerResponse.setHeaders(response, headers)
    })

    return Effect.gen(function*() {
      const requestId = randomBytes(8).toString("hex").toUpperCase()
      const source = yield* HttpServerRequest
      const { method } = source
      const failed = (resource: string) => (error: S3Error) => Responses.failure(error, { method, resource, requestId })

      const answered = yield* S3Request.make(source, domains).pipe(
        Effect.flatMap((request) =>
          (method === "OPTIONS" ? preflight(request) : answer(request)).pipe(
            Effect.tapErrorTag("BlobBroken", (error) => Effect.logError(error.message)),
            Effect.mapError(toS3Error),
            Effect.flatMap((response) => withCors(request, response)),
            Effect.catchTag("S3Error", (error) => {
              const response = failed(request.path)(error)
              return error.withoutCors === true ? Effect.succeed(response) : withCors(request, response)
            })
          )
        ),
        Effect.catchTag("S3Error", (error) => Effect.succeed(failed("/")(error)))
      )
      // The clients correct their clocks by this header, so it must be that of the clock which judged them. Read last: an answer is
      // never older than the object that it tells of.
      const now = yield* Clock.currentTimeMillis
      return HttpServerResponse.setHeaders(answered, {
        date: new Date(now).toUTCString(),
        "x-amz-request-id": requestId,
        server: "effect-drive"
      })
    })
  })
