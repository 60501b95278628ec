/**
 * A request as the S3 endpoint sees it: which bucket, which key, and the query, decoded once.
 */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { BlobStore, Bucket } from "../blobs/BlobStore.js"
import type * as ByteSource from "../blobs/ByteSource.js"
import { type NumberRange, wholeNumber } from "../http/RequestTarget.js"
import * as RequestTarget from "../http/RequestTarget.js"
import type { Authenticated } from "./Authentication.js"
import { type S3Error, s3Error } from "./S3Error.js"

/**
 * `path` is decoded and as sent, the bucket included when it stands in the path; `bucket` and `key` are empty where
 * there is none.
 */
export interface S3Request {
  readonly method: string
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bucket: string
  readonly key: string
  readonly body: ByteSource.ByteSource<S3Error>
}

/** `bucket.s3.localhost:4455` → `bucket`, where `s3.localhost` is one of the domains. */
const bucketOfHost = (host: string, domains: ReadonlyArray<string>): string | undefined => {
  const name = host.replace(/:\d+$/, "").toLowerCase()
  const domain = domains.find((one) => name.endsWith(`.${one}`))
  return domain === undefined ? undefined : name.slice(0, -domain.length - 1)
}

/**
 * Reads the address of a request. `domains` are the host names under which a bucket may stand as a subdomain.
 */
export const make = (
  request: HttpServerRequest,
  domains: ReadonlyArray<string>
): Effect.Effect<S3Request, S3Error> =>
  Effect.suspend(() => {
    const target = RequestTarget.parse(request.url)
    if (target === undefined) return Effect.fail(s3Error("InvalidRequest", "Bad URL encoding."))

    const { path, query } = target
    const hosted = bucketOfHost(request.headers["host"] ?? "", domains)
    const rest = path.replace(/^\//, "")
    const slash = rest.indexOf("/")
    return Effect.succeed({
      method: request.method,
      path: path === "" ? "/" : path,
      query,
      headers: request.headers,
      bucket: hosted ?? (slash < 0 ? rest : rest.slice(0, slash)),
      key: hosted !== undefined ? rest : slash < 0 ? "" : rest.slice(slash + 1),
      body: RequestTarget.bodyOf(request, () => s3Error("IncompleteBody"))
    })
  })

export { has, parameter } from "../http/RequestTarget.js"

/**
 * A whole number of the query; fails with InvalidArgument.
 */
export const numberIn = (request: S3Request, name: string, range: NumberRange): Effect.Effect<number, S3Error> => {
  const value = wholeNumber(RequestTarget.parameter(request, name), range)
  return value === undefined
    ? Effect.fail(s3Error("InvalidArgument", `${name} must be an integer between ${range.from} and ${range.to}`))
    : Effect.succeed(value)
}

/**
 * A request whose sender is known and may use the bucket: what the routes work on.
 */
export interface Exchange {
  readonly request: S3Request
  readonly auth: Authenticated
  readonly bucket: Bucket
  readonly store: BlobStore.Service
  readonly region: string
  /** How long it takes until an archived object can be read. */
  readonly restoreDuration: Duration.Duration
}
