/**
 * Answers of the OSS endpoint.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Blob } from "../blobs/Blob.js"
import * as Crc64 from "../blobs/Crc64.js"
import * as StoredHeaders from "../bucketHttp/StoredHeaders.js"
import * as Xml from "../bucketHttp/Xml.js"
import type { OssError } from "./OssError.js"
import * as StorageClass from "./StorageClass.js"

/**
 * An ETag as OSS spells it: upper case, in quotes.
 */
export const etagOf = ({ etag }: { readonly etag: string }): string => `"${etag.toUpperCase()}"`

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.empty({ status, headers })

export const xml = (
  name: string,
  children: Xml.XmlChildren | string,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {}
) => HttpServerResponse.text(Xml.document(name, children, ""), { ...options, contentType: "application/xml" })

/**
 * The XML of an error. HEAD has no body and gets it as a header, 304 gets none.
 */
export const failure = (error: OssError, at: { method: string; host: string; requestId: string }) => {
  const { code, fields, headers = {}, message, status } = error
  const document = Xml.document(
    "Error",
    { Code: code, Message: message, RequestId: at.requestId, HostId: at.host, ...fields },
    ""
  )
  if (status === 304) return empty(status, headers)
  return at.method === "HEAD"
    ? empty(status, { ...headers, "x-oss-err": Buffer.from(document).toString("base64") })
    : HttpServerResponse.text(document, { status, headers, contentType: "application/xml" })
}

/**
 * What the names of a user's own metadata begin with.
 */
export const metadataPrefix = "x-oss-meta-"

const crc64Name = "x-oss-hash-crc64ecma"

/**
 * The CRC-64 as OSS answers it; nothing when it is not known.
 */
export const crc64Header = (hex: string | undefined): Readonly<Record<string, string>> =>
  hex === undefined ? {} : { [crc64Name]: Crc64.toDecimal(hex) }

/**
 * What is said of an object before its bytes. `crc64` is in hex.
 */
export const objectHeaders = (blob: Blob, crc64?: string): Record<string, string> => ({
  "content-type": "application/octet-stream",
  ...StoredHeaders.write(blob.metadata, metadataPrefix),
  ...crc64Header(crc64),
  "accept-ranges": "bytes",
  etag: etagOf(blob),
  "last-modified": new Date(blob.modified).toUTCString(),
  "x-oss-object-type": blob.etag.includes("-") ? "Multipart" : "Normal",
  "x-oss-storage-class": StorageClass.of(blob),
  ...blob.etag.includes("-") ? {} : { "content-md5": Buffer.from(blob.etag, "hex").toString("base64") }
})
