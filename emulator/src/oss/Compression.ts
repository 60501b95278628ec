/**
 * Texts go out compressed to who takes them so, and then nothing tells how long they are or which version they are.
 */
import type { OssRequest } from "./OssRequest.js"

const smallest = 1024

const types = new Set([
  ..."text/cache-manifest text/xml text/css text/html text/plain text/json".split(" "),
  ..."application/javascript application/x-javascript application/rss+xml application/json".split(" ")
])

const takesGzip = (accepted: string): boolean =>
  accepted.split(",").some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))

/**
 * Says whether the answer about a whole object is compressed: it is a text of 1 KiB at least, and the request takes gzip.
 * `headers` are those of the answer as it is.
 */
export const applies = (request: OssRequest, headers: Readonly<Record<string, string>>): boolean => {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return request.headers["range"] === undefined && takesGzip(request.headers["accept-encoding"] ?? "") &&
    types.has(type) && Number(headers["content-length"]) >= smallest && headers["content-encoding"] === undefined
}

/**
 * The headers of a compressed answer, from those of the answer as it is.
 */
export const headersOf = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const { "accept-ranges": _ranges, "content-length": _length, etag: _etag, ...kept } = headers
  return { ...kept, "content-encoding": "gzip", vary: "Accept-Encoding" }
}

export const gzip = (): ReadableWritablePair<Uint8Array, Uint8Array> =>
  // Its type excludes bytes in shared memory, in which no store keeps any.
  new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>
