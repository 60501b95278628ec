/**
 * A request as the S3 endpoint sees it: which bucket, which key, and the query, decoded once.
 *
 * @since 1.0.7
 */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ByteSource from "../blobs/ByteSource.js"
import { type S3Error, s3Error } from "./S3Error.js"

/**
 * `path` is decoded and as sent, the bucket included when it stands in the path; `bucket` and `key` are empty where
 * there is none.
 *
 * @since 1.0.7
 * @category models
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

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const decodedQuery = (search: string): ReadonlyArray<readonly [string, string]> | undefined => {
  const pairs: Array<readonly [string, string]> = []
  for (const one of search.split("&")) {
    if (one === "") continue
    const equals = one.indexOf("=")
    const name = decoded((equals < 0 ? one : one.slice(0, equals)).replaceAll("+", " "))
    const value = decoded((equals < 0 ? "" : one.slice(equals + 1)).replaceAll("+", " "))
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs
}

/** `bucket.s3.localhost:4455` → `bucket`, where `s3.localhost` is one of the domains. */
const bucketOfHost = (host: string, domains: ReadonlyArray<string>): string | undefined => {
  const name = host.replace(/:\d+$/, "").toLowerCase()
  const domain = domains.find((one) => name.endsWith(`.${one}`))
  return domain === undefined ? undefined : name.slice(0, -domain.length - 1)
}

const bodyOf = (request: HttpServerRequest): ByteSource.ByteSource<S3Error> => {
  const source = request.source
  if (source instanceof Request && source.body === null) return ByteSource.fromBytes()
  const stream = source instanceof Request && source.body !== null
    ? source.body
    : Stream.toReadableStream(request.stream)
  return ByteSource.fromReadableStream(stream, () => s3Error("IncompleteBody"))
}

/** A body that nobody reads stays untouched, so that the server can still answer on its connection. */
const lazily = <E>(open: () => ByteSource.ByteSource<E>): ByteSource.ByteSource<E> => {
  let opened: ByteSource.ByteSource<E> | undefined
  return Effect.suspend(() => opened ??= open())
}

/**
 * Reads the address of a request. `domains` are the host names under which a bucket may stand as a subdomain.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  request: HttpServerRequest,
  domains: ReadonlyArray<string>
): Effect.Effect<S3Request, S3Error> =>
  Effect.suspend(() => {
    const target = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "")
    const mark = target.indexOf("?")
    const path = decoded(mark < 0 ? target : target.slice(0, mark))
    const query = decodedQuery(mark < 0 ? "" : target.slice(mark + 1))
    if (path === undefined || query === undefined) return Effect.fail(s3Error("InvalidRequest", "Bad URL encoding."))

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
      body: lazily(() => bodyOf(request))
    })
  })

/**
 * The value of a query parameter; `""` when it stands there without one.
 *
 * @since 1.0.7
 * @category combinators
 */
export const parameter = (request: Pick<S3Request, "query">, name: string): string | undefined =>
  request.query.find((pair) => pair[0] === name)?.[1]

/**
 * Whether the query names it.
 *
 * @since 1.0.7
 * @category predicates
 */
export const has = (request: Pick<S3Request, "query">, name: string): boolean => parameter(request, name) !== undefined
