/** A thread like that of a page: it has the file and sends ranges of it, here over the transport of the drive in memory. */
import { Context, Effect, Fiber, Layer, Runtime } from "effect"
import type { TransportError } from "../../src/domain/errors/TransportError.js"
import { Hasher } from "../../src/services/Hasher.js"
import type { PartSender, PartSenders, PutAgain } from "../../src/services/PartSender.js"
import { TransferRuns } from "../../src/services/TransferRuns.js"
import type { PartReply } from "../../src/services/Transport.js"
import { Transport } from "../../src/services/Transport.js"
import type { UploadSource } from "../../src/services/UploadSource.js"
import { UploadSources } from "../../src/services/UploadSource.js"
import { uploadRuns } from "../../src/transfer/upload/runUpload.js"
import { storeParts } from "../../src/transfer/upload/storeParts.js"

/** What the thread works with. */
interface Surroundings {
  readonly transport: Transport["Type"]
  readonly hasher: Hasher["Type"]
  readonly runtime: Runtime.Runtime<never>
}

/** What has come of a request that was made, of which so many bytes left. */
const afterwards = (left: number, end: Effect.Effect<PartReply, TransportError>): PutAgain => (_address, _body, sent) =>
  Effect.suspend(() => {
    sent(left)
    return end
  })

const senderOf = (source: UploadSource, { hasher, runtime, transport }: Surroundings): PartSender => {
  const run = (effect: Effect.Effect<void>): () => void => {
    const fiber = Runtime.runFork(runtime, effect)
    return () => {
      Runtime.runFork(runtime, Fiber.interrupt(fiber))
    }
  }
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

/** Every file is one that the thread has. */
export const layer = Layer.effectContext(Effect.gen(function*() {
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
  const open: typeof sources.open = (input, options) =>
    Effect.map(sources.open(input, options), (source) => {
      const blob = new Blob()
      files.set(blob, source)
      return { ...source, origin: { _tag: "Blob", blob } }
    })
  const uploads = Effect.succeed(uploadRuns(Effect.succeed({
    storeParts: (run, ticket, store, partSize) => storeParts(run, ticket, store, partSize, senders)
  })))
  return Context.make(UploadSources, { ...sources, open }).pipe(
    Context.add(TransferRuns, { ...runs, uploads: { get: uploads, load: () => uploads } })
  )
}))
