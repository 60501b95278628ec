/**
 * An upload whose session is gone: another tab or process has brought it to its end. It may have begun it anew before, so that the
 * file is another one than this client's ticket names, and would be in its own way.
 */
import * as Effect from "effect/Effect"
import { ask, inTurn } from "../engine/ask.js"
import { Hasher } from "../Hasher.js"
import type { Job } from "./openJob.js"
import { findParent } from "./parentFolder.js"
import { hasContent, mayBeFound, namesakes, settled } from "./thereAlready.js"

/** On pds nothing is hashed before; here it is, as a file of the same name and size is no proof. */
const digestsOf = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, source } = job
  if (checkpoint.digests !== undefined) return checkpoint.digests
  const hasher = yield* Hasher
  const digests = yield* inTurn(job, { lane: "hash" }, hasher.hash(source, { _tag: "Whole" }, () => {}))
  yield* source.verify
  return digests
})

/** Where the upload id comes apart from the ticket, an upload that is begun anew keeps its object: the transfer finds that. */
const mayHaveAnotherFile = ({ checkpoint: { rapid, stored, ticket }, entry }: Job): boolean =>
  mayBeFound(entry.request) && !stored && rapid === undefined &&
  (ticket === undefined || ticket.uploadId !== undefined)

/**
 * Looks for the file before anything is sent: one of the same name and content in the same folder is this upload's. One that was
 * cancelled elsewhere has left none, and goes on from what this client knows.
 */
export const findEnded = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry, provider, source } = job
  if (!checkpoint.endedElsewhere) return
  if (mayHaveAnotherFile(job)) {
    const look = Effect.flatMap(
      findParent(core, provider, entry.request),
      (parentFileId) => namesakes(job, source.identity.name, parentFileId)
    )
    const files = (yield* ask(job, "control", undefined, look)).filter(({ contentHash }) => contentHash !== undefined)
    const found = files.length === 0 ? undefined : files.find(hasContent(yield* digestsOf(job)))
    if (found !== undefined) {
      checkpoint.rapid = yield* ask(job, "control", undefined, settled(job, found))
      checkpoint.ticket = undefined
    }
  }
  checkpoint.endedElsewhere = false
})
