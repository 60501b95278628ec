/** The requests of small files as a page's worker makes them, here over the drive in memory. */
import { Cause, Effect, Exit, Fiber, Option, Runtime } from "effect"
import { SourceChanged } from "../../src/domain/errors/TransferErrors.js"
import { TransportError } from "../../src/domain/errors/TransportError.js"
import type { Digests } from "../../src/domain/HashPlan.js"
import { sha1Digests } from "../../src/domain/HashPlan.js"
import { valueOf } from "../../src/services/atOnce.js"
import type { Hasher, PartChecksums } from "../../src/services/Hasher.js"
import type { PutAgain } from "../../src/services/PartSender.js"
import type { PartDigest, StoreError } from "../../src/services/PartStore.js"
import type { CallOutcome, SmallRequests } from "../../src/services/SmallRequests.js"
import type { CreateFailure, PreparedUpload, StorageProvider } from "../../src/services/StorageProvider.js"
import type { PartReply, Transport } from "../../src/services/Transport.js"
import type { UploadSource } from "../../src/services/UploadSource.js"

/** What the worker works with. */
export interface Surroundings {
  readonly transport: Transport["Type"]
  readonly hasher: Hasher["Type"]
  readonly runtime: Runtime.Runtime<never>
}

/** Runs in the background, and gives the way to leave. */
export const begin = (runtime: Runtime.Runtime<never>, effect: Effect.Effect<void>): () => void => {
  const fiber = Runtime.runFork(runtime, effect)
  return () => {
    Runtime.runFork(runtime, Fiber.interrupt(fiber))
  }
}

/** What has come of a request that was made, of which so many bytes left. */
export const afterwards =
  (left: number, end: Effect.Effect<PartReply, TransportError>): PutAgain => (_address, _body, sent) =>
    Effect.suspend(() => {
      sent(left)
      return end
    })

type Answer = Exit.Exit<PreparedUpload, CreateFailure | StoreError>

const head = { origin: () => "https://api.memory", headers: {}, fetchOptions: {} }

/** Nothing was answered by the service itself. */
const isLost = (error: unknown): error is TransportError =>
  error instanceof TransportError && error.status === undefined

const replyOf = (body: string) => ({ origin: head.origin(), status: 200, headers: {}, body, receivedAt: 0 })

/** The body of a call is what makes it, and the body of its answer says which one that is. */
const answers = new Map<string, Answer>()

const outcomeOf = (answer: Answer): CallOutcome => {
  const error = Exit.isFailure(answer) ? Option.getOrUndefined(Cause.failureOption(answer.cause)) : undefined
  if (isLost(error)) return { made: Exit.fail(error) }
  const key = String(answers.size)
  answers.set(key, answer)
  return { made: Exit.succeed(replyOf(key)) }
}

const answerOf = (key: string): Answer => answers.get(key) ?? Exit.die("no such answer")

/** The same provider, whose create call may be made by others. */
export const withAnnouncement = (provider: StorageProvider): StorageProvider => {
  if (provider.platform === "pds") return provider
  const { uploads } = provider
  return {
    ...provider,
    uploads: {
      ...uploads,
      announcement: (intent, digests) => {
        if (intent.fileId !== undefined) return undefined
        const body = (made: Digests) => uploads.prepare(intent, { ...digests, ...made })
        return {
          head,
          request: { operation: "Uploads.create", method: "POST", path: "/create", body },
          read: (reply) => valueOf(answerOf(reply.body))
        }
      },
      prepare: (intent, digests, made) =>
        made === undefined
          ? uploads.prepare(intent, digests)
          : Effect.flatMap(made, ({ body }) => answerOf(body))
    }
  }
}

/** A worker reads a small file in one go, and sees where it ends by now. */
const readAll = Effect.fnUntraced(function*(source: UploadSource) {
  const { name, size } = source.identity
  const chunks: Array<Uint8Array> = []
  yield* source.readAll(0, (chunk) => chunks.push(chunk.slice()))
  const bytes = Buffer.concat(chunks)
  return bytes.length === size ? bytes : yield* new SourceChanged({ name, what: "size" })
})

const read = Effect.fnUntraced(function*(
  source: UploadSource,
  [kind, ...others]: ReadonlyArray<keyof PartDigest>,
  hasher: Hasher["Type"]
) {
  const { size } = source.identity
  yield* readAll(source)
  const sums: Array<string> = []
  const parts: PartChecksums | undefined = kind === "md5" || kind === "crc32"
    ? { kind, size, done: (made) => sums.push(...made) }
    : undefined
  const digests = yield* hasher.hash(source, { _tag: "Whole" }, () => {}, {}, parts)
  if (digests === undefined) return yield* Effect.dieMessage("no digest was made")
  const [sum] = sums
  const digest = kind === undefined || sum === undefined || others.length > 0
    ? yield* source.withPart({ start: 0, end: size }, (body) => hasher.digest(body, kind ? [kind, ...others] : []))
    : { [kind]: sum }
  return { sha1: digests.contentHash, digest }
})

/** `sourceOf`: the file that a Blob stands for. */
export const smallRequests = (
  sourceOf: (blob: Blob) => UploadSource | undefined,
  { hasher, runtime, transport }: Surroundings
): SmallRequests => {
  const fileOf = ({ origin }: UploadSource) => origin._tag === "Blob" ? sourceOf(origin.blob) : undefined
  return {
    isOpen: () => true,
    placeholder: "0".repeat(40),
    announce: (given, kinds, { request }, done) => {
      const source = fileOf(given)
      if (source === undefined || given.origin._tag !== "Blob") throw new Error("not a file of this worker")
      const { blob } = given.origin
      const calling = Effect.flatMap(read(source, kinds, hasher), (file) => {
        // It is what `announcement` has put there.
        const making = request.body as (digests: Digests) => ReturnType<StorageProvider["uploads"]["prepare"]>
        const made = Effect.exit(making(sha1Digests(file.sha1)))
        return Effect.map(made, (answer) => done({ file: { ...file, body: blob }, call: outcomeOf(answer) }))
      })
      return begin(runtime, Effect.catchAll(calling, () => Effect.sync(() => done({}))))
    },
    put: (address, body, { done, sent }) => {
      const source = body instanceof Blob ? sourceOf(body) : undefined
      if (source === undefined) throw new Error("not a file of this worker")
      let left = 0
      const tell = (bytes: number) => {
        left += bytes
        sent(bytes)
      }
      const { size } = source.identity
      const sending = Effect.flatMap(readAll(source), (bytes) => transport.put(address, bytes, tell))
      return begin(
        runtime,
        Effect.match(sending, {
          onSuccess: (reply) => done({ reply, again: afterwards(size, Effect.succeed(reply)) }),
          onFailure: (failure) =>
            done(
              failure._tag === "TransportError"
                ? { failure, again: afterwards(left, Effect.fail(failure)) }
                : { again: transport.put }
            )
        })
      )
    }
  }
}
