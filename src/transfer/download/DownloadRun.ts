/**
 * What a run works with: the file and its space, the target, and the object that is read.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { Span } from "../../domain/ByteRanges.js"
import { defaultPresignExpiry } from "../../domain/Constants.js"
import type { DownloadFailure } from "../../domain/DownloadSnapshot.js"
import type { DriveFile } from "../../domain/DriveFile.js"
import { FileNotFound } from "../../domain/errors/FileErrors.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import type { FileId, SpaceId } from "../../domain/Ids.js"
import { expiryOfSignedUrl } from "../../domain/SignedUrl.js"
import type { Space } from "../../domain/Space.js"
import type { DownloadError } from "../../services/Downloads.js"
import type { DownloadEngine } from "../../services/downloads/DownloadEngine.js"
import type { DownloadEntry } from "../../services/downloads/DownloadEntry.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import type { LinkSink, OpenSink, SavePlan } from "../../services/FileSink.js"
import { Spaces } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import { Tasks } from "../../services/Tasks.js"
import { Parallelism } from "../../services/transfers/Parallelism.js"
import type { ByteRange, SignedAddress } from "../../services/Transport.js"
import { Transport } from "../../services/Transport.js"
import * as AddressBook from "../parts/AddressBook.js"
import type { Failure } from "../parts/Failure.js"
import type { RetryHooks } from "../parts/RetryHooks.js"
import { withRetry } from "../parts/withRetry.js"
import type { ObjectToRead } from "./ObjectToRead.js"
import type { Throttle } from "./PacedBytes.js"
import { throttleOf } from "./PacedBytes.js"
import { widthLimits } from "./parallelRanges.js"

const isShown = (error: Failure): error is DownloadFailure & Failure =>
  error._tag === "TokenExpired" || error._tag === "TransportError"

/**
 * What the retry driver hears from a download and tells it. `congested` is called when the storage asks for fewer requests.
 */
export const downloadRetryHooks = (
  engine: DownloadEngine,
  entry: DownloadEntry,
  spaceId: SpaceId,
  congested: () => void
): RetryHooks => ({
  spaceId,
  policy: engine.tuning.retry,
  signIns: engine.signIns,
  progress: () => entry.arrived,
  waits: (why, error) => {
    const patch = why !== "offline" && isShown(error) ? { error } : {}
    engine.registry.apply(entry, why === "signIn" ? "signedOut" : "offline", patch)
  },
  answered: () => engine.registry.apply(entry, "answered", { error: undefined }),
  congested: Effect.sync(congested)
})

export interface DownloadRun {
  readonly engine: DownloadEngine
  readonly entry: DownloadEntry
  readonly fileId: FileId | undefined
  /** What errors call it: the file, or the task of an archive that is none. */
  readonly subject: string
  readonly address: (
    options?: { readonly expiresIn: Duration.DurationInput }
  ) => Effect.Effect<SignedAddress, DownloadError>
  readonly hooks: RetryHooks
  readonly throttle: Throttle | undefined
  /** The bytes of the object that are wanted; the end is unknown for a file that the service tells nothing of. */
  readonly wanted: { readonly start: number; readonly end: number | undefined }
  /** Upper-case hex, where all of the file is wanted and the service knows it. */
  readonly sha1: string | undefined
  /** Decimal text, where that is what the service knows instead (pds). */
  readonly crc64: string | undefined
  readonly plan: SavePlan
  readonly object: ObjectToRead<DownloadError>
  /** Connections at once; the storage may ask for fewer. */
  readonly width: Parallelism
}

/**
 * Where the wanted bytes end, as far as it is known. What the service says nothing of ends where the storage's first answer says.
 */
export const endOf = ({ object: { expected, version }, wanted: { end } }: DownloadRun): number | undefined =>
  expected === undefined && version?.size !== undefined ? Math.min(end ?? Infinity, version.size) : end

/** Makes the archive, once: a run that resumes waits for the task of the one before. A task that failed is begun anew. */
const pack = Effect.fnUntraced(
  function*(engine: DownloadEngine, entry: DownloadEntry, hooks: RetryHooks, space: Space) {
    const { checkpoint, request } = entry
    if (request.archive === undefined || checkpoint.packed) return
    const { spaceId } = space
    if (checkpoint.taskId === undefined) {
      const started = yield* withRetry(hooks, engine.archive(request.archive, { spaceId }))
      checkpoint.taskId = started.asyncTaskId
      checkpoint.fileId = started.fileId
    }
    const { taskId } = checkpoint
    engine.registry.publish(entry, { archiveTaskId: taskId })
    const tasks = yield* Tasks
    yield* withRetry(hooks, tasks.wait(taskId, { spaceId })).pipe(
      Effect.tapErrorTag("TaskFailed", () =>
        Effect.sync(() => {
          checkpoint.taskId = undefined
          checkpoint.fileId = undefined
        }))
    )
    checkpoint.packed = true
    engine.registry.publish(entry, { archiveTaskId: undefined })
  }
)

