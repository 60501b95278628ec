/**
 * Versions of objects, of which none are kept: the object that is there has the version id `null`, as S3 names those of a
 * bucket without versions.
 */
import * as Effect from "effect/Effect"
import type { Bucket } from "../blobs/BlobStore.js"
import * as Versioning from "../bucketRules/Versioning.js"
import { type S3Error, s3Error } from "./S3Error.js"

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
