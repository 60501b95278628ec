/**
 * The removal of one object, if it is the one that was meant.
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"
import { unquoted } from "../bucketHttp/ReadConditions.js"
import * as Xml from "../bucketHttp/Xml.js"
import * as Restores from "../bucketRules/Restores.js"
import { type S3Error, s3Error } from "./S3Error.js"
import { parameter, type S3Request } from "./S3Request.js"
import * as Versions from "./Versions.js"

/**
 * What the object has to be, each as the request spells it.
 */
export interface Meant {
  readonly versionId: string | undefined
  readonly etag: string | undefined
  readonly modified: string | undefined
  readonly size: string | undefined
}

/**
 * By the query and headers of DeleteObject.
 */
export const namedBy = (request: S3Request): Meant => ({
  versionId: parameter(request, "versionId"),
  etag: request.headers["if-match"],
  modified: request.headers["x-amz-if-match-last-modified-time"],
  size: request.headers["x-amz-if-match-size"]
})

/**
 * By an element of DeleteObjects.
 */
export const namedIn = (object: Xml.XmlElement): Meant => ({
  versionId: Xml.textOf(object, "VersionId"),
  etag: Xml.textOf(object, "ETag"),
  modified: Xml.textOf(object, "LastModifiedTime"),
  size: Xml.textOf(object, "Size")
})

const isSecond = (millis: number, date: string): boolean =>
  Math.floor(millis / 1000) === Math.floor(Date.parse(date) / 1000)

const isMeant = ({ etag, modified, size }: Meant) => (blob: Blob): boolean =>
  (etag === undefined || etag.trim() === "*" || unquoted(etag) === blob.etag) &&
  (modified === undefined || isSecond(blob.modified, modified)) &&
  (size === undefined || Number(size) === blob.size)

/**
 * A success too when there is no such object. Fails with PreconditionFailed when there is another than was meant.
 */
export const remove = (bucket: Bucket, key: string, meant: Meant): Effect.Effect<void, S3Error | BlobWriteError> =>
  Versions.check(meant.versionId).pipe(
    Effect.zipRight(meant.versionId === undefined ? Versions.checkMarker(bucket) : Effect.void),
    Effect.zipRight(bucket.removeIf(key, isMeant(meant))),
    Effect.zipRight(Restores.forget(bucket, key)),
    Effect.catchTag("BlobConflict", () => Effect.fail(s3Error("PreconditionFailed")))
  )
