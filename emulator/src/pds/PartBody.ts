/**
 * A part on its way in: its turn, its length, its digests.
 */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import type { BlobNotFound } from "../blobs/BlobErrors.js"
import type { BlobInput, Bucket } from "../blobs/BlobStore.js"
import * as ByteSource from "../blobs/ByteSource.js"
import { webRequest } from "../http/WebRequest.js"
import { DataError } from "./DataError.js"
import type { DriveUpload } from "./DriveUploads.js"

const largestPart = 5 * 1024 ** 3

/** A store that lost the upload says so again when the part is kept. */
const numbersIn = (bucket: Bucket, upload: DriveUpload): Effect.Effect<ReadonlyArray<number>, DataError> =>
  bucket.parts(upload.objectKey, upload.storeId).pipe(
    Effect.map((parts) => parts.map((part) => part.number)),
    Effect.mapError((_: BlobNotFound) => new DataError({ code: "NoSuchUpload" }))
  )

/**
 * Refuses a part that is there (`PartAlreadyExist`) and one that is not the next (`PartNotSequential`).
 */
export const isNext = (bucket: Bucket, upload: DriveUpload, number: number): Effect.Effect<void, DataError> =>
  Effect.flatMap(numbersIn(bucket, upload), (numbers) => {
    const fields = { PartNumber: String(number) }
    if (numbers.includes(number)) return new DataError({ code: "PartAlreadyExist", fields })
    return number === Math.max(0, ...numbers) + 1
      ? Effect.void
      : new DataError({ code: "PartNotSequential", fields })
  })

const checkMd5 = (declared: string | undefined, md5: string | undefined): Effect.Effect<void, DataError> => {
  if (declared === undefined) return Effect.void
  if (Buffer.from(declared, "base64").length !== 16) return new DataError({ code: "InvalidDigest" })
  return Buffer.from(md5 ?? "", "hex").toString("base64") === declared
    ? Effect.void
    : new DataError({ code: "BadDigest" })
}

const sourceOf = (request: HttpServerRequest): ByteSource.ByteSource<DataError> => {
  const cutShort = () => new DataError({ code: "IncompleteBody" })
  const { body } = webRequest(request)
  return body === null
    ? ByteSource.fromBytes()
    : ByteSource.fromReadableStream(body, cutShort)
}

/**
 * What the store reads. `isInTurn` is asked again when the bytes are there, since another request may have been faster.
 */
export const make = (
  request: HttpServerRequest,
  isInTurn: Effect.Effect<void, DataError>
): Effect.Effect<BlobInput<DataError>, DataError> =>
  Effect.gen(function*() {
    const declared = request.headers["content-length"]
    if (declared === undefined || !/^\d+$/.test(declared)) {
      return yield* new DataError({ code: "MissingContentLength" })
    }
    const size = Number(declared)
    if (size > largestPart) return yield* new DataError({ code: "EntityTooLarge" })
    return {
      body: sourceOf(request),
      size,
      digests: ["crc64"],
      check: (received) =>
        received.size === size
          ? Effect.zipRight(checkMd5(request.headers["content-md5"], received.digests.md5), isInTurn)
          : new DataError({ code: "IncompleteBody" })
    }
  })
