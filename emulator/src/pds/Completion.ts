/**
 * The end of an upload to a drive: parts become bytes, checked against what was said of them, and the bytes a file.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { BlobPart } from "../blobs/Blob.js"
import { BlobBroken, type BlobNotFound, type BlobWriteError } from "../blobs/BlobErrors.js"
import type { Bucket } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import * as Crc64 from "../blobs/Crc64.js"
import * as DigestSet from "../blobs/DigestSet.js"
import { undivided } from "../catalogue/Catalogue.js"
import type { Content, Entry } from "../catalogue/CatalogueEntry.js"
import { checkRoom } from "../catalogue/CatalogueUploads.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { StateStoreError } from "../state/StateStore.js"
import { entryOf } from "./CreateFile.js"
import { invalid } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import { type DriveUpload, uploadNotFound } from "./DriveUploads.js"
import * as FreeNames from "./FreeNames.js"
import { firstWrongContext } from "./ParallelHash.js"

const smallestPart = 100 * 1024

const preHashBytes = 1024

type Failure = Refusal | StateStoreError | BlobWriteError | BlobNotFound

const differs = (what: string): Refusal =>
  new Refusal({ code: `InvalidParameterNotMatch.${what}`, status: 400, message: `${what} does not match the parts.` })

/** What can be said of the parts before they are joined. */
const checkParts = (
  upload: DriveUpload,
  parts: ReadonlyArray<BlobPart>,
  crc64: string | undefined
): Effect.Effect<string, Refusal> =>
  Effect.gen(function*() {
    if (parts.length === 0) return yield* invalid("part_info_list", "No part has been uploaded.")
    const gap = parts.findIndex((part, index) => part.number !== index + 1)
    if (gap !== -1) return yield* invalid("part_info_list", `Part ${gap + 1} is missing.`)
    if (parts.slice(0, -1).some((part) => part.size < smallestPart)) {
      return yield* invalid("part_info_list", `A part but the last has at least ${smallestPart} bytes.`)
    }
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    if (upload.size !== undefined && upload.size !== size) return yield* differs("Size")
    const actual = Crc64.toDecimal(
      Crc64.combine(parts.map(({ digests, size }) => ({ size, crc64: digests.crc64 ?? "0" })))
    )
    return crc64 !== undefined && crc64 !== actual ? yield* differs("Crc64Hash") : actual
  })

const preHashOf = (bucket: Bucket, objectKey: string) =>
  Effect.gen(function*() {
    const { blob, read } = yield* bucket.get(objectKey)
    const digests = yield* DigestSet.make(["sha1"])
    if (blob.size > 0) {
      yield* ByteSource.reading(
        () => read({ start: 0, end: Math.min(blob.size, preHashBytes) - 1 }),
        (cause) => new BlobBroken({ operation: "preHash", cause }),
        (bytes) => ByteSource.forEach(bytes, digests.update)
      )
    }
    return (digests.digests().sha1 ?? "").toUpperCase()
  })

/** Joins the parts, or finds them joined by a call whose end nobody saw. */
const join = (bucket: Bucket, upload: DriveUpload, crc64: string | undefined) =>
  bucket.parts(upload.objectKey, upload.storeId).pipe(
    Effect.flatMap((parts) =>
      Effect.zipLeft(
        checkParts(upload, parts, crc64),
        Effect.suspend(() =>
          bucket.complete({
            key: upload.objectKey,
            uploadId: upload.storeId,
            parts: parts.map(({ etag, number }) => ({ number, etag })),
            headers: { "content-type": upload.contentType }
          })
        )
      )
    ),
    Effect.catchTags({
      BlobNotFound: () => Effect.map(bucket.digest(upload.objectKey, "crc64"), Crc64.toDecimal),
      BlobPartMissing: () => Effect.fail(uploadNotFound(upload.uploadId)),
      BlobConflict: () => Effect.fail(uploadNotFound(upload.uploadId))
    })
  )

/** A hash that was promised and is not that of the bytes ends the upload. */
const checkHashes = (context: DriveContext, bucket: Bucket, upload: DriveUpload, contentHash: string) =>
  Effect.gen(function*() {
    const isPromised = upload.contentHash === undefined || upload.contentHash === contentHash
    const wrong = yield* firstWrongContext(bucket, upload)
    if (isPromised && wrong === undefined) return
    yield* context.uploads.drop(upload)
    yield* bucket.remove(upload.objectKey)
    return yield* isPromised
      ? invalid("parallel_sha1_ctx", `That of part ${wrong} is not the state before its bytes.`)
      : invalid("content_hash", "It does not match the content.")
  })

/** Makes the bytes a file. The name may have been taken, and the folder gone, while they were under way. */
const publish = (
  context: DriveContext,
  space: SpaceRules,
  upload: DriveUpload,
  content: Content
): Effect.Effect<Entry, Refusal | StateStoreError> =>
  undivided(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (context.uploads.find(space.spaceId, upload.uploadId) === undefined) {
      return yield* uploadNotFound(upload.uploadId)
    }
    const announced = context.catalogue.entry(space.spaceId, upload.fileId)
    const before = upload.isNew ? announced : yield* FreeNames.findListed(context.catalogue, space, upload.fileId)
    yield* checkRoom(context.catalogue, space, content.size, before?.content?.size)
    const placement = before?.content === undefined
      ? yield* FreeNames.place(context.catalogue, space, {
        name: upload.name,
        parent_file_id: upload.parentFileId,
        check_name_mode: upload.mode,
        except: upload.fileId
      })
      : undefined
    if (placement?._tag === "Taken") {
      return yield* new Refusal({ code: "AlreadyExist.File", status: 409, message: `${upload.name} exists.` })
    }
    const name = placement?.name ?? before?.name ?? upload.name
    const after = entryOf(context, upload, content, { before, name, now })
    yield* context.catalogue.change(space, [{ before, after }], [context.uploads.removal(upload)])
    return after
  }))

/**
 * Completes an upload and gives the file. What is wrong with the parts can be put right and tried again; a hash that
 * does not match ends the upload.
 */
export const complete = (
  context: DriveContext,
  space: SpaceRules,
  upload: DriveUpload,
  crc64: string | undefined
): Effect.Effect<Entry, Failure> =>
  Effect.gen(function*() {
    const bucket = yield* context.blobs.bucket(space.bucket)
    const joined = yield* join(bucket, upload, crc64)
    const { size } = yield* bucket.head(upload.objectKey)
    const contentHash = (yield* bucket.digest(upload.objectKey, "sha1")).toUpperCase()
    yield* checkHashes(context, bucket, upload, contentHash)
    return yield* publish(context, space, upload, {
      objectKey: upload.objectKey,
      size,
      contentType: upload.contentType,
      preHash: yield* preHashOf(bucket, upload.objectKey),
      contentHash,
      crc64: joined
    })
  })
