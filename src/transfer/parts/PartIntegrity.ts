/**
 * Whether what was stored is what was read. Compared are only values that are digests of the bytes; an opaque ETag never is.
 */
import * as Effect from "effect/Effect"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import type { Verified } from "../../domain/Integrity.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { flatMapNow } from "../../services/atOnce.js"
import { Hasher } from "../../services/Hasher.js"
import type { ExpectedObject, PartDigest, StoredObject, StoredPart } from "../../services/PartStore.js"
import type { UploadSource } from "../../services/UploadSource.js"

const isMd5 = (etag: string | undefined): etag is string => etag !== undefined && /^[0-9a-f]{32}$/i.test(etag)

const bytesOfHex = (hex: string): ReadonlyArray<number> =>
  Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))

/**
 * The checksum of the whole is made of those of its parts, so ours is kept where the storage tells none.
 */
export const withCrc64 = (stored: StoredPart, digest: PartDigest | undefined): StoredPart =>
  digest?.crc64 === undefined ? stored : { ...stored, digest: { ...stored.digest, crc64: digest.crc64 } }

const differs = (what: IntegrityError["what"], subject: string, expected: string, actual: string) =>
  new IntegrityError({ what, subject, expected, actual })

/**
 * The MD5 of bytes in memory, lower-case hex.
 */
const md5 = Effect.fnUntraced(function*(bytes: Uint8Array | Blob) {
  const hasher = yield* Hasher
  const digest = yield* hasher.digest(bytes, ["md5"])
  return digest.md5?.toLowerCase()
})

/**
 * The ETag that S3 gives to an object of these parts, where the parts' ETags are digests: MD5 of the joined MD5s, `-`, count.
 */
export const predictEtag = Effect.fnUntraced(function*(parts: ReadonlyArray<StoredPart>) {
  const etags = parts.map((part) => part.etag).filter(isMd5)
  if (etags.length === 0 || etags.length < parts.length) return undefined
  // Bytes in memory do not change under the hasher.
  const joined = yield* Effect.catchTag(md5(Uint8Array.from(etags.flatMap(bytesOfHex))), "SourceChanged", Effect.die)
  return joined === undefined ? undefined : `${joined}-${parts.length}`
})

/**
 * The ETag looks like an MD5 and is not that of the bytes.
 */
export const hasOtherMd5 = (digest: PartDigest | undefined, { etag }: StoredPart): boolean =>
  digest?.md5 !== undefined && isMd5(etag) && etag.toLowerCase() !== digest.md5.toLowerCase()

/** Of a part that was compared. */
const proofOf = (digest: PartDigest | undefined, stored: StoredPart): StoredPart["proof"] => {
  const has = (kind: "crc32" | "crc64") => digest?.[kind] !== undefined && stored.digest?.[kind] !== undefined
  if (has("crc64") || has("crc32")) return "checksum"
  return digest?.md5 !== undefined && isMd5(stored.etag) ? "md5" : undefined
}

/**
 * What is known of a whole: what was proven of all its parts, or of itself.
 */
export const verifiedBy = (
  parts: ReadonlyArray<StoredPart>,
  expected: ExpectedObject,
  object: StoredObject | undefined
): Verified => {
  if (expected.digest?.crc64 !== undefined && expected.digest.crc64 === object?.digest?.crc64) return "checksum"
  const proofs = new Set(parts.map(({ proof }) => proof))
  if (parts.length === 0 || proofs.has(undefined)) return "size"
  return proofs.has("md5") ? "md5" : "checksum"
}

/**
 * Fails when the storage's word on a part differs from the digest that was taken of its bytes.
 */
export const checkPart = (
  part: PartRange,
  digest: PartDigest | undefined,
  stored: StoredPart
): Effect.Effect<void, IntegrityError> => {
  const subject = `part ${part.number}`
  if (stored.size !== part.end - part.start) {
    return differs("size", subject, String(part.end - part.start), String(stored.size))
  }
  if (hasOtherMd5(digest, stored)) return differs("md5", subject, digest?.md5 ?? "", stored.etag ?? "")
  for (const kind of ["crc32", "crc64"] as const) {
    const [expected, actual] = [digest?.[kind], stored.digest?.[kind]]
    if (expected !== undefined && actual !== undefined && expected !== actual) {
      return differs(kind, subject, expected, actual)
    }
  }
  return Effect.void
}

/**
 * The part with what was proven of it; fails as `checkPart` does. The checksum of the whole is made of those of its parts, so ours is
 * kept where the storage tells none.
 */
export const provenPart = (
  part: PartRange,
  digest: PartDigest | undefined,
  stored: StoredPart
): Effect.Effect<StoredPart, IntegrityError> =>
  flatMapNow(checkPart(part, digest, stored), () => {
    const proof = proofOf(digest, stored)
    return Effect.succeed({ ...withCrc64(stored, digest), ...(proof === undefined ? {} : { proof }) })
  })

