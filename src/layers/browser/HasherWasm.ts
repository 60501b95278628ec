/**
 * Digests in browsers: small files by the browser itself, others by WebAssembly in a worker, or in the page where no worker can be had.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { Digests, HashPlan } from "../../domain/HashPlan.js"
import { sha1Digests } from "../../domain/HashPlan.js"
import type { PartChecksums } from "../../services/Hasher.js"
import { Hasher, type HashError, type HashResume } from "../../services/Hasher.js"
import { layerOf } from "../../services/inOrder.js"
import type { PartDigest } from "../../services/PartStore.js"
import type { PartBody } from "../../services/Transport.js"
import type { UploadSource } from "../../services/UploadSource.js"
import { withSpanIfTraced } from "../../services/withSpanIfTraced.js"
import * as LazyDigests from "../loading/LazyDigests.js"
import { digestSmall, isForNativeSha1, isSmall, nativeSha1 } from "./hash/SmallHashing.js"
import type { LargeHasher } from "./LargeHasher.js"
import { pageRequests, partRequests, type RequestThread } from "./requests/pageRequests.js"
import { pagePuts } from "./transport/xhrPut.js"

/**
 * `worker`: makes the hash worker, for applications that bundle `effect-drive/hash-worker` themselves.
 *
 * @since 1.0.7
 * @category models
 */
export interface HasherWasmOptions {
  readonly worker?: (() => Worker) | undefined
}

const gone = () => new SourceChanged({ name: "part", what: "gone" })

/** The worker that makes the requests reads the file for its sending anyway. `undefined` where the page has to do it. */
const hashBySender = ({ identity, origin }: UploadSource, parts: PartChecksums | undefined) => {
  const { thread } = pageRequests
  if (thread === undefined || origin._tag !== "Blob") return Effect.succeed(undefined)
  return Effect.map(
    thread.digest(origin.blob, parts === undefined ? ["sha1"] : ["sha1", parts.kind], identity.size),
    (digest) => {
      if (digest?.sha1 === undefined) return undefined
      const sum = parts && digest[parts.kind]
      if (sum !== undefined) parts?.done([sum])
      return sha1Digests(digest.sha1)
    }
  )
}

const digestBySender = (
  digest: RequestThread["digestPart"] | undefined,
  body: PartBody,
  kinds: ReadonlyArray<keyof PartDigest>
) => body instanceof Blob && digest !== undefined ? digest(body, kinds) : Effect.succeed(undefined)

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: HasherWasmOptions = {}): Effect.Effect<Hasher.Service, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let opened: LargeHasher | undefined
    const large = Effect.map(
      LazyDigests.workers.load,
      ({ largeHasher }) => opened ??= Effect.runSync(Scope.extend(largeHasher(options, pagePuts), scope))
    )

    const hash = Effect.fnUntraced(function*(
      source: UploadSource,
      plan: HashPlan,
      hashed: (bytes: number) => void,
      resume: HashResume = {},
      parts?: PartChecksums
    ): Effect.fn.Return<Digests | undefined, HashError> {
      if (plan._tag === "None") return undefined
      if (plan._tag === "Whole" && isForNativeSha1(source)) {
        const digests = (yield* hashBySender(source, parts)) ?? (yield* nativeSha1(source))
        hashed(source.identity.size)
        return digests
      }
      return yield* (yield* large).hash(source, plan, hashed, resume)
    }, withSpanIfTraced("Hasher.hash"))

    const sha1States = Effect.fn("Hasher.sha1States")(function*(
      source: UploadSource,
      partSize: number,
      hashed: (bytes: number) => void
    ): Effect.fn.Return<Uint32Array | undefined, HashError> {
      return yield* (yield* large).sha1States(source, partSize, hashed)
    })

    const digest = Effect.fnUntraced(function*(body: PartBody, kinds: ReadonlyArray<keyof PartDigest>) {
      if (!isSmall(body)) {
        return (yield* digestBySender(partRequests.get(options)?.digestPart, body, kinds)) ??
          (yield* (yield* large).digest(body, kinds))
      }
      return (yield* digestBySender(pageRequests.thread?.digest, body, kinds)) ?? (yield* digestSmall(body, kinds))
    }, Effect.catchTag("Unreadable", gone))

    return Hasher.of({
      hash,
      sha1States,
      digest,
      digestRange: (source, range, kinds) => source.withPart(range, (body) => digest(body, kinds))
    })
  })

/**
 * The hasher of browsers with a worker of the application's own making.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerWith = (options: HasherWasmOptions): Layer.Layer<Hasher> => layerOf(Hasher, make(options))

/**
 * The hasher of browsers. A worker is tried by the application's own maker, then by its file beside this one, then from
 * text; each has 5 s to get ready. Without one the page hashes in slices of 1 MiB.
 *
 * Files up to 64 KiB are hashed by Web Crypto where the page has it, and their checksums made in the page. While many of them are
 * uploaded, the worker that sends them does both. The worker that hashes large files also sends their parts, in drives of pages.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Hasher> = layerWith({})
