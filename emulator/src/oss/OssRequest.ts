/**
 * A request as the OSS endpoint sees it: which bucket and object it may mean, and the query, decoded once.
 */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { AccessKey } from "../AccessKeys.js"
import type { BlobStore, Bucket } from "../blobs/BlobStore.js"
import type * as ByteSource from "../blobs/ByteSource.js"
import * as RequestTarget from "../http/RequestTarget.js"
import type { CallbackDelivery } from "./CallbackDelivery.js"
import { invalidArgument, type OssError, ossError } from "./OssError.js"

/**
 * A bucket and a key in it; empty where there is none.
 */
export interface Place {
  readonly bucket: string
  readonly key: string
}

export interface OssRequest {
  readonly method: string
  readonly query: RequestTarget.Query
  readonly headers: Readonly<Record<string, string | undefined>>
  /**
   * What the address may mean, at least one. With the bucket in the host and again in the path there are two readings;
   * the signature says which was meant.
   */
  readonly places: readonly [Place, ...ReadonlyArray<Place>]
  readonly body: ByteSource.ByteSource<OssError>
}

/**
 * Whether a host has no bucket in front, so that it stands in the path: an address or `localhost`.
 */
export const isAddressedByPath = (host: string): boolean =>
  /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\]|)$/.test(host)

const inPath = (path: string): Place => {
  const slash = path.indexOf("/")
  return slash < 0 ? { bucket: path, key: "" } : { bucket: path.slice(0, slash), key: path.slice(slash + 1) }
}

/** An address or `localhost` has the bucket in the path; any other host has it in front. */
const placesOf = (host: string, path: string): OssRequest["places"] => {
  const name = host.replace(/:\d+$/, "").toLowerCase()
  if (isAddressedByPath(name)) return [inPath(path)]
  const bucket = name.slice(0, name.indexOf(".") < 0 ? undefined : name.indexOf("."))
  const hosted = { bucket, key: path }
  const twice = inPath(path)
  return twice.bucket === bucket && bucket !== "" ? [hosted, twice] : [hosted]
}

/**
 * Reads the address of a request.
 */
export const make = (request: HttpServerRequest): Effect.Effect<OssRequest, OssError> =>
  Effect.suspend(() => {
    const target = RequestTarget.parse(request.url)
    if (target === undefined) {
      return Effect.fail(invalidArgument("URI", undefined, "The encoding of the URL is broken."))
    }
    return Effect.succeed({
      method: request.method,
      query: target.query,
      headers: request.headers,
      places: placesOf(request.headers["host"] ?? "", target.path.replace(/^\//, "")),
      body: RequestTarget.bodyOf(request, () => ossError("IncompleteBody"))
    })
  })

/**
 * A request whose sender is known and may use the bucket: what the routes work on. `key` is the object's; empty for requests on
 * the bucket.
 */
export interface Exchange {
  readonly request: OssRequest
  readonly key: string
  readonly sender: AccessKey
  readonly bucket: Bucket
  readonly store: BlobStore.Service
  /** As OSS spells it: `oss-cn-hangzhou`. */
  readonly region: string
  readonly requestId: string
  readonly deliver: CallbackDelivery
  /** How long a restore takes. */
  readonly restoreDuration: Duration.Duration
}
