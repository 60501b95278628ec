/**
 * Old versions of objects, of which none are kept.
 */
import * as Effect from "effect/Effect"
import type { Bucket } from "../blobs/BlobStore.js"
import * as Versioning from "../bucketRules/Versioning.js"
import { type OssError, ossError } from "./OssError.js"

/**
 * Refuses to replace or remove an object that its bucket was asked to keep as a version.
 */
export const checkLoss = (bucket: Bucket, key: string): Effect.Effect<void, OssError> =>
  Effect.flatMap(Versioning.wouldLose(bucket, key), (loses) =>
    loses
      ? Effect.fail(ossError("NotImplemented", "The object would become an old version, and those are not kept."))
      : Effect.void)
