/**
 * Storage classes of OSS, and what may be done with objects in them.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { Blob } from "../blobs/Blob.js"
import { storageClassHeader, storageClassOf } from "../bucketRules/Restores.js"
import { invalidArgument, type OssError } from "./OssError.js"
import type { OssRequest } from "./OssRequest.js"

const standard = "Standard"
const archived = ["Archive", "ColdArchive", "DeepColdArchive"]
const all = [standard, "IA", ...archived]

/**
 * @since 1.0.7
 * @category predicates
 */
export const isStorageClass = (text: string): boolean => all.includes(text)

/**
 * @since 1.0.7
 * @category combinators
 */
export const of = (blob: Pick<Blob, "metadata">): string => storageClassOf(blob) ?? standard

/**
 * Whether the object has to be restored before it can be read.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isArchived = (blob: Pick<Blob, "metadata">): boolean => archived.includes(of(blob))

/**
 * The class that a request asks for, as a header to be kept with the object; none for the standard one.
 *
 * @since 1.0.7
 * @category combinators
 */
export const requested = (request: OssRequest): Effect.Effect<Readonly<Record<string, string>>, OssError> => {
  const name = "x-oss-storage-class"
  const asked = request.headers[name]
  if (asked === undefined || asked === standard) return Effect.succeed({})
  return isStorageClass(asked)
    ? Effect.succeed({ [storageClassHeader]: asked })
    : Effect.fail(invalidArgument(name, asked, "The storage class is not one of OSS's."))
}
