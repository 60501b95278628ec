/**
 * Answers of the S3 endpoint.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Blob, JoinedPart } from "../blobs/Blob.js"
import * as StoredHeaders from "../bucketHttp/StoredHeaders.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Checksums from "./Checksums.js"
import type { S3Error } from "./S3Error.js"

export const quoted = (etag: string): string => `"${etag}"`

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.empty({ status, headers })

export const xml = (
  name: string,
  children: Xml.XmlChildren | string,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {}
) => HttpServerResponse.text(Xml.document(name, children), { ...options, contentType: "application/xml" })

/**
 * The XML of an error; one without a body for HEAD and for 304.
 */
export const failure = (error: S3Error, at: { method: string; resource: string; requestId: string }) =>
  at.method === "HEAD" || error.status === 304
    ? empty(error.status, error.headers)
    : xml("Error", {
      Code: error.code,
      Message: error.message,
      ...error.fields,
      Resource: at.resource,
      RequestId: at.requestId
    }, { status: error.status, ...error.headers === undefined ? {} : { headers: error.headers } })

/**
 * The checksum kept with an object, as headers: that of the whole, or of an object made of parts.
 */
export const checksumHeaders = (blob: Blob): Record<string, string> => {
  const kept = blob.metadata.headers
  const name = Checksums.names.find((one) => kept["x-amz-checksum-algorithm"] === one)
  if (name === undefined) return {}
  const header = Checksums.header(name)
  const ofParts = kept[header]
  const whole = blob.digests[name]
  if (ofParts !== undefined) return { [header]: ofParts, "x-amz-checksum-type": "COMPOSITE" }
  return whole === undefined ? {} : { [header]: Checksums.base64OfHex(whole), "x-amz-checksum-type": "FULL_OBJECT" }
}

/**
 * The checksum of one of the parts that an object was made of.
 */
export const partChecksumHeaders = (blob: Blob, part: JoinedPart): Record<string, string> => {
  const { "x-amz-checksum-type": type, ...headers } = checksumHeaders(blob)
  const name = Checksums.names.find((one) => headers[Checksums.header(one)] !== undefined)
  const digest = name === undefined ? undefined : part.digests[name]
  return name === undefined || digest === undefined || type === undefined
    ? {}
    : { [Checksums.header(name)]: Checksums.base64OfHex(digest), "x-amz-checksum-type": type }
}

/**
 * What the names of a user's own metadata begin with.
 */
export const metadataPrefix = "x-amz-meta-"

/**
 * What is said of an object before its bytes.
 */
export const objectHeaders = (blob: Blob): Record<string, string> => ({
  "content-type": "binary/octet-stream",
  ...StoredHeaders.write(blob.metadata, metadataPrefix),
  "accept-ranges": "bytes",
  etag: quoted(blob.etag),
  "last-modified": new Date(blob.modified).toUTCString()
})
