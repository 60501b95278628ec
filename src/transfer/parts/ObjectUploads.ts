/**
 * Multipart uploads by key and upload id, for programs that work with a bucket themselves (spec point 5).
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { defaultParallelParts, uploadPresignExpiry } from "../../domain/Constants.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import * as ObjectKeyInput from "../../domain/ObjectKeyInput.js"
import * as Positive from "../../domain/Positive.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { partAt, partCount, partSizeFor, partsOf } from "../../domain/UploadPlan.js"
import { Hasher } from "../../services/Hasher.js"
import type { ObjectStore } from "../../services/ObjectStore.js"
import type { PartDigest, StoredObject, StoredPart, StoreError } from "../../services/PartStore.js"
import { defaultWatchdogLimits as limits } from "../../services/transfers/RetryPolicy.js"
import type { PartBody, Transport } from "../../services/Transport.js"
import type { UploadSource } from "../../services/UploadSource.js"
import { comparePart, hasOtherMd5, readAgainAtOnce } from "./PartIntegrity.js"
import { requireEnd } from "./requireEnd.js"
import { earlySuccess } from "./sendOnce.js"
import * as Watchdog from "./Watchdog.js"

/**
 * Which upload continues, with which bytes. `partSize` in bytes; left out, it is read off the parts that are there.
 */
export interface ResumeObject {
  readonly source: UploadSource | undefined
  readonly objectKey: string | undefined
  readonly uploadId: string | undefined
  readonly partSize?: number | undefined
  /** Called with the bytes handed to the network since the last call. */
  readonly sent?: ((bytes: number) => void) | undefined
}

export interface ObjectUploads {
  /**
   * Sends the parts that are missing or hold other bytes, and completes. Fails with `NoSuchUpload` when the storage has forgotten
   * it, with `UnsupportedOperation` when it was begun with checksums that are not known here, and with `TransportError` when a
   * request stands still (`Stalled`, `Timeout`): then it can be called again.
   */
  readonly resume: (upload: ResumeObject) => Effect.Effect<StoredObject, InvalidInput | SourceChanged | StoreError>
  /** Aborts the upload; without an upload id there is nothing to abort. */
  readonly cancel: (upload: {
    readonly objectKey: string | undefined
    readonly uploadId?: string | undefined
  }) => Effect.Effect<void, InvalidInput | StoreError>
}

const requireValue = <A>(field: string, value: A | undefined, message: string): Either.Either<A, InvalidInput> =>
  value === undefined || value === "" ? Either.left(new InvalidInput({ field, message })) : Either.right(value)

const requireText = (field: string, value: string | undefined, message: string): Either.Either<string, InvalidInput> =>
  requireValue(field, typeof value === "string" ? value : undefined, message)

/**
 * The three things that a resume needs, or the text of spec point 5 that says which is missing.
 */
export const requireUpload = <Source>(upload: {
  readonly source: Source | undefined
  readonly objectKey: string | undefined
  readonly uploadId: string | undefined
}) =>
  Either.all({
    source: requireValue("source", upload.source, "aws s3 file empty"),
    key: Either.flatMap(
      requireValue("objectKey", upload.objectKey, "aws s3 object_key empty"),
      ObjectKeyInput.addressable
    ),
    uploadId: requireText("uploadId", upload.uploadId, "aws s3 upload_id empty")
  })

/**
 * The key that a cancel needs.
 */
export const requireKey = (upload: { readonly objectKey: string | undefined }): Either.Either<string, InvalidInput> =>
  ObjectKeyInput.make(upload.objectKey)

const fits = (size: number, partSize: number) => (part: StoredPart): boolean => {
  const range = partAt(size, partSize, part.number)
  return part.number <= Math.max(1, partCount(size, partSize)) && range.end - range.start === part.size
}

/** The sizes that the listed parts may have been cut with: the largest one, or what the last one leaves to the others. */
const possibleSizes = (size: number, listed: ReadonlyArray<StoredPart>): ReadonlyArray<number> => {
  const last = listed.at(-1)
  if (last === undefined) return []
  const shared = last.number > 1 ? (size - last.size) / (last.number - 1) : last.size
  return [Math.max(...listed.map((part) => part.size)), shared]
}

