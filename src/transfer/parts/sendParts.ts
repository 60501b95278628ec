/**
 * Sends parts of a source, several at a time.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PartRange } from "../../domain/UploadPlan.js"
import type { PutAgain } from "../../services/PartSender.js"
import type { PartStore, StoredPart } from "../../services/PartStore.js"
import { inTurn, withCallLimit } from "./makeRequest.js"
import { comparePart } from "./PartIntegrity.js"
import { mayGoByThread, type PartLeft, type ThreadUpload, threadUpload } from "./sendByThread.js"
import type { Destination } from "./sendOnce.js"
import { sendOrFind } from "./sendOrFind.js"
import { countBytes } from "./TransferMetrics.js"
import type { UploadContent } from "./UploadContent.js"
import { watchRequest } from "./watchRequest.js"
import { withFirstPut } from "./withFirstPut.js"
import { withRetry } from "./withRetry.js"

const destinationOf = (store: PartStore, uploadId: string): Destination => ({
  etags: store.etags,
  address: (part, digest) => store.address(uploadId, part, digest),
  accept: (part, address, reply) => store.accept(uploadId, part, address, reply)
})

/** Without a wish of its own, more are never in flight for one upload, whatever the scheduler would allow. */
const mostAtOnce = 12

/** The part as the storage has it, if a digest of its bytes says that they are the source's. */
const findPart = Effect.fnUntraced(function*(
  content: UploadContent,
  store: PartStore,
  uploadId: string,
  part: PartRange
) {
  const look = store.parts(uploadId, part.number - 1).pipe(
    Stream.takeUntil(({ number }) => number >= part.number),
    Stream.runCollect,
    withCallLimit(content, { method: "GET", path: "parts" })
  )
  const listed = [...yield* inTurn(content, { lane: "control" }, look)]
    .find(({ number, size }) => number === part.number && size === part.end - part.start)
  if (listed === undefined) return Option.none()
  const compared = yield* comparePart(content.source, part, listed, content.digestKinds)
  return compared.holds === true ? Option.some(compared.part) : Option.none()
})

/**
 * Sends the parts, each until it is accepted; `accepted` is called for each. In order and one at a time where the storage wants it. By a
 * thread that has the file, where there is one, as long as all goes well.
 */
export const sendParts = <R>(
  content: UploadContent,
  store: PartStore,
  uploadId: string,
  parts: ReadonlyArray<PartRange>,
  accepted: (stored: StoredPart) => Effect.Effect<void, never, R>
) => {
  const destination = destinationOf(store, uploadId)
  const most = store.rules.order === "ascending" ? 1 : content.parallel ?? mostAtOnce

  const count = (stored: StoredPart) => Effect.zipRight(countBytes("up", stored.size), accepted(stored))

  const sendOne = (part: PartRange, made?: PutAgain) => {
    const bytes = part.end - part.start
    const own = watchRequest(content, { kind: "part", method: "PUT", path: "part", part: part.number, bytes })
    const attempt = sendOrFind(own, destination, part, findPart(content, store, uploadId, part))
    const sent = Effect.flatMap(withRetry(own.hooks, attempt), count)
    return made === undefined ? sent : withFirstPut(made, sent)
  }

  const sendEach = <A, E, R2>(all: ReadonlyArray<A>, send: (one: A) => Effect.Effect<void, E, R2>) =>
    Effect.forEach(all, send, { concurrency: most, discard: true })

  const sendRest = (upload: ThreadUpload) => ({ flight, made, part }: PartLeft) =>
    flight === undefined
      ? sendOne(part, made)
      : Effect.flatMap(
        upload.arrival(flight),
        (stored) => stored === undefined ? sendOne(part, flight.outcome?.again) : count(stored)
      )

  const { origin } = content.source
  return Effect.suspend(() => {
    const sender = origin._tag === "Blob" && mayGoByThread(content, store)
      ? content.senders?.get(origin.blob)?.()
      : undefined
    if (sender === undefined) return sendEach(parts, (part) => sendOne(part))
    return Effect.acquireUseRelease(
      threadUpload(sender, content, store, uploadId, parts),
      (upload) => Effect.flatMap(upload.run(most, count), (left) => sendEach(left, sendRest(upload))),
      (upload) => Effect.sync(() => upload.close())
    )
  })
}
