/** A thread like that of a page: it has the file and sends ranges of it, here over the transport of the drive in memory. */
import { Context, Effect, Exit, Layer, Runtime, Stream } from "effect"
import type { SourceChanged } from "../../src/domain/errors/TransferErrors.js"
import { atOnce } from "../../src/services/atOnce.js"
import { Hasher } from "../../src/services/Hasher.js"
import type { PartSender, PartSenders } from "../../src/services/PartSender.js"
import type { SmallRequests } from "../../src/services/SmallRequests.js"
import type { StorageProvider } from "../../src/services/StorageProvider.js"
import { StorageProviders } from "../../src/services/StorageProviders.js"
import type { UploadRuns } from "../../src/services/TransferRuns.js"
import { TransferRuns } from "../../src/services/TransferRuns.js"
import { Transport } from "../../src/services/Transport.js"
import type { UploadSource } from "../../src/services/UploadSource.js"
import { UploadSources } from "../../src/services/UploadSource.js"
import { uploadRuns } from "../../src/transfer/upload/runUpload.js"
import { storeParts } from "../../src/transfer/upload/storeParts.js"
import { uploadPlainly } from "../../src/transfer/upload/uploadPlainly.js"
import type { Surroundings } from "./bySmallRequests.js"
import { afterwards, begin, smallRequests, withAnnouncement } from "./bySmallRequests.js"

const senderOf = (source: UploadSource, { hasher, runtime, transport }: Surroundings): PartSender => {
  const run = (effect: Effect.Effect<void>) => begin(runtime, effect)
  return {
    start: (address, part, kinds, { done, sent }) => {
      let left = 0
      const tell = (bytes: number) => {
        left += bytes
        sent(bytes)
      }
      const sending = source.withPart(
        part,
        (body) => Effect.zip(transport.put(address, body, tell), hasher.digest(body, kinds))
      )
      return run(Effect.match(sending, {
        onSuccess: ([reply, digest]) => {
          done({ reply, digest, again: afterwards(part.end - part.start, Effect.succeed(reply)) })
        },
        onFailure: (failure) => {
          done(
            failure._tag === "TransportError"
              ? { failure, again: afterwards(left, Effect.fail(failure)) }
              : { again: transport.put }
          )
        }
      }))
    },
    digest: (part, kinds, done) =>
      run(Effect.match(source.withPart(part, (body) => hasher.digest(body, kinds)), {
        onSuccess: done,
        onFailure: () => done(undefined)
      })),
    close: () => {}
  }
}

/** All that it has now, as a page's file that has become longer gives it. */
const contentOf = (source: UploadSource): Stream.Stream<Uint8Array, SourceChanged> =>
  Stream.unwrap(Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    return Effect.map(source.readAll(0, (chunk) => chunks.push(chunk)), () => Stream.fromIterable(chunks))
  }))

/** Bytes of a small file at most. */
const largest = 1000

/** `through`: what the requests of small files go through. `own`: what the provider does in another way. */
export interface ThreadOptions {
  readonly through?: (requests: SmallRequests) => SmallRequests
  readonly own?: Partial<StorageProvider["uploads"]>
}

/** Every file is one that the thread has. */
export const layerWith = ({ own, through = (requests) => requests }: ThreadOptions) =>
  Layer.effectContext(Effect.gen(function*() {
    const sources = yield* UploadSources
    const runs = yield* TransferRuns
    const around: Surroundings = {
      transport: yield* Transport,
      hasher: yield* Hasher,
      runtime: yield* Effect.runtime<never>()
    }
    const files = new WeakMap<Blob, UploadSource>()
    const senders: PartSenders = {
      get: (file) => {
        const source = files.get(file)
        return source && (() => senderOf(source, around))
      }
    }
    // As in a page, where a file is open after one step.
    const open: typeof sources.open = (input, options) => {
      const opening = Effect.map(sources.open(input, options), (source): UploadSource => {
        const blob = Object.assign(new Blob(), { stream: () => Stream.toReadableStream(contentOf(source)) })
        files.set(blob, source)
        return { ...source, origin: { _tag: "Blob", blob } }
      })
      const isStream = typeof input === "object" && Symbol.asyncIterator in input
      const now = isStream ? undefined : Runtime.runSyncExit(around.runtime)(Effect.scoped(opening))
      return now !== undefined && Exit.isSuccess(now) ? atOnce(opening, () => now.value) : opening
    }
    const plain: Parameters<typeof uploadPlainly>[0] = {
      requests: through(smallRequests((blob) => files.get(blob), around)),
      reads: ({ identity: { size } }) => size <= largest
    }
    const parts: Parameters<typeof uploadRuns>[0] = Effect.succeed({
      storeParts: (run, ticket, store, partSize) => storeParts(run, ticket, store, partSize, senders)
    })
    const usual = uploadRuns(parts)
    const uploads = Effect.succeed<UploadRuns>({
      ...usual,
      run: (engine, entry, stored) =>
        uploadPlainly(plain, engine, entry, stored, (begun) => usual.run(engine, entry, stored, begun))
    })
    const providers = yield* StorageProviders
    const adapted = new WeakMap<StorageProvider, StorageProvider>()
    const adapt = (provider: StorageProvider): StorageProvider => {
      const known = adapted.get(provider) ?? withAnnouncement({ ...provider, uploads: { ...provider.uploads, ...own } })
      adapted.set(provider, known)
      return known
    }
    const forSpace: typeof providers.forSpace = (space) => Effect.map(providers.forSpace(space), adapt)
    return Context.make(UploadSources, { ...sources, open }).pipe(
      Context.add(StorageProviders, { ...providers, forSpace }),
      Context.add(TransferRuns, { ...runs, uploads: { get: uploads, load: () => uploads } })
    )
  }))

export const layer = layerWith({})
