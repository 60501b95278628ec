/**
 * Sends a body so that the storage's word on it can be compared with the bytes.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import * as ForeignStorageAnswer from "../../domain/ForeignStorageAnswer.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { flatMapNow, valueOf } from "../../services/atOnce.js"
import type { EtagTrust } from "../../services/EtagTrust.js"
import type { PartDigest, StoredObject, StoredPart, StoreError } from "../../services/PartStore.js"
import type { PartReply, SignedAddress } from "../../services/Transport.js"
import type { Failure } from "./Failure.js"
import { isLostOnTheWay } from "./Failure.js"
import { hasOtherMd5, isUnanswered, provenPart } from "./PartIntegrity.js"
import type { BodyProof, Destination } from "./sendOnce.js"
import { earlySuccess, sendOnce } from "./sendOnce.js"
import type { UploadContent } from "./UploadContent.js"
import * as Watchdog from "./Watchdog.js"

/** The object of a body that was answered with a success, as the storage has it; `undefined` where it has none of this upload. */
export type Look<E, R> = (stored: StoredPart) => Effect.Effect<StoredObject | undefined, E, R>

const isMismatch = (error: unknown): boolean => error instanceof IntegrityError && error.what === "md5"

/**
 * The destination, on a connection of its own as soon as there is a doubt: where a body was not stored as it was sent, its connection may
 * hold answers to others.
 */
const onOwnConnection = (destination: Destination, doubt: () => unknown): Destination => ({
  ...destination,
  address: (...body) =>
    Effect.map(destination.address(...body), (address) => ({ ...address, afresh: Boolean(doubt()) }))
})

/** So often a Content-MD5 may be lost by chance; a page that may not send it never gets an answer. */
const mostUnanswered = 2

/**
 * An ETag that is not the MD5 of the bytes says that they were damaged, or that it is no MD5: nothing tells which. So the body goes
 * once more with a Content-MD5, which the storage compares by itself. Where a page may not send that header, the two ETags are
 * compared: one that is the same for the same bytes is a digest. Two that differ leave it open, until the object is there and can be
 * read (`settleDoubts`).
 */
const sendComparingEtags = (content: UploadContent, store: Destination, part: PartRange, etags: EtagTrust) => {
  /** The first ETag that was not the MD5 of the bytes. */
  let doubted: string | undefined
  /** How often nothing was answered to a Content-MD5. */
  let unanswered = 0
  const destination = onOwnConnection(store, () => doubted)

  const byEtag: BodyProof = {
    along: [],
    beside: ["md5"],
    judge: (stored, digest) =>
      Effect.suspend(() => {
        if (!hasOtherMd5(digest, stored)) {
          return Effect.tap(provenPart(part, digest, stored), ({ proof }) => {
            if (proof === "md5") etags.kind = "digests"
          })
        }
        const differs = doubted !== undefined && doubted !== stored.etag
        if (differs && unanswered >= mostUnanswered && etags.kind === "unknown") etags.kind = "doubted"
        if (etags.kind === "doubted") return Effect.succeed(stored)
        doubted ??= stored.etag
        return provenPart(part, digest, stored)
      })
  }

  const byContentMd5: BodyProof = {
    along: ["md5"],
    beside: [],
    judge: (stored, digest) =>
      Effect.suspend(() => {
        if (hasOtherMd5(digest, stored)) etags.kind = "opaque"
        return Effect.map(provenPart(part, undefined, stored), (one) => ({ ...one, proof: "md5" as const }))
      })
  }

  const sendWithMd5 = () => {
    const anew: Destination = {
      ...destination,
      address: (...body) => Effect.map(destination.address(...body), (address) => ({ ...address, sendsAnew: true }))
    }
    return Effect.tapError(sendOnce(content, anew, part, byContentMd5), (error) =>
      Effect.sync(() => {
        if (isLostOnTheWay(error)) unanswered++
      }))
  }

  return Effect.suspend(() => {
    if (etags.kind === "opaque" || (doubted !== undefined && unanswered === 0)) return sendWithMd5()
    if (etags.kind === "unprovable") return sendOnce(content, destination, part, { ...byEtag, beside: [] })
    return Effect.catchIf(
      sendOnce(content, destination, part, byEtag),
      (error) => isMismatch(error) && unanswered < mostUnanswered,
      sendWithMd5
    )
  })
}

