/**
 * The two ways to store one object of a bucket, made from the bucket's primitives.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { uploadPresignExpiry } from "../../../domain/Constants.js"
import type { InvalidInput } from "../../../domain/errors/InputErrors.js"
import * as Etag from "../../../domain/Etag.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { ExpectedObject, PartStore, StoredObject, StoreError } from "../../../services/PartStore.js"
import type { UploadStores, UploadTicket } from "../../../services/StorageProvider.js"
import type { SignedAddress } from "../../../services/Transport.js"

const isOurs = (stored: StoredObject, mark: string, expected: ExpectedObject): boolean => {
  if (stored.size !== expected.size) return false
  if (stored.mark !== undefined && stored.mark === mark) return true
  if (expected.digest?.crc64 !== undefined && expected.digest.crc64 === stored.digest?.crc64) return true
  return Etag.isSameDigest(stored.etag, expected.etag)
}

/** The life of an upload's address is a constant of ours, so it cannot be wrong. */
const refuseInvalid = (address: Effect.Effect<SignedAddress, InvalidInput | StoreError>) =>
  Effect.catchTag(address, "InvalidInput", (error) => Effect.die(error))

/**
 * Stores for the object of a ticket. The object is recognised as this upload's by the ticket's mark, a CRC64, or an ETag
 * predicted from the parts; a key that merely exists proves nothing.
 */
export const partStoreOf = (
  objects: ObjectStore,
  key: string,
  ticket: Pick<UploadTicket, "contentType" | "integrity" | "mark">
): UploadStores => {
  const { contentType, mark } = ticket
  const { etags, listUploads } = objects
  const expiresIn = uploadPresignExpiry

  const reading = etags === undefined ? undefined : refuseInvalid(objects.presign({ method: "GET", key, expiresIn }))

  const find: PartStore["find"] = (expected) =>
    Effect.map(objects.head(key), Option.filter((stored) => isOurs(stored, mark, expected)))

  return {
    direct: {
      address: (_part, digest) =>
        refuseInvalid(objects.presign({ method: "PUT", key, expiresIn, contentType, mark, digest })),
      accept: (part, address, reply) => objects.accept({ key }, part, address, reply),
      find,
      etags,
      reading
    },
    parts: {
      rules: objects.rules,
      // Made when it is run: an object that goes in one PUT has stores, too.
      begin: Effect.suspend(() =>
        objects.createMultipart({
          key,
          contentType,
          mark,
          checksum: ticket.integrity === "crc32" ? "crc32" : undefined
        })
      ),
      address: (uploadId, part, digest) =>
        refuseInvalid(objects.presignPart({ key, uploadId, partNumber: part.number, expiresIn, digest })),
      accept: (uploadId, part, address, reply) => objects.accept({ key, uploadId }, part, address, reply),
      parts: (uploadId, after) => objects.listParts({ key, uploadId, after }),
      complete: (uploadId, parts) => objects.complete({ key, uploadId, parts }),
      abort: (uploadId) => objects.abort({ key, uploadId }),
      open: listUploads === undefined ? undefined : Effect.suspend(() => listUploads(key)),
      find,
      etags,
      reading
    }
  }
}
