/**
 * Sends a body, but not a second time when it is there already: where all bytes had left and only the answer was lost, the
 * storage is asked first. So it is where the connection breaks again and again in mid-body: a server that refuses a body before it
 * has it closes the connection, and its answer gets lost on the way. What it says to a question is not.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PartRange } from "../../domain/UploadPlan.js"
import { Connectivity } from "../../services/Connectivity.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { Failure } from "./Failure.js"
import { isLostOnTheWay } from "./Failure.js"
import { inTurn } from "./makeRequest.js"
import { checkMd5, isUnanswered } from "./PartIntegrity.js"
import type { Destination } from "./sendOnce.js"
import type { Look } from "./sendProven.js"
import { sendProven } from "./sendProven.js"
import type { UploadContent } from "./UploadContent.js"

/** Broken connections in a row that need no other cause than the network. */
const mostLosses = 1

/** Says how much of the attempt under way has left. */
const watchSent = (content: UploadContent) => {
  let left = Number.POSITIVE_INFINITY
  let begun = false
  const meterOf: UploadContent["meterOf"] = (size) => {
    const own = content.meterOf(size)
    left = size
    begun = false
    return {
      end: own.end,
      sent: (bytes) => {
        left -= bytes
        begun = true
        own.sent(bytes)
      }
    }
  }
  return { content: { ...content, meterOf }, allSent: () => left <= 0, begun: () => begun }
}

/** In the lane of what is read and not sent: two bodies in memory at most. */
const checkAnyway = (content: UploadContent, part: PartRange, stored: StoredPart) =>
  inTurn(content, { lane: "hash" }, checkMd5(content.source, part, stored))

/**
 * An attempt to be repeated. `find` gives the body as the storage has it, if it has it and its bytes are the source's. `look`: the same
 * after a success that had no checksum, where one body makes the object.
 */
export const sendOrFind = <E extends Failure, R>(
  content: UploadContent,
  destination: Destination,
  part: PartRange,
  find: Effect.Effect<Option.Option<StoredPart>, E, R>,
  look?: Look<E, R>
) => {
  const attempted = watchSent(content)
  let answerWasLost = content.mayBeStored === true
  let losses = 0

  const send = sendProven(attempted.content, destination, part, look).pipe(
    Effect.tapError((error) =>
      Effect.map(Effect.flatMap(Connectivity, ({ online }) => online), (isOnline) => {
        const isLost = isLostOnTheWay(error)
        // While the machine is offline, or nobody takes the connection, the cause is known.
        losses = isLost && isOnline && attempted.begun() ? losses + 1 : 0
        answerWasLost = isLost && attempted.allSent()
      })
    ),
    Effect.flatMap((stored) =>
      isUnanswered(stored, content.digestKinds) ? checkAnyway(content, part, stored) : Effect.succeed(stored)
    )
  )
  const lookFirst = Effect.flatMap(find, (found) => {
    if (Option.isNone(found)) return send
    content.meterOf(part.end - part.start).end(true)
    return Effect.succeed(found.value)
  })
  return Effect.suspend(() => {
    if (!answerWasLost && losses <= mostLosses) return send
    losses = 0
    return lookFirst
  })
}
