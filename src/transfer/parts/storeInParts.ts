/**
 * Stores a file in parts, from wherever it stands: begin, list what is there, send what is missing, complete, compare.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Crc64 from "../../domain/Crc64.js"
import type { IntegrityError } from "../../domain/errors/StorageErrors.js"
import { StorageError } from "../../domain/errors/StorageErrors.js"
import * as Etag from "../../domain/Etag.js"
import * as UploadPlan from "../../domain/UploadPlan.js"
import type { Hasher, HashError } from "../../services/Hasher.js"
import type { ExpectedObject, Journal, PartStore, StoredPart } from "../../services/PartStore.js"
import type { TransferScheduler } from "../../services/TransferScheduler.js"
import { completeOrFind, findOrGone } from "./completeOrFind.js"
import type { ListedParts } from "./listParts.js"
import { listParts } from "./listParts.js"
import { inTurn, makeRequest } from "./makeRequest.js"
import { checkCrc64, checkObject, comparePart, predictEtag, readAgainAtOnce, verifiedBy } from "./PartIntegrity.js"
import { sendParts } from "./sendParts.js"
import { settleDoubts } from "./settleDoubts.js"
import type { UploadContent } from "./UploadContent.js"
import { showParts } from "./watchRequest.js"

/** Times that parts out of order are sent again in the right one. */
const mostReorders = 2

/**
 * What an upload has in hand when its parts are to be stored: what it knows from before, and whom it tells of what happens.
 */
export interface MultipartProgress<E, R> {
  /** The upload id of an earlier run. */
  readonly uploadId: string | undefined
  readonly partSize: number
  readonly journal: Journal
  /** The ETag of the whole follows from those of the parts (s3). */
  readonly etagIsPredictable: boolean
  readonly begin: Effect.Effect<string, E, R>
  /** The source is read before its parts are sent (`PartStore.learn`): gives what counts the bytes, from 0. */
  readonly learning: () => (bytes: number) => void
  /** The parts that count so far, when the sending starts; `sizeOnly` of them count for nothing but their size. */
  readonly sending: (parts: ReadonlyArray<StoredPart>, sizeOnly: number) => Effect.Effect<void>
  readonly accepted: (part: StoredPart) => Effect.Effect<void>
  /** All parts are there; fails where the source is not what was sent. */
  readonly compared?:
    | ((parts: ReadonlyArray<StoredPart>) => Effect.Effect<void, HashError, Hasher | TransferScheduler>)
    | undefined
  /** The parts are joined; there is no multipart upload any more, whatever the comparison says. */
  readonly joined: Effect.Effect<void>
}

const inOrder = (journal: Journal): ReadonlyArray<StoredPart> =>
  [...journal.values()].sort((one, other) => one.number - other.number)

const crc64Of = (parts: ReadonlyArray<StoredPart>): string | undefined => {
  const pieces = parts.flatMap(({ digest, size }) => digest?.crc64 === undefined ? [] : [{ size, crc64: digest.crc64 }])
  return pieces.length === parts.length ? Crc64.joined(pieces) : undefined
}

const expectedOf = Effect.fnUntraced(
  function*<E, R>(content: UploadContent, multipart: MultipartProgress<E, R>, parts: Journal) {
    const { size } = content.source.identity
    const whole = parts.size === UploadPlan.partCount(size, multipart.partSize)
    const etag = multipart.etagIsPredictable && whole ? yield* predictEtag(inOrder(parts)) : undefined
    const crc64 = whole ? crc64Of(inOrder(parts)) : undefined
    const expected: ExpectedObject = { size, etag, ...(crc64 === undefined ? {} : { digest: { crc64 } }) }
    return expected
  }
)

/** Those whose bytes, by what the storage lists of them, are not the source's; only where they can be sent again. */
const findDamaged = Effect.fnUntraced(function*(
  content: UploadContent,
  store: PartStore,
  uploadId: string,
  ranges: ReadonlyArray<UploadPlan.PartRange>
) {
  if (store.replacesParts !== true) return []
  const listed = yield* makeRequest(content, "control", undefined, Stream.runCollect(store.parts(uploadId)))
  const there = new Map([...listed].map((part) => [part.number, part]))
  return yield* Effect.filter(ranges, (range) => {
    const part = there.get(range.number)
    return part === undefined
      ? Effect.succeed(true)
      : Effect.map(comparePart(content.source, range, part, []), ({ holds }) => holds === false)
  }, { concurrency: readAgainAtOnce })
})