const hasCrc32 = ({ digest }: StoredPart): boolean => digest?.crc32 !== undefined

interface Continuation {
  readonly partSize: number
  readonly kept: ReadonlyArray<StoredPart>
}

/** The bucket's own default grows where it would be too many parts; a size that was asked for does not. */
const chosenSize = (
  size: number,
  known: number | undefined,
  { rules, uploads }: Pick<ObjectStore, "rules" | "uploads">
): Either.Either<number, InvalidInput> => {
  const byDefault = uploads?.partSize
  if (known !== undefined || byDefault === undefined) return partSizeFor(size, known, rules)
  const least = Math.ceil(size / rules.maxCount)
  return Either.flatMap(
    partSizeFor(0, byDefault, rules),
    (allowed) => partSizeFor(size, Math.max(allowed, least), rules)
  )
}

/** When the parts that are there could have been cut in two ways, none of them is trusted: they are sent again. */
const continuationOf = (
  size: number,
  wanted: number | undefined,
  listed: ReadonlyArray<StoredPart>,
  { rules, uploads }: Pick<ObjectStore, "rules" | "uploads">
): Either.Either<Continuation, InvalidInput> => {
  const found = new Set(
    possibleSizes(size, listed).filter((partSize) =>
      Either.isRight(partSizeFor(size, partSize, rules)) && listed.every(fits(size, partSize))
    )
  )
  const known = wanted ?? (found.size === 1 ? [...found][0] : undefined)
  return Either.map(chosenSize(size, known, { rules, uploads }), (partSize) => ({
    partSize,
    kept: known === undefined ? [] : listed.filter(fits(size, partSize))
  }))
}

/**
 * Works on one bucket; each resumed upload sends five parts at a time, unless the bucket says else. What stands still is broken
 * off as in any upload, with `Stalled` or `Timeout`: another `resume` continues from the parts that are there.
 */
