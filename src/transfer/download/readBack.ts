/**
 * The bytes of an object that was just stored, to be compared with what was sent.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { DownloadRuns } from "../../services/TransferRuns.js"
import { Transport } from "../../services/Transport.js"
import * as RangeReply from "./RangeReply.js"

const joinUpTo = (chunks: Iterable<Uint8Array>, size: number): Uint8Array => {
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk.subarray(0, size - at), at)
    at = Math.min(size, at + chunk.length)
  }
  return all.subarray(0, at)
}

export const readBack: DownloadRuns["readBack"] = Effect.fnUntraced(function*(reading, { end, start }, name) {
  const transport = yield* Transport
  const range = { start, end }
  const reply = yield* transport.get(yield* reading, { range })
  yield* RangeReply.read(reply, { platform: "s3", fileId: name, range, known: undefined })
  return joinUpTo(yield* Stream.runCollect(reply.bytes), end - start)
}, Effect.scoped)
