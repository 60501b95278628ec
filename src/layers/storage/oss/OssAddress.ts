/**
 * Where a bucket of OSS is.
 */
import type { BucketAccess } from "../../../domain/StorageCredential.js"
import { escape } from "../bucket/Signing.js"

/**
 * How the bucket is named in an address. `host`: before the host of the endpoint, as OSS itself wants it. `path`: as the
 * first part of the path. `endpoint`: not at all, the endpoint is a domain of the bucket's own.
 *
 * @since 1.0.7
 * @category models
 */
export type OssBucketIn = "endpoint" | "host" | "path"

/**
 * @see {@link make}
 */
export interface OssAddress {
  /** Region without `oss-`, as signatures want it. */
  readonly region: string
  /** Origin with scheme, without the bucket. */
  readonly endpoint: string
  readonly bucketIn: OssBucketIn
  readonly urlOf: (key: string, query: Readonly<Record<string, string>>) => string
}

const isNumeric = (hostname: string): boolean => /^(\d{1,3}\.){3}\d{1,3}$/.test(hostname) || hostname.startsWith("[")

const bucketPlace = ({ hostname }: URL, bucket: string): OssBucketIn => {
  if (hostname.startsWith(`${bucket}.`)) return "endpoint"
  return isNumeric(hostname) || hostname === "localhost" ? "path" : "host"
}

/**
 * OSS and the SDK agree that a key begins without a slash.
 */
export const bareKey = (key: string): string => key.replace(/^\/+/, "")

/**
 * A path that networks leave as it is: they resolve `.` and `..` between slashes before they send it, and the request would
 * be about another object. OSS reads `%2F` as a slash of the key, in its signatures too.
 */
export const escapeDots = (path: string): string =>
  path.replace(/\/(\.\.?)\//g, "/$1%2F").replace(/(?<=.)\/(\.\.?)$/, "%2F$1")

/**
 * The address of a bucket. Without an endpoint it is that of the region, over https. Default of `bucketIn`: `endpoint`
 * where the host begins with the bucket's name, `path` for numeric addresses and localhost, else `host`.
 */
export const make = (bucket: BucketAccess, bucketIn?: OssBucketIn): OssAddress => {
  const region = bucket.region.replace(/^oss-/, "")
  const url = new URL(bucket.endpoint ?? `https://oss-${region}.aliyuncs.com`)
  const place = bucketIn ?? bucketPlace(url, bucket.bucket)
  const origin = place === "host" ? `${url.protocol}//${bucket.bucket}.${url.host}` : url.origin
  const folder = place === "path" ? `/${bucket.bucket}` : ""
  return {
    region,
    endpoint: url.origin,
    bucketIn: place,
    urlOf: (key, query) => {
      const path = bareKey(key).split("/").map(escape).join("/")
      const pairs = Object.entries(query).map(([name, value]) => `${escape(name)}=${escape(value)}`)
      return `${origin}${folder}${escapeDots(`/${path}`)}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`
    }
  }
}
