/**
 * Whether a file that was found or picked again has the bytes of before: its bytes say so, as its size and time may lie.
 */
import * as Effect from "effect/Effect"
import { directUploadLimit, preHashSize } from "../../domain/Constants.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import { Hasher } from "../../services/Hasher.js"
import type { PartBody } from "../../services/Transport.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { SourceIdentity, UploadSource } from "../../services/UploadSource.js"
import type { Requester } from "../parts/makeRequest.js"
import { inTurn } from "../parts/makeRequest.js"
import { requireEnd } from "../parts/requireEnd.js"

const bytesOf = (body: PartBody, name: string): Effect.Effect<Uint8Array, SourceChanged> =>
  body instanceof Blob
    ? Effect.tryPromise({
      try: async () => new Uint8Array(await body.arrayBuffer()),
      catch: () => new SourceChanged({ name, what: "gone" })
    })
    // The lent buffer is used again by others. A slice of a Buffer of Node would be no copy.
    : Effect.sync(() => new Uint8Array(body))

const leadingBytes = (source: UploadSource): Effect.Effect<UploadSource, SourceChanged> =>
  source.withPart({ start: 0, end: preHashSize }, (body) => bytesOf(body, source.identity.name)).pipe(
    Effect.map((bytes) => ({
      ...source,
      identity: { ...source.identity, size: preHashSize },
      origin: { _tag: "Bytes", bytes },
      readAll: (start, onChunk) => Effect.sync(() => onChunk(bytes.subarray(start)))
    }))
  )

/** Only a file that tells its time is known by it. */
const isTimeless = (known: SourceIdentity | undefined, now: SourceIdentity): boolean =>
  known !== undefined && [known, now].some(({ modifiedAt }) => modifiedAt === undefined)

/** Fails unless the bytes have this digest. */
const compare = Effect.fnUntraced(function*(source: UploadSource, name: string, expected: string) {
  const hasher = yield* Hasher
  const digests = yield* hasher.hash(source, { _tag: "Whole" }, () => {})
  const actual = digests?.contentHash
  if (actual !== expected) return yield* new SourceChanged({ name, what: "content", expected, actual })
})

/**
 * Compares a file that may have changed unseen with the digest that was made of it before it was sent; fails with `SourceChanged`, and
 * what was sent is of no use. Without a digest (pds) only what was added at its end is looked for.
 */
export const compareAgain = (
  requester: Pick<Requester, "id" | "priority">,
  { digests }: UploadCheckpoint,
  source: UploadSource
) =>
  inTurn(
    requester,
    { lane: "hash" },
    Effect.zipRight(
      requireEnd(source),
      digests === undefined ? Effect.void : compare(source, source.identity.name, digests.contentHash)
    )
  )

/**
 * Compares with what an earlier run has read of the file; fails with `SourceChanged`. Files that go in one PUT and those that tell
 * no time are compared whole, others by their leading bytes. Where nothing can be compared (pds, which needs no digests, and no time)
 * the upload is in doubt: what it has sent does not count.
 */
export const compareContent = Effect.fnUntraced(function*(
  requester: Pick<Requester, "id" | "priority">,
  checkpoint: UploadCheckpoint,
  source: UploadSource
) {
  const { digests, identity, preHash } = checkpoint
  const { name, size } = source.identity
  const timeless = isTimeless(identity, source.identity)
  if (digests !== undefined && (timeless || size <= directUploadLimit)) {
    yield* inTurn(requester, { lane: "hash" }, compare(source, name, digests.contentHash))
  } else if (preHash !== undefined) yield* compare(yield* leadingBytes(source), name, preHash)
  if (timeless) checkpoint.hash = undefined
  checkpoint.doubts.source = timeless && digests === undefined ? "incomparable" : undefined
})
