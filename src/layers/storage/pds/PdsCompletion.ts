/**
 * The call that makes a file of the parts, and how that file is told from any other of its id.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { IntegrityError, StorageError } from "../../../domain/errors/StorageErrors.js"
import type { ExpectedObject, PartStore, StoredObject, StoreError } from "../../../services/PartStore.js"
import type { UploadTicket } from "../../../services/StorageProvider.js"
import { completeTimeout } from "../bucket/BucketOptions.js"
import type { PdsClient } from "./PdsClient.js"
import { naming, reading, storeRefusal } from "./PdsErrors.js"
import { PdsFile } from "./PdsFile.js"

const crc64Of = (file: PdsFile): { readonly digest?: { readonly crc64: string } } =>
  file.crc64_hash === undefined || file.crc64_hash === "" ? {} : { digest: { crc64: file.crc64_hash } }

const storedObject = (file: PdsFile, size: number): StoredObject => ({
  key: file.file_id,
  size: file.size ?? size,
  ...crc64Of(file)
})

/**
 * A file that the upload created is its own. One that was there before has the same id as its new version: then the bytes must
 * be the same, or the version must name this upload.
 */
const isOurs = (file: PdsFile, ticket: UploadTicket, expected: ExpectedObject): boolean => {
  if (file.type !== "file" || file.status === "uploading" || (file.size ?? 0) !== expected.size) return false
  const [ours, theirs] = [expected.digest?.crc64, crc64Of(file).digest?.crc64]
  if (ours !== undefined && theirs !== undefined) return ours === theirs
  return ticket.pds?.overwrites !== true || (file.upload_id !== undefined && file.upload_id === ticket.uploadId)
}

/**
 * Makes the file; its size and digests are reported as the service has them.
 */
export const complete = Effect.fnUntraced(function*(
  client: PdsClient,
  ticket: UploadTicket,
  uploadId: string,
  expected: ExpectedObject
): Effect.fn.Return<StoredObject, StoreError> {
  const { fileId } = ticket
  const crc64 = expected.digest?.crc64
  const file = yield* client.call({
    operation: "PdsPartStore.complete",
    path: "/file/complete",
    body: (drive_id) => ({
      drive_id,
      file_id: fileId,
      upload_id: uploadId,
      // A parallel upload is checked by its SHA-1 states; the CRC-64 of the answer is compared all the same.
      crc64_hash: ticket.pds?.parallel === true ? undefined : crc64
    }),
    response: PdsFile,
    timeout: completeTimeout,
    repeat: "never"
  }).pipe(naming((refusal) => storeRefusal(refusal, { uploadId, fileId, crc64 })))
  return storedObject(file, expected.size)
})

/**
 * Fails with `IntegrityError` when the file has another size than expected.
 */
export const checkSize = (
  { fileId }: UploadTicket,
  { size }: StoredObject,
  expected: ExpectedObject
): Effect.Effect<void, IntegrityError> =>
  size === expected.size
    ? Effect.void
    : new IntegrityError({ what: "size", subject: fileId, expected: String(expected.size), actual: String(size) })

/**
 * The file, if it is there and this upload's.
 */
export const find = (client: PdsClient, ticket: UploadTicket): PartStore["find"] => (expected) =>
  client.call({
    operation: "PdsPartStore.find",
    path: "/file/get",
    body: (drive_id) => ({ drive_id, file_id: ticket.fileId }),
    response: PdsFile,
    repeat: "never"
  }).pipe(
    reading({ operation: "PdsPartStore.find", fileId: ticket.fileId }),
    Effect.map((file) =>
      isOurs(file, ticket, expected) ? Option.some(storedObject(file, expected.size)) : Option.none()
    ),
    Effect.catchTags({
      FileNotFound: () => Effect.succeedNone,
      PermissionDenied: () => new StorageError({ platform: "pds", reason: "AccessDenied" })
    })
  )
