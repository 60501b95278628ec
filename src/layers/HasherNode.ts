/**
 * Digests in Node: OpenSSL's SHA-1, for files in threads.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { preHashSize } from "../domain/Constants.js"
import { SourceChanged } from "../domain/errors/TransferErrors.js"
import type { Digests, HashPlan } from "../domain/HashPlan.js"
import { Hasher } from "../services/Hasher.js"
import type { PartDigest } from "../services/PartStore.js"
import type { PartBody } from "../services/Transport.js"
import type { UploadSource } from "../services/UploadSource.js"
import { forward } from "./ForwardProgress.js"
import { crc32Text } from "./hash/Checksums.js"
import { startCrc64 } from "./hash/Crc64.js"
import * as NodeThreads from "./hash/NodeThreads.js"
import { onePass } from "./hash/OnePass.js"
import { blobSource } from "./sources/BlobSource.js"
import { bytesSource } from "./sources/BytesSource.js"

type SomePlan = Exclude<HashPlan, { readonly _tag: "None" }>

/** Files up to this size are hashed where they are read: handing them to a thread would take longer than hashing. */
const threadFrom = preHashSize

const hashHere = Effect.fnUntraced(function*(source: UploadSource, plan: SomePlan, position: (bytes: number) => void) {
  const hash = createHash("sha1")
  const pass = onePass({
    update: (bytes) => hash.update(bytes),
    soFar: () => hash.copy().digest("hex"),
    digest: () => hash.digest("hex")
  }, plan)
  yield* source.readAll(0, (chunk) => {
    pass.update(chunk)
    position(pass.position())
  })
  return pass.digests()
})

const hashInThread = Effect.fnUntraced(function*(
  threads: NodeThreads.NodeThreads,
  source: UploadSource,
  descriptor: number,
  plan: SomePlan,
  position: (bytes: number) => void
): Effect.fn.Return<Digests, SourceChanged> {
  const { name, size } = source.identity
  const outcome = yield* threads.run(
    { descriptor, size, preHashSize: plan._tag === "Whole" ? 0 : plan.preHashSize },
    position
  )
  switch (outcome.type) {
    case "done": {
      position(size)
      return { preHash: outcome.preHash, contentHash: outcome.contentHash, contentHashName: "sha1" }
    }
    case "lost":
      return yield* hashHere(source, plan, position)
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
})

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

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = Effect.map(NodeThreads.make(), (threads) => {
  const hash = Effect.fn("Hasher.hash")(function*(
    source: UploadSource,
    plan: HashPlan,
    hashed: (bytes: number) => void
  ): Effect.fn.Return<Digests | undefined, SourceChanged> {
    if (plan._tag === "None") return undefined
    const position = forward(hashed)
    const { identity, origin } = source
    const digests = origin._tag === "Path" && origin.descriptor !== undefined && identity.size > threadFrom
      ? yield* hashInThread(threads, source, origin.descriptor, plan, position)
      : yield* hashHere(source, plan, position)
    yield* source.verify
    return digests
  })
  return Hasher.of({ hash, digest: digestPart })
})

/**
 * The hasher of Node. Files over 1 MiB are hashed in threads (one per core, at most 4), all else on the main thread in
 * slices of 1 MiB.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Hasher> = Layer.scoped(Hasher, make)
