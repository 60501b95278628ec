/**
 * A create call whose answer was lost. An announced file stays invisible until it is confirmed, but where the service had the bytes
 * already (rapid) the file exists at once, and a second call may make a second one: it is looked for first.
 */
import * as Effect from "effect/Effect"
import type { Failure } from "../engine/retrying.js"
import { isLostOnTheWay } from "../engine/retrying.js"
import type { Job } from "./openJob.js"
import { hasContent, mayBeFound, namesakes, settled } from "./thereAlready.js"

/** An answer that was cut cannot be read either. */
export const mayHaveCreated = (error: Failure): boolean =>
  isLostOnTheWay(error) || (error._tag === "TransportError" && "reason" in error && error.reason === "Decode")

/** Without a digest nothing is rapid. */
const isInDoubt = ({ checkpoint, entry }: Job): boolean =>
  checkpoint.createLost && checkpoint.digests !== undefined && mayBeFound(entry.request)

/**
 * The file of this name and content in the folder, if an earlier call may have made it. One that was there before is as good: it
 * has the same bytes under the same name.
 */
export const createdBefore = Effect.fnUntraced(function*(job: Job, name: string, parentFileId: string) {
  if (!isInDoubt(job)) return undefined
  const files = yield* namesakes(job, name, parentFileId)
  const found = files.find(hasContent(job.checkpoint.digests))
  return found === undefined ? undefined : yield* settled(job, found)
})
