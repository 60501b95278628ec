/**
 * Compares what was written with what the service knows.
 */
import * as Effect from "effect/Effect"
import * as Crc64 from "../../domain/Crc64.js"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import { SaveFailed } from "../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import * as UploadPlan from "../../domain/UploadPlan.js"
import type { OpenSink } from "../../services/FileSink.js"
import { Hasher } from "../../services/Hasher.js"
import type { SourceInput, UploadSource } from "../../services/UploadSource.js"
import { UploadSources } from "../../services/UploadSource.js"
import { withRetry } from "../parts/withRetry.js"
import type { DownloadRun } from "./DownloadRun.js"
import { endOf } from "./DownloadRun.js"

/** Bytes of which a checksum is made at a time. */
const piece = 8_388_608

const isTransport = (error: { readonly _tag: string }): error is TransportError => error._tag === "TransportError"

/** Reads the target back, off the main thread where the hasher can. The code that does it may have to be loaded. */
const readBack = <A, E extends Error & { readonly _tag: string }>(
  { entry, hooks }: DownloadRun,
  input: SourceInput,
  digest: (source: UploadSource, hasher: Hasher["Type"]) => Effect.Effect<A, E>
) => {
  const target = entry.prepared.name
  const unreadable = (error: Error) =>
    new SaveFailed({ target, reason: "Failed", detail: `it could not be read back: ${error.message}` })
  const digestSaved = Effect.gen(function*() {
    const sources = yield* UploadSources
    const hasher = yield* Hasher
    return yield* digest(yield* sources.open(input, { name: target }), hasher)
  })
  const attempt = Effect.mapError(
    Effect.scoped(digestSaved),
    (error) => error instanceof SaveFailed || isTransport(error) ? error : unreadable(error)
  )
  return withRetry(hooks, attempt)
}

const sha1Of = (run: DownloadRun, input: SourceInput) =>
  readBack(
    run,
    input,
    (source, hasher) => Effect.map(hasher.hash(source, { _tag: "Whole" }, () => {}), (digests) => digests?.contentHash)
  )

const crc64Of = (run: DownloadRun, input: SourceInput) =>
  readBack(run, input, (source, hasher) =>
    Effect.map(
      Effect.forEach(UploadPlan.partsOf(source.identity.size, piece), (range) =>
        Effect.map(
          source.withPart(range, (body) => hasher.digest(body, ["crc64"])),
          ({ crc64 = "0" }) => ({ size: range.end - range.start, crc64 })
        )),
      Crc64.joined
    ))

/**
 * Fails with `IntegrityError` when the size, the SHA-1 or, where the service knows none, the CRC-64 differ.
 */
export const verify = Effect.fnUntraced(function*(run: DownloadRun, sink: OpenSink) {
  const { crc64, sha1, subject, wanted } = run
  const finished = yield* Effect.uninterruptible(sink.finish)
  const end = endOf(run)
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
      (finished.source === undefined ? undefined : yield* sha1Of(run, finished.source))
    if (actual !== undefined && actual !== sha1) {
      return yield* new IntegrityError({ what: "sha1", subject, expected: sha1, actual })
    }
    if (actual !== undefined) return { size: finished.size, verified: "sha1" as const }
  }
  if (crc64 !== undefined && finished.source !== undefined) {
    const actual = yield* crc64Of(run, finished.source)
    if (actual !== crc64) return yield* new IntegrityError({ what: "crc64", subject, expected: crc64, actual })
    return { size: finished.size, verified: "crc64" as const }
  }
  return { size: finished.size, verified: expected === undefined ? "none" as const : "size" as const }
})
