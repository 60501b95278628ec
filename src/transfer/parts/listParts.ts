/**
 * What an earlier run has left of a multipart upload, and which of it is to be believed. Parts that must be read again are digested
 * while the next pages of the list are still on their way.
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import * as UploadPlan from "../../domain/UploadPlan.js"
import type { Journal, PartStore, StoredPart } from "../../services/PartStore.js"
import { makeRequest } from "./makeRequest.js"
import { comparePart, readAgainAtOnce, withCrc64 } from "./PartIntegrity.js"
import type { UploadContent } from "./UploadContent.js"
import { withPageLimit } from "./Watchdog.js"

/** Whether a listed part counts; `undefined` when only its bytes can tell. */
const judge = (part: StoredPart, range: UploadPlan.PartRange, known: StoredPart | undefined): boolean | undefined => {
  if (part.size !== range.end - range.start || (known !== undefined && known.size !== part.size)) return false
  return known?.etag === undefined || part.etag === undefined ? undefined : known.etag === part.etag
}

/** The CRC-64 of the whole, which is sent or compared in the end, is made of those of all parts. */
const hasAllDigests = ({ digestKinds }: UploadContent, known: StoredPart | undefined): boolean =>
  !digestKinds.includes("crc64") || known?.digest?.crc64 !== undefined

/**
 * The parts of a list that count, and how many of them count by their size alone.
 */
export interface ListedParts {
  readonly stored: Journal
  readonly sizeOnly: number
}

/**
 * The listed parts that agree with the journal. Those without an ETag in it must be proven by a digest of the source's bytes; their
 * size is enough only where the storage lists nothing that is a digest.
 */
export const listParts = Effect.fnUntraced(function*(
  content: UploadContent,
  store: PartStore,
  multipart: { readonly journal: Journal; readonly partSize: number },
  uploadId: string
) {
  const { source } = content
  const { size } = source.identity
  const count = UploadPlan.partCount(size, multipart.partSize)
  const trusted: Journal = new Map()
  const seen = new Set<number>()
  let sizeOnly = 0
  const unknown = yield* Queue.unbounded<StoredPart | undefined>()

  const meet = (part: StoredPart) => {
    // A list that broke off is asked for from its beginning.
    if (seen.has(part.number) || part.number < 1 || part.number > count) return
    seen.add(part.number)
    const known = multipart.journal.get(part.number)
    const verdict = judge(part, UploadPlan.partAt(size, multipart.partSize, part.number), known)
    if (verdict === true && hasAllDigests(content, known)) trusted.set(part.number, known ?? part)
    else if (verdict !== false) Queue.unsafeOffer(unknown, part)
  }
  const readAgain = Effect.fnUntraced(function*(listed: StoredPart) {
    const range = UploadPlan.partAt(size, multipart.partSize, listed.number)
    const known = multipart.journal.get(listed.number)
    // What was saved of the bytes that were sent need not be made of them again.
    const kinds = hasAllDigests(content, known) ? [] : content.digestKinds
    const { holds, part } = yield* comparePart(source, range, listed, kinds)
    const verdict = judge(listed, range, known)
    if (verdict === undefined && holds === false) return
    if (verdict === undefined && holds === undefined) sizeOnly++
    const etag = part.etag ?? known?.etag
    trusted.set(
      part.number,
      withCrc64({ ...known, ...part, ...(etag === undefined ? {} : { etag }) }, part.digest ?? known?.digest)
    )
  })

  const pages = store.parts(uploadId).pipe(
    withPageLimit(content.limits.answer, { method: "GET", path: "parts" }),
    Stream.runForEach((part) => Effect.sync(() => meet(part)))
  )
  const list = makeRequest(content, "control", { method: "GET", path: "parts", limit: "own" }, pages)
  const reading = Stream.fromQueue(unknown).pipe(
    Stream.takeWhile((part) => part !== undefined),
    Stream.flatMap((part) => Stream.fromEffect(readAgain(part)), { concurrency: readAgainAtOnce }),
    Stream.runDrain
  )
  yield* Effect.all([Effect.zipRight(list, Queue.offer(unknown, undefined)), reading], {
    concurrency: "unbounded",
    discard: true
  })
  const listed: ListedParts = { stored: trusted, sizeOnly }
  return listed
})
