/**
 * The OSS endpoint: every request is authenticated, then dispatched on method and query, as OSS's routes are.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { AccessKeys, allows } from "../AccessKeys.js"
import { BlobStore } from "../blobs/BlobStore.js"
import type { ConnectionCut } from "../faults/ConnectionCut.js"
import { authenticate } from "./Authentication.js"
import * as BucketRoutes from "./BucketRoutes.js"
import * as CallbackDelivery from "./CallbackDelivery.js"
import * as CrossOrigin from "./CrossOrigin.js"
import { type OssError, ossError } from "./OssError.js"
import type { Exchange } from "./OssRequest.js"
import * as OssRequest from "./OssRequest.js"
import * as Responses from "./Responses.js"
import * as Routes from "./Routes.js"

/**
 * `region` as OSS spells it, with `oss-` in front; version 4 signatures hold it without. `api` is the product API, which
 * callbacks reach in this process.
 */
export interface OssOptions {
  readonly region: string
  /** How long a restore takes; default 500 ms. */
  readonly restoreDuration?: Duration.DurationInput | undefined
  readonly api: { readonly origin: string; readonly app: HttpApp.Default<ConnectionCut> }
}

/**
 * The endpoint over the blob store and the keys of its context, which are captured when it is built.
 */
export const make = (
  { api, region, ...options }: OssOptions
): Effect.Effect<HttpApp.Default<never, never>, never, BlobStore | AccessKeys> =>
  Effect.gen(function*() {
    const store = yield* BlobStore
    const verify = authenticate(yield* AccessKeys, region.replace(/^oss-/, ""))
    const restoreDuration = Duration.decode(options.restoreDuration ?? "500 millis")
    const crossOrigin = CrossOrigin.make(store)
    const deliver = CallbackDelivery.make(api)

    const answer = Effect.fnUntraced(function*(request: OssRequest.OssRequest, requestId: string) {
      // A form carries its signature in its fields, which nobody reads here.
      if (Routes.isForm(request)) return yield* ossError("MethodNotAllowed", undefined, { Method: "POST" })
      const { key: sender, place } = yield* verify(request)
      if (place.bucket === "") {
        return request.method === "GET"
          ? yield* BucketRoutes.listBuckets(request, { store, sender, region })
          : yield* ossError("MethodNotAllowed")
      }
      if (!allows(sender, place.bucket)) {
        return yield* ossError("AccessDenied", "You have no right to access this bucket.")
      }
      const header = Routes.unheeded(request)
      if (header !== undefined) return yield* ossError("NotImplemented", undefined, { Header: header })
      if (Routes.createsBucket(request, place)) return yield* BucketRoutes.create(store, request, place)
      const bucket = yield* store.bucket(place.bucket)
      const about = { sender, store, region, requestId, deliver, restoreDuration }
      const exchange: Exchange = { request, key: place.key, bucket, ...about }
      const route = yield* Routes.of(exchange)
      return yield* route(exchange)
    })

    return Effect.gen(function*() {
      const requestId = randomBytes(12).toString("hex").toUpperCase()
      const source = yield* HttpServerRequest
      const { method } = source
      const failed = (error: OssError) =>
        Responses.failure(error, { method, host: source.headers["host"] ?? "", requestId })

      const answered = yield* OssRequest.make(source).pipe(
        Effect.flatMap((request) =>
          (method === "OPTIONS" ? crossOrigin.preflight(request) : answer(request, requestId)).pipe(
            Effect.tapErrorTag("BlobBroken", (error) => Effect.logError(error.message)),
            Effect.mapError((error) => Routes.toOssError(error, request.places[0])),
            Effect.catchAll((error) => Effect.succeed(failed(error))),
            Effect.flatMap((response) => crossOrigin.expose(request, response))
          )
        ),
        Effect.catchAll((error) => Effect.succeed(failed(error)))
      )
      // The clients correct their clocks by this header, so it must be that of the clock which judged them. Read last: an answer is
      // never older than the object that it tells of.
      const now = yield* Clock.currentTimeMillis
      return HttpServerResponse.setHeaders(answered, {
        date: new Date(now).toUTCString(),
        server: "AliyunOSS",
        "x-oss-request-id": requestId
      })
    })
  })

/**
 * The answer to a request whose key has ended, for faults that say so.
 */
export const expired = ({ headers, method }: HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  Responses.failure(ossError("SecurityTokenExpired"), {
    method,
    host: headers["host"] ?? "",
    requestId: randomBytes(12).toString("hex").toUpperCase()
  })
