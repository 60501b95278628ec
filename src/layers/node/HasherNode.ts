/**
 * Digests in Node: OpenSSL's SHA-1, for files in threads.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { createRequire } from "node:module"
import { crc32 } from "node:zlib"
import { preHashSize } from "../../domain/Constants.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { Digests, HashPlan } from "../../domain/HashPlan.js"
import { Hasher, type HashError, type HashResume, type PartChecksums } from "../../services/Hasher.js"
import { layerOf } from "../../services/inOrder.js"
import type { PartDigest } from "../../services/PartStore.js"
import type { PartBody } from "../../services/Transport.js"
import type { UploadSource } from "../../services/UploadSource.js"
import { blobSource } from "../files/BlobSource.js"
import { bytesSource } from "../files/bytesSource.js"
import { crc32Text } from "../hash/Checksums.js"
import { onePass } from "../hash/OnePass.js"
import { startCrc64 } from "../hash/RunningCrc64.js"
import { sourceSha1States } from "../hash/SourceSha1States.js"
import { forwardProgress } from "../http/forwardProgress.js"
import * as LazyDigests from "../loading/LazyDigests.js"
import * as NodeThreads from "./hash/NodeThreads.js"

/**
 * The CRC-32 of each part, in one pass: parts of `partSize` bytes of `size` bytes, which come in order. The sums are complete once all
 * of them were there.
 */
const partCrc32 = (partSize: number, size: number) => {
  const sums: Array<string> = []
  let position = 0
  let crc = 0
  const add = (bytes: Uint8Array): void => {
    const piece = bytes.subarray(0, partSize - position % partSize)
    crc = crc32(piece, crc)
    position += piece.byteLength
    if (position % partSize === 0 || position === size) {
      sums.push(crc32Text(crc))
      crc = 0
    }
    if (piece.byteLength < bytes.byteLength) add(bytes.subarray(piece.byteLength))
  }
  return { sums, update: (bytes: Uint8Array): void => bytes.byteLength > 0 ? add(bytes) : undefined }
}

type SomePlan = Exclude<HashPlan, { readonly _tag: "None" }>

/** Files up to this size are hashed where they are read: handing them to a thread would take longer than hashing. */
const threadFrom = preHashSize

/** Digests of ranges up to this size likewise. */
const digestedHere = 262_144

const hashHere = Effect.fnUntraced(function*(
  source: UploadSource,
  plan: SomePlan,
  position: (bytes: number) => void,
  parts: PartChecksums | undefined
) {
  const hash = createHash("sha1")
  const checksums = parts === undefined ? undefined : partCrc32(parts.size, source.identity.size)
  const pass = onePass({
    update: (bytes) => hash.update(bytes),
    soFar: () => hash.copy().digest("hex"),
    digest: () => hash.digest("hex")
  }, plan)
  yield* source.readAll(0, (chunk) => {
    pass.update(chunk)
    checksums?.update(chunk)
    position(pass.position())
  })
  if (checksums !== undefined) parts?.done(checksums.sums)
  return pass.digests()
})

/** What a thread found out, read by `finish`; a thread that has nothing for it leaves the work to this one. */
const inThread = Effect.fnUntraced(function*<A, E>(
  thread: Effect.Effect<NodeThreads.ThreadOutcome>,
  source: UploadSource,
  position: (bytes: number) => void,
  finish: (outcome: NodeThreads.ThreadOutcome) => A | undefined,
  here: Effect.Effect<A, E>
): Effect.fn.Return<A, E | SourceChanged> {
  const { name, size } = source.identity
  const outcome = yield* thread
  switch (outcome.type) {
    case "short":
      return yield* new SourceChanged({
        name,
        what: "size",
        expected: String(size),
        actual: String(outcome.position)
      })
    case "unreadable":
      return yield* new SourceChanged({ name, what: "gone" })
  }
  if (outcome.type === "unable") yield* Effect.logDebug(`no SHA-1 states by a thread: ${outcome.message}`)
  const value = finish(outcome)
  if (value === undefined) return yield* here
  position(size)
  return value
})

/** In Deno each thread has descriptors of its own: the same number there is another file or none. */
const threadsShareFiles = process.versions["deno"] === undefined

const threadDescriptor = ({ origin }: UploadSource): number | undefined =>
  threadsShareFiles && origin._tag === "Path" ? origin.descriptor : undefined

/** The file that a thread may read; nothing of what is small or in memory. */
const threadFile = (source: UploadSource) => {
  const descriptor = threadDescriptor(source)
  const { size } = source.identity
  return descriptor !== undefined && size > threadFrom ? { descriptor, size } : undefined
}

const digestsOf = (parts: PartChecksums | undefined) => (outcome: NodeThreads.ThreadOutcome): Digests | undefined => {
  if (outcome.type !== "done") return undefined
  parts?.done(outcome.crc32.map(crc32Text))
  return { preHash: outcome.preHash, contentHash: outcome.contentHash, contentHashName: "sha1" }
}

