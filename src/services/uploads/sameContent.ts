/**
 * Whether a file that was found or picked again has the bytes of before: its leading bytes say so, as its size and time may lie.
 */
import * as Effect from "effect/Effect"
import { preHashSize } from "../../domain/Constants.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import { Hasher } from "../Hasher.js"
import type { PartBody } from "../Transport.js"
import type { UploadSource } from "../UploadSource.js"
import type { Checkpoint } from "./Entry.js"

const bytesOf = (body: PartBody, name: string): Effect.Effect<Uint8Array, SourceChanged> =>
  body instanceof Blob
    ? Effect.tryPromise({
      try: async () => new Uint8Array(await body.arrayBuffer()),
      catch: () => new SourceChanged({ name, what: "gone" })
    })
    // The lent buffer is used again by others.
    : Effect.sync(() => body.slice())

const leading = (source: UploadSource): Effect.Effect<UploadSource, SourceChanged> =>
  source.withPart({ start: 0, end: preHashSize }, (body) => bytesOf(body, source.identity.name)).pipe(
    Effect.map((bytes) => ({
      ...source,
      identity: { ...source.identity, size: preHashSize },
      origin: { _tag: "Bytes", bytes },
      readAll: (start, onChunk) => Effect.sync(() => onChunk(bytes.subarray(start)))
    }))
  )

/**
 * Compares once with the pre-hash of an earlier run, if there is one (files over 1 MiB); fails with `SourceChanged`.
 */
export const sameContent = Effect.fnUntraced(function*(checkpoint: Checkpoint, source: UploadSource) {
  const expected = checkpoint.preHash
  if (!checkpoint.unproven) return
  if (expected !== undefined && source.identity.size > preHashSize) {
    const hasher = yield* Hasher
    const digests = yield* hasher.hash(yield* leading(source), { _tag: "Whole" }, () => {})
    const actual = digests?.contentHash
    if (actual !== expected) {
      return yield* new SourceChanged({ name: source.identity.name, what: "content", expected, actual })
    }
  }
  checkpoint.unproven = false
})
