/**
 * A download, step by step: open, fetch what is missing, verify, give it its name.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DownloadFailure, DownloadResult } from "../../domain/DownloadSnapshot.js"
import { closeSink } from "../../services/downloads/closeSink.js"
import type { DownloadEngine, DownloadPorts } from "../../services/downloads/DownloadEngine.js"
import type { DownloadEntry } from "../../services/downloads/DownloadEntry.js"
import type { LinkSink, OpenSink } from "../../services/FileSink.js"
import { describeSpan, inSpan } from "../parts/TransferSpan.js"
import { withRetry } from "../parts/withRetry.js"
import type { DownloadRun } from "./DownloadRun.js"
import { openDownloadRun, openTarget } from "./DownloadRun.js"
import { fetchMissing } from "./fetchMissing.js"
import { verify } from "./verify.js"

/** An object that is replaced again and again is not going to be caught. */
const mostRestarts = 3

/** The address carries the file's name, so that the browser keeps it and does not show it; it lives long enough to wait. */
const linkLife = "1 hour"

const handOver = Effect.fnUntraced(function*(run: DownloadRun, sink: LinkSink) {
  const { address, fileId, hooks, plan } = run
  yield* sink.hand(yield* withRetry(hooks, address({ expiresIn: linkLife })))
  const result: DownloadResult = { fileId, via: "link", size: plan.size ?? 0, received: 0, verified: "none" }
  return result
})

const store = Effect.fnUntraced(function*(run: DownloadRun, sink: OpenSink) {
  const { engine, entry, fileId } = run
  yield* fetchMissing(run, sink)
  engine.registry.apply(entry, "received")
  const checked = yield* verify(run, sink)
  entry.publishing = true
  yield* Effect.uninterruptible(sink.publish)
  const result: DownloadResult = { fileId, via: sink.via, received: entry.arrived, ...checked }
  return result
})

/** Archives are kept for a while only: one that is resumed too late is made anew. */
const hasExpired = ({ checkpoint, request }: DownloadEntry, error: DownloadFailure): boolean =>
  request.archive !== undefined && checkpoint.restarts === 0 &&
  (error._tag === "FileNotFound" || (error._tag === "StorageError" && error.reason === "ObjectNotFound"))

/** Another version, or other bytes than the service knows: what there is of it is of no use. */
const needsFreshStart = (entry: DownloadEntry, error: DownloadFailure): boolean => {
  const { checkpoint, sink } = entry
  if (sink?.open.reset === undefined) return false
  if (hasExpired(entry, error)) return true
  if (error._tag === "StorageError") {
    return error.reason === "PreconditionFailed" && checkpoint.restarts < mostRestarts
  }
  return error._tag === "IntegrityError" && checkpoint.restarts === 0
}

/** A new content may lie under a new key: the service knows, and its next address leads there. */
const looksAgain = ({ checkpoint }: DownloadEntry, error: DownloadFailure): boolean =>
  error._tag === "StorageError" && error.reason === "ObjectNotFound" && !checkpoint.lookedAgain

const startAfresh = Effect.fnUntraced(function*(engine: DownloadEngine, entry: DownloadEntry, error: DownloadFailure) {
  const { checkpoint } = entry
  const isExpired = hasExpired(entry, error)
  checkpoint.restarts++
  checkpoint.done = []
  checkpoint.version = undefined
  if (isExpired) Object.assign(checkpoint, { taskId: undefined, fileId: undefined, packed: false })
  engine.registry.apply(entry, "restarted")
  if (entry.sink?.open.reset !== undefined) yield* Effect.uninterruptible(entry.sink.open.reset)
})

/** A resume must not continue bytes that were proven wrong. */
const isWrong = (error: DownloadFailure): boolean =>
  error._tag === "IntegrityError" || (error._tag === "StorageError" && error.reason === "PreconditionFailed")

/** It takes nothing more; where it cannot be opened again as it is, a new one begins from nothing. */
const isBroken = (error: DownloadFailure | undefined): boolean => error?._tag === "SaveFailed"

/** The target is left as it can be resumed; a file that can be opened again is closed meanwhile. */
const noteProgress = Effect.fnUntraced(function*(run: DownloadRun, sink: OpenSink, error: DownloadFailure | undefined) {
  const { entry, object } = run
  const { checkpoint } = entry
  checkpoint.version = object.version
  const isLost = isBroken(error) && !sink.reopens
  if (error !== undefined && (isWrong(error) || isLost)) {
    checkpoint.done = []
    checkpoint.version = undefined
    if (sink.reset !== undefined && !isLost) yield* sink.reset
  }
  // A target that cannot be opened again takes no note; one that can knows what of it has not arrived.
  if (entry.snapshot.status !== "cancelled" && !isLost) {
    yield* sink.keep({ version: checkpoint.version, done: checkpoint.done })
  }
})

const leaveTarget = (run: DownloadRun, sink: OpenSink, cause: Cause.Cause<DownloadFailure>) => {
  const { entry } = run
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (error !== undefined && needsFreshStart(entry, error)) return Effect.void
  // Whoever leaves then finds the file under its name.
  if (error === undefined && entry.publishing) return closeSink(entry)
  const noted = Effect.catchAll(
    noteProgress(run, sink, error),
    (problem) => Effect.logWarning(`download ${entry.id}: how far it came was not noted`, problem)
  )
  return sink.reopens || isBroken(error) ? Effect.zipRight(noted, closeSink(entry)) : noted
}

const runOnce = Effect.fnUntraced(function*(engine: DownloadEngine, entry: DownloadEntry) {
  const describe = yield* describeSpan
  describe({ space: entry.spaceId })
  const run = yield* openDownloadRun(engine, entry)
  describe({ platform: run.object.platform, file: run.fileId, size: run.plan.size })
  const sink = yield* openTarget(run)
  if (sink._tag === "Link") return yield* handOver(run, sink)
  const stored: Effect.Effect<DownloadResult, DownloadFailure, DownloadPorts> = store(run, sink)
  const result = yield* Effect.onError(stored, (cause) => leaveTarget(run, sink, cause))
  yield* closeSink(entry)
  return result
})

const runWithRestarts = (
  engine: DownloadEngine,
  entry: DownloadEntry
): Effect.Effect<DownloadResult, DownloadFailure, DownloadPorts> =>
  runOnce(engine, entry).pipe(
    Effect.catchIf((error) => looksAgain(entry, error), () => {
      entry.checkpoint.lookedAgain = true
      return runWithRestarts(engine, entry)
    }),
    Effect.catchIf(
      (error) => needsFreshStart(entry, error),
      (error) => Effect.zipRight(startAfresh(engine, entry, error), runWithRestarts(engine, entry))
    )
  )

/**
 * Ends with the file under its name.
 */
export const downloadFile = (
  engine: DownloadEngine,
  entry: DownloadEntry
): Effect.Effect<DownloadResult, DownloadFailure, DownloadPorts> =>
  // Between two tries the target is open and no try's to close.
  Effect.onError(
    inSpan("down", entry.id, () => engine.queue.size)(runWithRestarts(engine, entry)),
    () => entry.sink?.open.reopens === true ? closeSink(entry) : Effect.void
  )