export const make = (
  objects: ObjectStore,
  transport: Transport.Service,
  hasher: Hasher.Service
): ObjectUploads => {
  const send = Effect.fnUntraced(function*(
    upload: { readonly key: string; readonly uploadId: string },
    source: UploadSource,
    part: PartRange,
    { checksum, sent, sums }: {
      readonly checksum: "crc32" | undefined
      readonly sent: (bytes: number) => void
      /** Where the MD5 of what is sent is kept. */
      readonly sums: Map<number, string | undefined>
    }
  ) {
    const once = Effect.fnUntraced(function*(body: PartBody, digest: PartDigest | undefined) {
      const partNumber = part.number
      const findAddress = objects.presignPart({ ...upload, partNumber, expiresIn: uploadPresignExpiry, digest })
      const put: Watchdog.Put = (to, moved) => transport.put(to, body, moved)
      const { address, reply } = yield* Watchdog.put(limits, findAddress, { size: part.end - part.start, put }, sent)
      const early = earlySuccess(address, reply)
      return yield* early ?? objects.accept(upload, part, address, reply)
    })
    if (checksum !== undefined) {
      return yield* source.withPart(part, (body) =>
        Effect.gen(function*() {
          const digest = yield* hasher.digest(body, [checksum, "md5"])
          const { crc32 } = digest
          sums.set(part.number, digest.md5)
          const stored = yield* once(body, { crc32 })
          // Not every server compares what comes along.
          const sound = hasOtherMd5(digest, stored) ? yield* once(body, digest) : stored
          return { ...sound, digest: { ...sound.digest, crc32 } }
        }))
    }
    if (objects.etags === undefined && source.changesUnseen !== true) {
      return yield* source.withPart(part, (body) => once(body, undefined))
    }
    return yield* source.withPart(part, (body) =>
      Effect.gen(function*() {
        const [stored, digest] = yield* Effect.all([once(body, undefined), hasher.digest(body, ["md5"])], {
          concurrency: 2
        })
        sums.set(part.number, digest.md5)
        // Damaged on its way, or an ETag that is no digest: the storage compares by itself.
        return objects.etags !== undefined && hasOtherMd5(digest, stored) ? yield* once(body, digest) : stored
      }))
  })

  /** Their size alone proves nothing: where the storage lists digests, they must be those of the source's bytes. */
  const keepSound = (source: UploadSource, partSize: number, listed: ReadonlyArray<StoredPart>) =>
    Effect.filter(
      listed,
      (part) =>
        comparePart(source, partAt(source.identity.size, partSize, part.number), part, []).pipe(
          Effect.provideService(Hasher, hasher),
          Effect.map(({ holds }) => holds !== false)
        ),
      { concurrency: readAgainAtOnce }
    )

  /** A file that may change unseen has the same bytes now as when its parts were compared or sent. */
  const verifyUnseen = Effect.fnUntraced(function*(
    source: UploadSource,
    partSize: number,
    parts: { readonly kept: ReadonlyArray<StoredPart>; readonly sums: ReadonlyMap<number, string | undefined> }
  ) {
    if (source.changesUnseen !== true) return
    yield* requireEnd(source)
    const { name, size } = source.identity
    const changed = new SourceChanged({ name, what: "content" })
    const still = yield* keepSound(source, partSize, parts.kept)
    if (still.length < parts.kept.length) return yield* changed
    yield* Effect.forEach(
      parts.sums,
      ([number, md5]) =>
        source.withPart(partAt(size, partSize, number), (body) => hasher.digest(body, ["md5"])).pipe(
          Effect.flatMap((digest) => digest.md5 === md5 ? Effect.void : changed)
        ),
      { concurrency: readAgainAtOnce, discard: true }
    )
  })

  const checksumOf = (
    upload: { readonly key: string; readonly uploadId: string },
    listed: ReadonlyArray<StoredPart>
  ) => {
    // A part that is listed with it says so too.
    if (listed.some(hasCrc32)) return Effect.succeed("crc32" as const)
    return objects.partChecksum === undefined
      ? Effect.succeed(undefined)
      : Watchdog.withTimeLimit(limits.answer, { method: "GET", path: "parts" })(objects.partChecksum(upload))
  }

  const resume: ObjectUploads["resume"] = Effect.fn("ObjectUploads.resume")(function*(options) {
    const { key, source, uploadId } = yield* requireUpload(options)
    const concurrency = yield* Positive.integer("parallel", objects.uploads?.parallel ?? defaultParallelParts)
    const upload = { key, uploadId }
    const { size } = source.identity
    yield* chosenSize(size, options.partSize, objects)
    const pages = Watchdog.withPageLimit(limits.answer, { method: "GET", path: "parts" })(objects.listParts(upload))
    const listed = [...(yield* Stream.runCollect(pages))]
    const checksum = yield* checksumOf(upload, listed)
    const { kept, partSize } = yield* continuationOf(size, options.partSize, listed, objects)
    const named = checksum === undefined ? kept : kept.filter(hasCrc32)
    const sound = yield* keepSound(source, partSize, named)
    const there = new Map(sound.map((part) => [part.number, part]))
    const sums = new Map<number, string | undefined>()
    const plan = size === 0 ? [partAt(size, partSize, 1)] : partsOf(size, partSize)
    const parts = yield* Effect.forEach(
      plan,
      (part) => {
        const stored = there.get(part.number)
        return stored === undefined
          ? send(upload, source, part, { checksum, sent: options.sent ?? (() => undefined), sums })
          : Effect.succeed(stored)
      },
      { concurrency }
    )
    yield* source.verify
    yield* verifyUnseen(source, partSize, { kept: sound, sums })
    return yield* Watchdog.withTimeLimit(limits.complete, { method: "POST", path: "complete" })(
      objects.complete({ ...upload, parts })
    )
  })

  const cancel: ObjectUploads["cancel"] = Effect.fn("ObjectUploads.cancel")(function*({ objectKey, uploadId }) {
    const key = yield* requireKey({ objectKey })
    if (uploadId === undefined || uploadId === "") return
    yield* Watchdog.withTimeLimit(limits.answer, { method: "DELETE", path: "multipart upload" })(
      objects.abort({ key, uploadId })
    )
  })

  return { resume, cancel }
}