/** An answer that should have had a checksum and has none may be the answer to something else: the storage is asked what it has. */
const compareWithObject = <E, R>(look: Look<E, R>, part: PartRange, stored: StoredPart) =>
  Effect.flatMap(look(stored), (found): Effect.Effect<StoredPart, IntegrityError> => {
    const [ours, theirs] = [stored.digest?.crc64, found?.digest?.crc64]
    if (theirs !== undefined && theirs === ours) return Effect.succeed({ ...stored, proof: "checksum" })
    if (theirs === undefined && found !== undefined && found.etag === stored.etag) return Effect.succeed(stored)
    return new IntegrityError({
      what: "crc64",
      subject: `part ${part.number}`,
      expected: ours ?? "",
      actual: theirs ?? found?.etag ?? "no such object"
    })
  })

/**
 * One attempt, to be repeated: it knows what came of the attempts before.
 */
export const sendProven = <E extends Failure = never, R = never>(
  content: UploadContent,
  destination: Destination,
  part: PartRange,
  look?: Look<E, R>
) => {
  const { etags } = destination
  if (content.comparesEtags === true && etags !== undefined) {
    return sendComparingEtags(content, destination, part, etags)
  }
  let damage: IntegrityError | undefined
  let isUnknown = false
  const sent = sendOnce(content, onOwnConnection(destination, () => damage ?? isUnknown), part, {
    along: content.digestKinds,
    beside: [],
    judge: (stored, digest) =>
      provenPart(part, digest, stored).pipe(
        Effect.tapError((error) => {
          damage = error
          return Effect.void
        }),
        // A storage that keeps the part it has says nothing of its bytes: it is the damaged one.
        Effect.flatMap((proven) => damage !== undefined && proven.proof === undefined ? damage : Effect.succeed(proven))
      )
  })
  if (look === undefined || !content.digestKinds.includes("crc64")) return sent
  return Effect.flatMap(sent, (stored) => {
    isUnknown = stored.proof === undefined && stored.digest?.crc64 !== undefined
    return isUnknown ? compareWithObject(look, part, stored) : Effect.succeed(stored)
  })
}

/**
 * A body that was sent. `along`, `beside`: as `BodyProof` has them; `digest`: those that were made.
 */
export interface SentBody {
  readonly part: PartRange
  readonly address: SignedAddress
  readonly along: ReadonlyArray<keyof PartDigest>
  readonly beside: ReadonlyArray<keyof PartDigest>
  readonly digest: PartDigest | undefined
  readonly etags: EtagTrust | undefined
  readonly accept: (reply: PartReply) => Effect.Effect<StoredPart, StoreError>
}

/**
 * Whether one request is enough to compare the ETag of a body with its MD5.
 */
export const isComparable = ({ kind }: EtagTrust): boolean => kind === "unknown" || kind === "digests"

/**
 * The body as it is stored, with what was proven of it; `undefined` where that is not plain.
 */
export const judgeReply = (
  { accept, address, along, beside, digest, etags, part }: SentBody,
  reply: PartReply
): Effect.Effect<StoredPart | undefined> => {
  if (reply.status >= 400 || earlySuccess(address, reply) !== undefined) return Effect.succeed(undefined)
  if (ForeignStorageAnswer.ofStorage({ method: "PUT", path: Watchdog.pathOf(address) }, reply) !== undefined) {
    return Effect.succeed(undefined)
  }
  const prove = (stored: StoredPart): Effect.Effect<StoredPart | undefined, IntegrityError> => {
    if (beside.length === 0 || etags === undefined) {
      return isUnanswered(stored, along) ? Effect.succeed(undefined) : provenPart(part, digest, stored)
    }
    if (!isComparable(etags) || digest?.md5 === undefined || hasOtherMd5(digest, stored)) {
      return Effect.succeed(undefined)
    }
    return flatMapNow(provenPart(part, digest, stored), (one) => {
      if (one.proof === "md5") etags.kind = "digests"
      return Effect.succeed(one)
    })
  }
  const proven = flatMapNow(accept(reply), prove)
  return Exit.isExit(proven)
    ? Effect.succeed(valueOf<StoredPart | undefined>(proven))
    : Effect.map(Effect.option(proven), Option.getOrUndefined)
}