const sendMissing = Effect.fnUntraced(function*<E, R>(
  content: UploadContent,
  store: PartStore,
  multipart: MultipartProgress<E, R>,
  uploadId: string,
  { sizeOnly, stored }: ListedParts
) {
  const ranges = UploadPlan.partsOf(content.source.identity.size, multipart.partSize)
  const missing = ranges.filter((range) => !stored.has(range.number))
  const { learn } = store
  if (learn !== undefined && missing.length > 0) {
    const learnChecksums = Effect.suspend(() => learn(content.source, multipart.partSize, multipart.learning()))
    yield* inTurn(content, { lane: "hash" }, learnChecksums)
  }
  yield* multipart.sending(inOrder(stored), sizeOnly)
  const send = (parts: ReadonlyArray<UploadPlan.PartRange>) =>
    sendParts(content, store, uploadId, parts, (part) => {
      stored.set(part.number, part)
      return multipart.accepted(part)
    })
  const { size } = content.source.identity
  yield* showParts(content, { size, partSize: multipart.partSize, stored }, send(missing))
  yield* content.source.verify
  yield* multipart.compared?.(inOrder(stored)) ?? Effect.void
  const expected = yield* expectedOf(content, multipart, stored)
  const complete = Effect.suspend(() => completeOrFind(content, store, uploadId, inOrder(stored), expected))
  const mend = (error: IntegrityError) =>
    Effect.flatMap(
      findDamaged(content, store, uploadId, ranges),
      (damaged) => damaged.length === 0 ? Effect.fail(error) : Effect.zipRight(send(damaged), complete)
    ).pipe(Effect.catchTag("NoSuchUpload", () => Effect.fail(error)))
  const object = yield* complete.pipe(
    Effect.catchTag("IntegrityError", mend),
    // What does not add up never becomes an object, whatever is sent again.
    Effect.tapErrorTag("IntegrityError", () => multipart.joined)
  )
  return { object, expected, parts: inOrder(stored) }
})

/** The storage may have lost parts that were there: what it has is listed anew, and the first part that is missing is sent first. */
const sendInOrder = <A, E extends { readonly _tag: string }, R>(
  attempt: Effect.Effect<A, E, R>,
  again: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const isOutOfOrder = (error: E) => error instanceof StorageError && error.reason === "PartsOutOfOrder"
  return Effect.catchIf(attempt, isOutOfOrder, () => Effect.retry(again, { times: mostReorders, while: isOutOfOrder }))
}

/** What an earlier run left, or the finished object if its complete got through. */
const resumeMultipart = Effect.fnUntraced(function*<E, R>(
  content: UploadContent,
  store: PartStore,
  multipart: MultipartProgress<E, R>,
  uploadId: string
) {
  const listed = yield* listParts(content, store, multipart, uploadId)
  return yield* sendMissing(content, store, multipart, uploadId, listed)
})

/**
 * Ends when the object is stored and compared. Fails with `NoSuchUpload` when the storage has forgotten the upload and the object
 * is not there: then the caller begins afresh.
 */
export const storeInParts = Effect.fnUntraced(function*<E, R>(
  content: UploadContent,
  store: PartStore,
  multipart: MultipartProgress<E, R>
) {
  const { uploadId } = multipart
  const begun = uploadId ?? (yield* multipart.begin)
  const onceMore = resumeMultipart(content, store, multipart, begun)
  const nothing: ListedParts = { stored: new Map(), sizeOnly: 0 }
  const first = uploadId === undefined ? sendMissing(content, store, multipart, begun, nothing) : onceMore
  const stored = sendInOrder(first, onceMore)
  const { expected, object, parts } = uploadId === undefined
    ? yield* stored
    : yield* Effect.catchTag(stored, "NoSuchUpload", () =>
      Effect.gen(function*() {
        const expected = yield* expectedOf(content, multipart, multipart.journal)
        const object = yield* findOrGone(content, store, uploadId, expected)
        // Its ETag is that of the parts in the journal, or nothing is known of them.
        const parts = Etag.isSameDigest(object.etag, expected.etag) ? inOrder(multipart.journal) : []
        return { expected, object, parts }
      }))
  yield* multipart.joined
  yield* checkCrc64(expected, object)
  const rangeOf = (number: number) => UploadPlan.partAt(content.source.identity.size, multipart.partSize, number)
  yield* settleDoubts(content, store, parts.map((stored) => ({ part: rangeOf(stored.number), stored })))
  const firstPart = multipart.journal.get(1)
  yield* checkObject(
    content.source,
    expected.etag,
    firstPart === undefined ? undefined : { part: rangeOf(1), stored: firstPart },
    object
  )
  return { object, verified: verifiedBy(parts, expected, object) }
})
