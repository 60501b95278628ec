/**
 * Digests of what is larger than a small file: WebAssembly in a worker, or in the page where no worker can be had.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../domain/errors/TransportError.js"
import type { Digests } from "../../domain/HashPlan.js"
import type { HashError, HashResume } from "../../services/Hasher.js"
import type { PartDigest } from "../../services/PartStore.js"
import type { PartBody } from "../../services/Transport.js"
import type { SourceOrigin, UploadSource } from "../../services/UploadSource.js"
import { sourceSha1States } from "../hash/SourceSha1States.js"
import { forwardProgress } from "../http/forwardProgress.js"
import * as LazyDigests from "../loading/LazyDigests.js"
import type { SomePlan } from "./hash/HashProtocol.js"
import { type HashWorker, workerOnDemand, type WorkerRung } from "./hash/HashWorkers.js"
import { digestInPage, hashInPage, type Unreadable } from "./hash/PageHashing.js"
import { digestInWorker, hashInWorker, isLost, type Lost, sha1StatesInWorker } from "./hash/WorkerHashing.js"
import type { HasherWasmOptions } from "./HasherWasm.js"
import { lendForParts } from "./requests/lendForParts.js"
import type { PagePuts } from "./requests/pageRequests.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface LargeHasher {
  readonly hash: (
    source: UploadSource,
    plan: SomePlan,
    hashed: (bytes: number) => void,
    resume: HashResume
  ) => Effect.Effect<Digests, HashError>
  readonly sha1States: (
    source: UploadSource,
    partSize: number,
    hashed: (bytes: number) => void
  ) => Effect.Effect<Uint32Array | undefined, HashError>
  readonly digest: (
    body: PartBody,
    kinds: ReadonlyArray<keyof PartDigest>
  ) => Effect.Effect<PartDigest, TransportError | Unreadable>
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

/**
 * The worker ends with the scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  options: HasherWasmOptions,
  page: PagePuts
): Effect.Effect<LargeHasher, never, Scope.Scope> =>
  Effect.map(workerOnDemand(rungsOf(options)), ({ forget, get }) => {
    const lend = lendForParts(options, page)
    /** In the worker where there is one; in the page where there is none, or when it was lost on the way. */
    const either = <A, E>(
      newFile: Blob | undefined,
      inWorker: (worker: HashWorker) => Effect.Effect<A, E | Lost>,
      inPage: Effect.Effect<A, E>
    ): Effect.Effect<A, E> =>
      Effect.flatMap(
        get,
        Option.match({
          onNone: () => inPage,
          onSome: (worker) => {
            lend(worker, newFile)
            return Effect.catchIf(inWorker(worker), isLost, () => Effect.zipRight(forget(worker), inPage))
          }
        })
      )

    return {
      hash: Effect.fnUntraced(function*(source, plan, hashed, resume) {
        const blob = yield* blobOf(source.origin)
        const position = forwardProgress(hashed)
        const digests = yield* either<Digests, TransportError | Unreadable>(
          blob,
          (worker) => hashInWorker(worker, { blob, plan }, position, resume),
          hashInPage(blob, plan, position, resume)
        ).pipe(Effect.catchTag("Unreadable", gone(source.identity.name)))
        yield* source.verify
        return digests
      }),
      sha1States: Effect.fnUntraced(function*(source, partSize, hashed) {
        const blob = yield* blobOf(source.origin)
        const position = forwardProgress(hashed)
        const words = yield* either<Uint32Array | undefined, HashError | Unreadable>(
          blob,
          (worker) => sha1StatesInWorker(worker, { blob, partSize }, position),
          sourceSha1States(source, partSize, position)
        ).pipe(Effect.catchTag("Unreadable", gone(source.identity.name)))
        yield* source.verify
        return words
      }),
      digest: (body, kinds) => {
        const blob = body instanceof Blob ? body : new Blob([new Uint8Array(body)])
        return either<PartDigest, TransportError | Unreadable>(
          undefined,
          (worker) => digestInWorker(worker, blob, kinds),
          digestInPage(blob, kinds)
        )
      }
    }
  })
