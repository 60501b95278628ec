/**
 * Whether a stored object has the very bytes of the source, by what the storage says of it.
 */
import * as Effect from "effect/Effect"
import { defaultChunkSize } from "../../domain/Constants.js"
import * as Crc64 from "../../domain/Crc64.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { partCount, partsOf } from "../../domain/UploadPlan.js"
import type { PartDigest, StoredObject } from "../../services/PartStore.js"
import { inTurn } from "../parts/makeRequest.js"
import { digestRange, predictEtag } from "../parts/PartIntegrity.js"
import type { UploadRun } from "./UploadRun.js"

/** The digests of the source's parts, which may be as large as the caller wished. */
const digestsOf = Effect.fnUntraced(
  function*(run: UploadRun, parts: ReadonlyArray<PartRange>, kind: keyof PartDigest) {
    const { source } = run
    const digest = (part: PartRange) => digestRange(source, part, [kind])
    const digests = yield* inTurn(run, { lane: "hash" }, Effect.forEach(parts, digest))
    yield* source.verify
    return digests
  }
)

const rangesOf = (size: number, partSize: number): ReadonlyArray<PartRange> =>
  size === 0 ? [{ number: 1, start: 0, end: 0 }] : partsOf(size, partSize)

const hasCrc64 = Effect.fnUntraced(function*(run: UploadRun, crc64: string) {
  const ranges = rangesOf(run.source.identity.size, defaultChunkSize)
  const digests = yield* digestsOf(run, ranges, "crc64")
  const pieces = digests.map((digest, index) => {
    const { end = 0, start = 0 } = ranges[index] ?? {}
    return { size: end - start, crc64: digest.crc64 ?? "" }
  })
  return Crc64.joined(pieces) === crc64
})

/** An ETag of several parts is told apart from others only where they are cut as this upload cuts them. */
const hasEtag = Effect.fnUntraced(function*(run: UploadRun, told: string) {
  const etag = told.toLowerCase()
  const { plan, source: { identity: { size } } } = run
  const [, md5, count] = /^([0-9a-f]{32})(?:-(\d+))?$/.exec(etag) ?? []
  if (md5 === undefined) return false
  const isWhole = count === undefined
  if (isWhole && plan._tag === "Multipart" && size > defaultChunkSize) return false
  const partSize = plan._tag === "Multipart" && !isWhole ? plan.partSize : Math.max(size, 1)
  if (!isWhole && Number(count) !== partCount(size, partSize)) return false
  const digests = yield* digestsOf(run, rangesOf(size, partSize), "md5")
  if (isWhole) return digests[0]?.md5?.toLowerCase() === md5
  const parts = digests.map((digest, index) => ({ number: index + 1, size: 0, etag: digest.md5?.toLowerCase() }))
  return (yield* predictEtag(parts)) === etag
})

/**
 * `true` is a proof. Anything else is none: another size or digest, or nothing that is a digest of these bytes.
 */
export const hasSourceBytes = Effect.fnUntraced(function*(run: UploadRun, { digest, etag, size }: StoredObject) {
  if (size !== run.source.identity.size) return false
  if (digest?.crc64 !== undefined) return yield* hasCrc64(run, digest.crc64)
  return etag !== undefined && (yield* hasEtag(run, etag))
})