/** Where hash-wasm is; a bundle may have taken it in and left no file. */
const wasmFile: Effect.Effect<string | undefined> = Effect.try(() =>
  createRequire(import.meta.url).resolve("hash-wasm")
).pipe(
  Effect.catchAll(({ error }) => Effect.as(Effect.logDebug(`no SHA-1 states by threads: ${String(error)}`), undefined))
)

const digestPart = Effect.fnUntraced(function*(body: PartBody, kinds: ReadonlyArray<keyof PartDigest>) {
  const md5 = kinds.includes("md5") ? createHash("md5") : undefined
  const crc64 = kinds.includes("crc64") ? startCrc64() : undefined
  let crc = 0
  const source = body instanceof Blob
    ? blobSource({ blob: body, name: "part", lending: "bytes" })
    : bytesSource({ bytes: body, name: "part" })
  yield* source.readAll(0, (chunk) => {
    md5?.update(chunk)
    crc64?.update(chunk)
    if (kinds.includes("crc32")) crc = crc32(chunk, crc)
  })
  return {
    ...(md5 === undefined ? {} : { md5: md5.digest("hex") }),
    ...(crc64 === undefined ? {} : { crc64: crc64.digest() }),
    ...(kinds.includes("crc32") ? { crc32: crc32Text(crc) } : {})
  }
})

/** What goes to a thread: of a range that is worth a message, and kinds that it knows. */
const threadRange = (
  source: UploadSource,
  { end, start }: { readonly start: number; readonly end: number },
  kinds: ReadonlyArray<keyof PartDigest>
) => {
  const known = kinds.flatMap((kind) => kind === "crc64" ? [] : [kind])
  const descriptor = threadDescriptor(source)
  return descriptor !== undefined && end - start > digestedHere && known.length === kinds.length
    ? { type: "digest", descriptor, start, size: end - start, kinds: known } as const
    : undefined
}

const digestOf = (outcome: NodeThreads.ThreadOutcome): PartDigest | undefined =>
  outcome.type === "digest"
    ? {
      ...(outcome.md5 === undefined ? {} : { md5: outcome.md5 }),
      ...(outcome.crc32 === undefined ? {} : { crc32: crc32Text(outcome.crc32) })
    }
    : undefined

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = Effect.map(NodeThreads.make(), (threads) => {
  const hash = Effect.fn("Hasher.hash")(function*(
    source: UploadSource,
    plan: HashPlan,
    hashed: (bytes: number) => void,
    _resume?: HashResume,
    wanted?: PartChecksums
  ): Effect.fn.Return<Digests | undefined, SourceChanged> {
    if (plan._tag === "None") return undefined
    const parts = wanted?.kind === "crc32" ? wanted : undefined
    const position = forwardProgress(hashed)
    const file = threadFile(source)
    const here = hashHere(source, plan, position, parts)
    const preHashSize = plan._tag === "Whole" ? 0 : plan.preHashSize
    const job = { type: "hash", preHashSize, partSize: parts?.size } as const
    const digests = file === undefined
      ? yield* here
      : yield* inThread(threads.run({ ...job, ...file }, position), source, position, digestsOf(parts), here)
    yield* source.verify
    return digests
  })

  const sha1States = Effect.fn("Hasher.sha1States")(function*(
    source: UploadSource,
    partSize: number,
    hashed: (bytes: number) => void
  ): Effect.fn.Return<Uint32Array | undefined, HashError> {
    const position = forwardProgress(hashed)
    const here = sourceSha1States(source, partSize, position)
    const file = threadFile(source)
    const wasm = yield* wasmFile
    const words = file === undefined || wasm === undefined
      ? yield* here
      : yield* Effect.flatMap(
        LazyDigests.runningSha1States.load,
        ({ wordsAfterFirst }) =>
          inThread(
            threads.run({ type: "sha1States", partSize, wasm, ...file }, position),
            source,
            position,
            (outcome) => outcome.type === "sha1States" ? wordsAfterFirst(outcome.saved) : undefined,
            here
          )
      )
    yield* source.verify
    return words
  })

  const digestRange: Hasher.Service["digestRange"] = (source, range, kinds) => {
    const here = source.withPart(range, (body) => digestPart(body, kinds))
    const job = threadRange(source, range, kinds)
    const ignored = () => undefined
    return job === undefined ? here : inThread(threads.run(job, ignored), source, ignored, digestOf, here)
  }

  return Hasher.of({ hash, sha1States, digest: digestPart, digestRange })
})

/**
 * The hasher of Node. Files over 1 MiB are hashed in threads (one per core, at most 4), all else on the main thread in
 * slices of 1 MiB. SHA-1 states are made alike; their threads load hash-wasm from its package.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Hasher> = layerOf(Hasher, make)
