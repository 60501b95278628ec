/**
 * Digests in browsers: WebAssembly in a worker, or in the page where no worker can be had; small files by the browser itself.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { Digests, HashPlan } from "../../domain/HashPlan.js"
import { Hasher, type HashError, type HashResume } from "../../services/Hasher.js"
import type { PartDigest } from "../../services/PartStore.js"
import type { PartBody } from "../../services/Transport.js"
import type { SourceOrigin, UploadSource } from "../../services/UploadSource.js"
import { withSpanIfTraced } from "../../services/withSpanIfTraced.js"
import { sourceSha1States } from "../hash/SourceSha1States.js"
import { forwardProgress } from "../http/forwardProgress.js"
import * as LazyDigests from "../loading/LazyDigests.js"
import { type HashWorker, workerOnDemand, type WorkerRung } from "./hash/HashWorkers.js"
import { digestInPage, hashInPage, type Unreadable } from "./hash/PageHashing.js"
import { digestSmall, isForNativeSha1, isSmall, nativeSha1 } from "./hash/SmallHashing.js"
import { digestInWorker, hashInWorker, isLost, type Lost, sha1StatesInWorker } from "./hash/WorkerHashing.js"

/**
 * `worker`: makes the hash worker, for applications that bundle `effect-drive/hash-worker` themselves.
 *
 * @since 1.0.7
 * @category models
 */
export interface HasherWasmOptions {
  readonly worker?: (() => Worker) | undefined
}

const urlRung: WorkerRung = {
  name: "url",
  open: () => new Worker(new URL("./hashWorker.js", import.meta.url), { type: "module" })
}

// Bundlers that do not know `new Worker(new URL(...))` leave an address with nothing behind it: the text works in all.
const blobRung: WorkerRung = {
  name: "blob",
  open: async () => {
    const { hashWorkerText } = await Effect.runPromise(LazyDigests.hashWorkerText.load)
    return new Worker(URL.createObjectURL(new Blob([hashWorkerText], { type: "text/javascript" })))
  }
}

/**
 * Ways to a worker, the best one first.
 *
 * @since 1.0.7
 * @category constructors
 */
export const rungsOf = ({ worker }: HasherWasmOptions): ReadonlyArray<WorkerRung> => [
  ...(worker === undefined ? [] : [{ name: "option", open: worker } as const]),
  urlRung,
  blobRung
]

const blobOf = (origin: SourceOrigin): Effect.Effect<Blob> => {
  switch (origin._tag) {
    case "Blob":
      return Effect.succeed(origin.blob)
    case "Bytes":
      return Effect.sync(() => new Blob([new Uint8Array(origin.bytes)]))
    case "Path":
      return Effect.dieMessage("the hasher of browsers reads no paths")
  }
}

const gone = (name: string) => () => new SourceChanged({ name, what: "gone" })

/** By the worker that makes the requests, where there is one: it has the bytes for the sending. */
const digestElsewhere = <Kind extends FileDigest>(body: Blob, kinds: ReadonlyArray<Kind>) =>
  pageRequests.thread?.digest(body, kinds) ?? Effect.succeed(undefined)

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: HasherWasmOptions = {}): Effect.Effect<Hasher.Service, never, Scope.Scope> =>
  Effect.map(workerOnDemand(rungsOf(options)), ({ forget, get }) => {
    /** In the worker where there is one; in the page where there is none, or when it was lost on the way. */
    const either = <A, E>(
      inWorker: (worker: HashWorker) => Effect.Effect<A, E | Lost>,
      inPage: Effect.Effect<A, E>
    ): Effect.Effect<A, E> =>
      Effect.flatMap(
        get,
        Option.match({
          onNone: () => inPage,
          onSome: (worker) => Effect.catchIf(inWorker(worker), isLost, () => Effect.zipRight(forget(worker), inPage))
        })
      )

    const hash = Effect.fnUntraced(function*(
      source: UploadSource,
      plan: HashPlan,
      hashed: (bytes: number) => void,
      resume: HashResume = {}
    ): Effect.fn.Return<Digests | undefined, HashError> {
      if (plan._tag === "None") return undefined
      if (plan._tag === "Whole" && isForNativeSha1(source)) {
        const sha1 = source.origin._tag === "Blob" ? (yield* digestElsewhere(source.origin.blob, ["sha1"]))?.sha1 : undefined
        const digests = sha1 === undefined ? yield* nativeSha1(source) : sha1Digests(sha1)
        hashed(source.identity.size)
        return digests
      }
      const blob = yield* blobOf(source.origin)
      const position = forwardProgress(hashed)
      const digests = yield* either<Digests, TransportError | Unreadable>(
        (worker) => hashInWorker(worker, { blob, plan }, position, resume),
        hashInPage(blob, plan, position, resume)
      ).pipe(Effect.catchTag("Unreadable", gone(source.identity.name)))
      yield* source.verify
      return digests
    }, withSpanIfTraced("Hasher.hash"))

    const sha1States = Effect.fn("Hasher.sha1States")(function*(
      source: UploadSource,
      partSize: number,
      hashed: (bytes: number) => void
    ): Effect.fn.Return<Uint32Array | undefined, HashError> {
      const blob = yield* blobOf(source.origin)
      const position = forwardProgress(hashed)
      const words = yield* either<Uint32Array | undefined, HashError | Unreadable>(
        (worker) => sha1StatesInWorker(worker, { blob, partSize }, position),
        sourceSha1States(source, partSize, position)
      ).pipe(Effect.catchTag("Unreadable", gone(source.identity.name)))
      yield* source.verify
      return words
    })

    const digest = Effect.fnUntraced(function*(body: PartBody, kinds: ReadonlyArray<keyof PartDigest>) {
      if (isSmall(body)) {
        const made = body instanceof Blob ? yield* digestElsewhere(body, kinds) : undefined
        return made ?? (yield* digestSmall(body, kinds))
      }
      const blob = body instanceof Blob ? body : new Blob([new Uint8Array(body)])
      return yield* either<PartDigest, TransportError | Unreadable>(
        (worker) => digestInWorker(worker, blob, kinds),
        digestInPage(blob, kinds)
      )
    }, Effect.catchTag("Unreadable", gone("part")))

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
export const layerWith = (options: HasherWasmOptions): Layer.Layer<Hasher> => Layer.scoped(Hasher, make(options))

/**
 * The hasher of browsers. A worker is tried by the application's own maker, then by its file beside this one, then from
 * text; each has 5 s to get ready. Without one the page hashes in slices of 1 MiB. Files up to 64 KiB are hashed by Web Crypto
 * where the page has it, and their checksums made in the page.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<Hasher> = layerWith({})