/**
 * Digests of a range of the source.
 */
export const digestRange = Effect.fnUntraced(function*(
  source: UploadSource,
  range: { readonly start: number; readonly end: number },
  kinds: ReadonlyArray<keyof PartDigest>
) {
  const hasher = yield* Hasher
  return yield* hasher.digestRange?.(source, range, kinds) ??
    source.withPart(range, (body) => hasher.digest(body, kinds))
})

/**
 * Says whether the bytes of a part are those whose MD5 the ETag is; `undefined` when the ETag is no MD5.
 */
export const hasEtag = (source: UploadSource, part: PartRange, etag: string | undefined) =>
  isMd5(etag)
    ? Effect.map(digestRange(source, part, ["md5"]), ({ md5 }) => md5?.toLowerCase() === etag.toLowerCase())
    : Effect.succeed(undefined)

/**
 * A CRC-32 was sent along and none came back. A storage that knows no checksums ignores them, and so has compared nothing.
 */
export const isUnanswered = (stored: StoredPart, kinds: ReadonlyArray<keyof PartDigest>): boolean =>
  kinds.includes("crc32") && stored.digest?.crc32 === undefined && isMd5(stored.etag)

/**
 * Reads the bytes of a part that was sent once more; its ETag must be their MD5. The checksum that went along is kept: a storage that
 * only did not let it be seen wants it again at the end.
 */
export const checkMd5 = Effect.fnUntraced(function*(source: UploadSource, part: PartRange, stored: StoredPart) {
  const { crc32, md5 } = yield* digestRange(source, part, ["md5", "crc32"])
  const proven = yield* provenPart(part, { md5 }, stored)
  return crc32 === undefined ? proven : { ...proven, digest: { ...proven.digest, crc32 } }
})

/** A checksum of the storage's own is one whatever the bucket does; an ETag of an encrypted bucket only looks like a digest. */
const provenBy = ({ digest, etag }: StoredPart): readonly [kind: keyof PartDigest, value: string] | undefined => {
  if (digest?.crc64 !== undefined) return ["crc64", digest.crc64]
  if (isMd5(etag)) return ["md5", etag.toLowerCase()]
  return digest?.crc32 === undefined ? undefined : ["crc32", digest.crc32]
}

/**
 * Parts that are compared at once: one is read while another is digested.
 */
export const readAgainAtOnce = 2

/**
 * Compares a part that the storage lists with the source's bytes, which are read once; `holds` is `undefined` when nothing that it
 * lists is a digest. Among the kinds of the content, `crc64` gives the part that of its bytes: the checksum of the whole is made
 * of it.
 */
export const comparePart = Effect.fnUntraced(function*(
  source: UploadSource,
  range: PartRange,
  stored: StoredPart,
  kinds: ReadonlyArray<keyof PartDigest>
) {
  const proven = provenBy(stored)
  const wanted = new Set<keyof PartDigest>(kinds.includes("crc64") ? ["crc64"] : [])
  if (proven !== undefined) wanted.add(proven[0])
  if (wanted.size === 0) return { holds: undefined, part: stored }
  const digest = yield* digestRange(source, range, [...wanted])
  const part = withCrc64(stored, digest)
  if (proven === undefined) return { holds: undefined, part }
  const [kind, value] = proven
  const holds = digest[kind] === value
  const proof: StoredPart["proof"] = kind === "md5" ? "md5" : "checksum"
  return { holds, part: holds ? { ...part, proof } : part }
})

/**
 * Fails when the storage has computed another CRC-64 of the whole than its parts make.
 */
export const checkCrc64 = (expected: ExpectedObject, object: StoredObject): Effect.Effect<void, IntegrityError> => {
  const [ours, theirs] = [expected.digest?.crc64, object.digest?.crc64]
  return ours === undefined || theirs === undefined || ours === theirs
    ? Effect.void
    : differs("crc64", object.key, ours, theirs)
}

/**
 * Fails when the stored object is not what its parts make. ETags of encrypted buckets look like digests and are none: a mismatch
 * counts only if the ETag of the first part is really the MD5 of its bytes.
 */
export const checkObject = Effect.fnUntraced(function*(
  source: UploadSource,
  expectedEtag: string | undefined,
  first: { readonly part: PartRange; readonly stored: StoredPart } | undefined,
  object: StoredObject
) {
  const { size } = source.identity
  if (object.size !== size) return yield* differs("size", object.key, String(size), String(object.size))
  const etag = object.etag?.toLowerCase()
  if (expectedEtag === undefined || etag === undefined || !/^[0-9a-f]{32}-\d+$/.test(etag)) return
  if (etag === expectedEtag || first === undefined) return
  if (yield* hasEtag(source, first.part, first.stored.etag)) {
    return yield* differs("etag", object.key, expectedEtag, etag)
  }
})
