/**
 * Whether a file that may have changed unseen is the one whose parts were sent, before they are joined.
 */
import * as Effect from "effect/Effect"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import { partsOf } from "../../domain/UploadPlan.js"
import type { StoredPart } from "../../services/PartStore.js"
import { inTurn } from "../parts/makeRequest.js"
import { comparePart } from "../parts/PartIntegrity.js"
import { compareAgain } from "./compareContent.js"
import type { UploadRun } from "./UploadRun.js"

/** Without a digest of the whole (pds): no part has other bytes than the file has now. */
const compareParts = Effect.fnUntraced(
  function*({ source }: UploadRun, parts: ReadonlyArray<StoredPart>, partSize: number) {
    const { name, size } = source.identity
    const sent = new Map(parts.map((part) => [part.number, part]))
    for (const range of partsOf(size, partSize)) {
      const part = sent.get(range.number)
      if (part === undefined) continue
      const { holds } = yield* comparePart(source, range, part, [])
      if (holds === false) return yield* new SourceChanged({ name, what: "content", expected: part.etag })
    }
  }
)

export const compareSent = (run: UploadRun, parts: ReadonlyArray<StoredPart>, partSize: number) => {
  const { checkpoint, source } = run
  if (source.changesUnseen !== true) return Effect.void
  const whole = compareAgain(run, checkpoint, source)
  return checkpoint.digests === undefined
    ? Effect.zipRight(whole, inTurn(run, { lane: "hash" }, compareParts(run, parts, partSize)))
    : whole
}
