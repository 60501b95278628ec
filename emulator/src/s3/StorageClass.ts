/**
 * S3's storage classes, as requests name them and as answers tell them.
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import type { Bucket } from "../blobs/BlobStore.js"
import * as Restores from "../bucketRules/Restores.js"
import { S3Error, s3Error } from "./S3Error.js"
import type { S3Request } from "./S3Request.js"

export const standard = "STANDARD"

const archived: ReadonlyArray<string> = ["GLACIER", "DEEP_ARCHIVE"]

/**
 * What a lifecycle rule may move objects to.
 */
export const targets: ReadonlyArray<string> = [
  "STANDARD_IA",
  "ONEZONE_IA",
  "INTELLIGENT_TIERING",
  "GLACIER_IR",
  ...archived
]

const header = "x-amz-storage-class"

const classOf = (blob: Pick<Blob, "metadata">): string => Restores.storageClassOf(blob) ?? standard

/**
 * The class that a request asks for, as metadata of the object; the standard one is not noted.
 */
export const ofRequest = (request: S3Request): Record<string, string> => {
  const asked = request.headers[header]
  return asked === undefined || asked === standard ? {} : { [Restores.storageClassHeader]: asked }
}

/**
 * Refuses a class that S3 has not.
 */
export const check = (request: S3Request): Effect.Effect<void, S3Error> => {
  const asked = request.headers[header]
  return asked === undefined || [standard, "REDUCED_REDUNDANCY", ...targets].includes(asked)
    ? Effect.void
    : Effect.fail(s3Error("InvalidStorageClass"))
}

/**
 * The class as a listing tells it.
 */
export const inListing = classOf

export const isArchived = (blob: Blob): boolean => archived.includes(classOf(blob))

/**
 * What HEAD and GET tell of the class and of a restore.
 */
export const headersOf = (bucket: Bucket, blob: Blob): Effect.Effect<Record<string, string>> =>
  Effect.map(Restores.stateOf(bucket, blob), (state) => {
    const name = classOf(blob)
    const restore = state._tag === "UnderWay"
      ? "ongoing-request=\"true\""
      : state._tag === "Restored"
      ? `ongoing-request="false", expiry-date="${new Date(state.until).toUTCString()}"`
      : undefined
    return {
      ...name === standard ? {} : { [header]: name },
      ...restore === undefined ? {} : { "x-amz-restore": restore }
    }
  })

/**
 * Refuses to read what is archived and not restored.
 */
export const requireReadable = (bucket: Bucket, blob: Blob): Effect.Effect<void, S3Error> =>
  isArchived(blob)
    ? Effect.flatMap(Restores.stateOf(bucket, blob), (state) =>
      state._tag === "Restored" ? Effect.void : new S3Error({
        code: "InvalidObjectState",
        fields: { StorageClass: classOf(blob) }
      }))
    : Effect.void
