/**
 * Versions of objects, of which none are kept: the object that is there has the version id `null`, as S3 names those of a
 * bucket without versions.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { Bucket } from "../blobs/BlobStore.js"
import * as Versioning from "../bucketRules/Versioning.js"
import { type S3Error, s3Error } from "./S3Error.js"
import { has, parameter, type S3Request } from "./S3Request.js"

/**
 * Refuses every version but the one that is there, so that it is never taken for another.
 */
export const check = (versionId: string | undefined): Effect.Effect<void, S3Error> =>
  versionId === undefined || versionId === "null"
    ? Effect.void
    : Effect.fail(s3Error("NotImplemented", "Versions of objects are not kept."))

/**
 * Refuses to replace or remove an object that its bucket was asked to keep as a version.
 */
export const checkLoss = (bucket: Bucket, key: string): Effect.Effect<void, S3Error> =>
  Effect.flatMap(Versioning.wouldLose(bucket, key), (loses) =>
    loses
      ? Effect.fail(s3Error("NotImplemented", "The object would become an old version, and those are not kept."))
      : Effect.void)

/**
 * Refuses to remove what only a delete marker would stand for: there are none.
 */
export const checkMarker = (bucket: Bucket): Effect.Effect<void, S3Error> =>
  Effect.flatMap(Versioning.get(bucket), (status) =>
    status === "Enabled"
      ? Effect.fail(s3Error("NotImplemented", "It would get a delete marker, and those are not kept."))
      : Effect.void)

const isOfObject = (request: S3Request): boolean => {
  const { key, method } = request
  if (key === "" || has(request, "uploads")) return false
  if (has(request, "uploadId")) return method === "POST"
  return method !== "DELETE" || parameter(request, "versionId") !== undefined
}

/**
 * An answer about an object says its version, where the bucket was ever asked to keep them.
 */
export const named = (
  bucket: Bucket,
  request: S3Request,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  isOfObject(request)
    ? Effect.map(Versioning.get(bucket), (status) =>
      status === undefined ? response : HttpServerResponse.setHeader(response, "x-amz-version-id", "null"))
    : Effect.succeed(response)
