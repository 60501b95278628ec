/**
 * Compares what was written with what the service knows.
 */
import * as Effect from "effect/Effect"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import { SaveFailed } from "../../domain/errors/TransferErrors.js"
import type { OpenSink } from "../FileSink.js"
import { Hasher } from "../Hasher.js"
import type { SourceInput } from "../UploadSource.js"
import { UploadSources } from "../UploadSource.js"
import type { Job } from "./job.js"

/** Reads the target back, off the main thread where the hasher can. */
const sha1Of = Effect.fnUntraced(function*(target: string, input: SourceInput) {
  const sources = yield* UploadSources
  const hasher = yield* Hasher
  const unreadable = (error: Error) =>
    new SaveFailed({ target, reason: "Failed", detail: `it could not be read back: ${error.message}` })
  const hash = Effect.flatMap(
    sources.open(input, { name: target }),
    (source) => hasher.hash(source, { _tag: "Whole" }, () => {})
  )
  const digests = yield* Effect.mapError(hash, (error) => error._tag === "SaveFailed" ? error : unreadable(error))
  return digests?.contentHash
}, Effect.scoped)

/**
 * Fails with `IntegrityError` when size or SHA-1 differ.
 */
export const verify = Effect.fnUntraced(function*(job: Job, sink: OpenSink) {
  const { entry, object, sha1, subject, wanted } = job
  const finished = yield* sink.finish
  const end = wanted.end ?? object.version?.size
  const expected = end === undefined ? undefined : end - wanted.start
  if (expected !== undefined && finished.size !== expected) {
    return yield* new IntegrityError({
      what: "size",
      subject,
      expected: `${expected}`,
      actual: `${finished.size}`
    })
  }
  if (sha1 !== undefined) {
    const actual = finished.sha1 ??
      (finished.source === undefined ? undefined : yield* sha1Of(entry.prepared.name, finished.source))
    if (actual !== undefined && actual !== sha1) {
      return yield* new IntegrityError({ what: "sha1", subject, expected: sha1, actual })
    }
    if (actual !== undefined) return { size: finished.size, verified: "sha1" as const }
  }
  return { size: finished.size, verified: expected === undefined ? "none" as const : "size" as const }
})
