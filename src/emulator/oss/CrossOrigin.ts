/**
 * Cross-origin rules of OSS buckets, applied to requests of pages.
 *
 * @since 1.0.7
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { BlobStore } from "../blobs/BlobStore.js"
import * as Cors from "../s3/Cors.js"
import { invalidArgument, ossError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"
import * as Responses from "./Responses.js"

/**
 * What holds for a bucket that was given no rules: every page may use it and see what uploads need. A new bucket on OSS
 * has none and a page could do nothing with it; here it should work at once.
 *
 * @since 1.0.7
 * @category constants
 */
export const openRules: ReadonlyArray<Cors.CorsRule> = [{
  origins: ["*"],
  methods: ["GET", "PUT", "POST", "DELETE", "HEAD"],
  headers: ["*"],
  exposed: [
    "ETag",
    "Content-Range",
    "Content-Length",
    "Accept-Ranges",
    "Date",
    "x-oss-request-id",
    "x-oss-hash-crc64ecma"
  ],
  maxAge: 3000
}]

/**
 * Answers preflights, and lets pages read answers, failures included.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (store: BlobStore.Service) => {
  const rulesOf = ({ places: [{ bucket }] }: OssRequest) =>
    store.bucket(bucket).pipe(
      Effect.flatMap((found) => found.setting(Cors.setting)),
      Effect.map((text) => Cors.decode(text) ?? openRules),
      Effect.catchTag("BlobNotFound", () => Effect.succeed(openRules))
    )

  const preflight = Effect.fnUntraced(function*(request: OssRequest) {
    const origin = request.headers["origin"]
    const method = request.headers["access-control-request-method"]
    if (origin === undefined || method === undefined) {
      return yield* invalidArgument("Origin", origin, "Origin and Access-Control-Request-Method are required.")
    }
    const asked = (request.headers["access-control-request-headers"] ?? "").split(",")
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== "")
    const headers = Cors.headersFor(yield* rulesOf(request), { origin, method, asked })
    return headers === undefined ? yield* ossError("AccessForbidden") : Responses.empty(200, headers)
  })

  const expose = Effect.fnUntraced(function*(request: OssRequest, response: HttpServerResponse.HttpServerResponse) {
    const origin = request.headers["origin"]
    if (origin === undefined || request.method === "OPTIONS") return response
    const headers = Cors.headersFor(yield* rulesOf(request), { origin, method: request.method })
    return headers === undefined ? response : HttpServerResponse.setHeaders(response, headers)
  })

  return { preflight, expose }
}
