/**
 * Storage classes of OSS, and what may be done with objects in them.
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"
import { storageClassHeader, storageClassOf } from "../bucketRules/Restores.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

export const standard = "Standard"

const archived = ["Archive", "ColdArchive", "DeepColdArchive"]
const all = [standard, "IA", ...archived]

export const isStorageClass = (text: string): boolean => all.includes(text)

export const of = (blob: Pick<Blob, "metadata">): string => storageClassOf(blob) ?? standard

/**
 * Whether the object has to be restored before it can be read.
 */
export const isArchived = (blob: Pick<Blob, "metadata">): boolean => archived.includes(of(blob))

const setting = "storage-class"

/**
 * The class that objects of a bucket have when they name none.
 */
export const ofBucket = (bucket: Bucket): Effect.Effect<string> =>
  Effect.map(bucket.setting(setting), (name) => name ?? standard)

export const setOfBucket = (bucket: Bucket, name: string): Effect.Effect<void, BlobWriteError> =>
  bucket.set(setting, name === standard ? undefined : name)

/**
 * The header that keeps the class of an object that a request stores: the one it names, or its bucket's.
 */
export const requested = (
  request: OssRequest,
  bucket: Bucket
): Effect.Effect<Readonly<Record<string, string>>, OssError> =>
  Effect.gen(function*() {
    const name = "x-oss-storage-class"
    const asked = request.headers[name] ?? (yield* ofBucket(bucket))
    if (asked === standard) return {}
    return isStorageClass(asked)
      ? { [storageClassHeader]: asked }
      : yield* invalidArgument(name, asked, "The storage class is not one of OSS's.")
  })