/** An archive that is no file has the address that its task ends with. */
const addressOfTask = Effect.fnUntraced(function*(space: Space, taskId: string) {
  const tasks = yield* Tasks
  const { url } = yield* tasks.get(taskId, { spaceId: space.spaceId })
  if (url === undefined) return yield* new FileNotFound({ fileId: taskId })
  const now = yield* Clock.currentTimeMillis
  const expiresAt = expiryOfSignedUrl(Redacted.value(url)) ?? now + Duration.toMillis(defaultPresignExpiry)
  return { url, headers: {}, credentialVersion: 0, expiresAt }
})

const sha1Of = (file: DriveFile): string | undefined =>
  /^[0-9a-f]{40}$/i.test(file.contentHash ?? "") && (file.contentHashName ?? "sha1").toLowerCase() === "sha1"
    ? file.contentHash?.toUpperCase()
    : undefined

const crc64Of = ({ crc64 }: DriveFile): string | undefined => /^\d{1,20}$/.test(crc64 ?? "") ? crc64 : undefined

const clip = (range: ByteRange | undefined, size: number): Effect.Effect<Span, InvalidInput> => {
  const start = range?.start ?? 0
  return start > 0 && start >= size
    ? new InvalidInput({ field: "range", message: "the range begins after the end of the file" })
    : Effect.succeed({ start, end: Math.min(range?.end ?? size, size) })
}

/** What the service says of the file; of the file of an archive it says nothing. */
const describe = Effect.fnUntraced(function*(entry: DownloadEntry, provider: StorageProvider, hooks: RetryHooks) {
  const { archive, fileId = "", range } = entry.request
  if (archive !== undefined) {
    const wanted = { start: range?.start ?? 0, end: range?.end }
    return { name: archive.name, wanted, expected: undefined, sha1: undefined, crc64: undefined }
  }
  yield* FileIdInput.make(fileId)
  const file = yield* withRetry(hooks, provider.files.info(fileId))
  if (file.isFolder) return yield* new InvalidInput({ field: "fileId", message: "a folder has no bytes to save" })
  const wanted = yield* clip(range, file.size)
  const isWhole = wanted.start === 0 && wanted.end === file.size
  const sha1 = isWhole ? sha1Of(file) : undefined
  const crc64 = isWhole && sha1 === undefined ? crc64Of(file) : undefined
  return { name: file.name, wanted, expected: file.size, sha1, crc64 }
})

export const openDownloadRun = Effect.fnUntraced(function*(engine: DownloadEngine, entry: DownloadEntry) {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const transport = yield* Transport
  const space = yield* spaces.resolve({ spaceId: entry.spaceId, needs: "limits" })
  const width = new Parallelism(widthLimits(engine.tuning.ranges))
  const congested = () => width.congested()
  const { inspection } = yield* DriveEvents
  const hooks = { ...downloadRetryHooks(engine, entry, space.spaceId, congested), inspection }
  const provider = yield* withRetry(hooks, providers.forSpace(space))
  yield* pack(engine, entry, hooks, space)
  const { fileId, taskId = "", version } = entry.checkpoint
  const { crc64, expected, name, sha1, wanted } = yield* describe(entry, provider, hooks)
  const size = wanted.end === undefined ? undefined : wanted.end - wanted.start
  // First what is counted up to: more may have arrived of a larger version.
  entry.meter.size = size ?? Infinity
  engine.registry.publish(entry, { fileId, name, size })
  const address: DownloadRun["address"] = (options) =>
    fileId === undefined ? engine.provided(addressOfTask(space, taskId)) : provider.downloads.address(fileId, options)
  const subject = fileId ?? taskId
  const object: DownloadRun["object"] = {
    transport,
    platform: provider.platform,
    fileId: subject,
    address: AddressBook.make(address()),
    hooks,
    limits: engine.tuning.watchdog,
    expected,
    version
  }
  const key = `${space.spaceId}/${subject}/${wanted.start}-${wanted.end ?? ""}`
  const throttle = throttleOf(space, engine.paceOf)
  const plan = { key, name, size, sha1: sha1 !== undefined }
  const run: DownloadRun = {
    engine,
    entry,
    fileId,
    subject,
    address,
    hooks,
    throttle,
    wanted,
    sha1,
    crc64,
    plan,
    object,
    width
  }
  return run
})

const openOnce = Effect.fnUntraced(function*({ engine, entry, object, plan, throttle }: DownloadRun) {
  const scope = yield* Scope.make()
  const sink: LinkSink | OpenSink = yield* Scope.extend(
    entry.prepared.open({ ...plan, throttled: throttle !== undefined }),
    scope
  ).pipe(Effect.onError(() => Scope.close(scope, Exit.void)))
  if (sink._tag === "Link") {
    yield* Scope.close(scope, Exit.void)
    return sink
  }
  entry.sink = { open: sink, scope }
  entry.touched = true
  const { checkpoint } = entry
  if (sink.reopens) {
    // What lies there now is what counts: somebody may have taken it away meanwhile, or resumed with another version.
    checkpoint.done = sink.kept?.done ?? []
    checkpoint.version = object.version = sink.kept?.version
  }
  engine.registry.publish(entry, { via: sink.via })
  return sink
}, Effect.uninterruptible)

/**
 * Opens the target, or continues with the one that is open. Its code may have to be loaded.
 */
export const openTarget = (run: DownloadRun) =>
  Effect.suspend(() =>
    run.entry.sink === undefined ? withRetry(run.hooks, openOnce(run)) : Effect.succeed(run.entry.sink.open)
  )
