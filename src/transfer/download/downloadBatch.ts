/**
 * Many files as one download: they run side by side inside its run, so that a stop, a resume and a cancel of it are theirs, and
 * its counts are the sums of theirs.
 */
import * as Effect from "effect/Effect"
import * as ByteRanges from "../../domain/ByteRanges.js"
import type { DownloadFailure, DownloadResult } from "../../domain/DownloadSnapshot.js"
import { DownloadId } from "../../domain/Ids.js"
import type { DownloadEngine, DownloadPorts } from "../../services/downloads/DownloadEngine.js"
import type { DownloadBatch, DownloadEntry, PlannedFile } from "../../services/downloads/DownloadEntry.js"
import * as Entries from "../../services/downloads/DownloadEntry.js"
import { DownloadRegistry } from "../../services/downloads/DownloadRegistry.js"
import { FileSink } from "../../services/FileSink.js"
import { Spaces } from "../../services/Spaces.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import { withRetry } from "../parts/withRetry.js"
import { downloadFile } from "./downloadFile.js"
import { downloadRetryHooks } from "./DownloadRun.js"
import { namesIn } from "./GivenNames.js"
import { planBatch } from "./planBatch.js"

type Sound = Extract<PlannedFile, { readonly name: string }>

const isSound = (file: PlannedFile): file is Sound => !("error" in file)

const sizeOf = (plan: ReadonlyArray<PlannedFile>): number =>
  plan.reduce((sum, file) => isSound(file) ? sum + file.size : sum, 0)

/** The sums as they are now; a file that failed counts no more. */
const count = (entry: DownloadEntry, batch: DownloadBatch): void => {
  const { received, size } = batch.saved
  let arrived = received
  let there = size
  let written = size
  for (const one of batch.underway.values()) {
    arrived += one.arrived
    there += one.meter.read().sent
    written += Math.max(one.written, ByteRanges.total(one.checkpoint.done))
  }
  entry.arrived = arrived
  entry.written = written
  entry.meter.startFrom(there)
}

const countsOf = ({ failed, plan, succeeded }: DownloadBatch) => ({
  total: plan?.length ?? 0,
  succeeded: succeeded.size,
  failed: failed.size
})

/** All of them wait for the same thing, or the download runs. */
const follow = (engine: DownloadEngine, entry: DownloadEntry, { underway }: DownloadBatch): void => {
  const all = [...underway.values()].map((one) => one.snapshot.status)
  if (all.length > 0 && all.every((status) => status === "offline")) engine.registry.apply(entry, "offline")
  else if (all.some((status) => status === "signedOut")) engine.registry.apply(entry, "signedOut")
  else engine.registry.apply(entry, "answered", { error: undefined })
}

/** The download of one of them, on no list. */
const fileOf = Effect.fnUntraced(
  function*(engine: DownloadEngine, entry: DownloadEntry, batch: DownloadBatch, file: Sound) {
    const known = batch.underway.get(file.fileId)
    if (known !== undefined) return known
    const sink = yield* FileSink
    const id = DownloadId.make(`${entry.id}/${file.fileId}`)
    const one = Entries.make({
      id,
      spaceId: entry.spaceId,
      wsid: entry.wsid,
      request: { fileId: file.fileId, target: file.target },
      // Nobody is asked for each of many files.
      prepared: sink.prepare(file.target, { id, throttled: undefined, ranged: false }),
      fileId: file.fileId
    })
    one.listeners = new Set([() => follow(engine, entry, batch)])
    batch.underway.set(file.fileId, one)
    return one
  }
)

const resultOf = (entry: DownloadEntry, { failed, saved, succeeded }: DownloadBatch): DownloadResult => {
  const files = [...succeeded.values()]
  const weakest = files.some(({ verified }) => verified === "none")
    ? "none"
    : files.find(({ verified }) => verified === "size")?.verified ?? files[0]?.verified ?? "none"
  return {
    fileId: undefined,
    via: files[0]?.via ?? "file",
    size: saved.size,
    received: entry.arrived,
    verified: weakest,
    files: {
      successItems: files,
      errorItems: [...failed].map(([fileId, error]) => ({ fileId, error }))
    }
  }
}

/**
 * Ends with each of the files in the result, saved or failed.
 */
export const downloadBatch = Effect.fnUntraced(function*(
  engine: DownloadEngine,
  entry: DownloadEntry,
  batch: DownloadBatch
): Effect.fn.Return<DownloadResult, DownloadFailure, DownloadPorts> {
  const own: DownloadEngine = {
    ...engine,
    registry: new DownloadRegistry(() => {
      count(entry, batch)
      engine.registry.touch(entry)
    }, () => undefined)
  }
  const space = yield* (yield* Spaces).resolve({ spaceId: entry.spaceId })
  const hooks = downloadRetryHooks(engine, entry, space.spaceId, () => {})
  // Its code may have to be loaded.
  const provider = yield* withRetry(hooks, (yield* StorageProviders).forSpace(space))
  const folder = yield* (yield* FileSink).folder(entry.request.target)
  const given = namesIn(engine, folder)
  const plan = batch.plan ??= yield* planBatch(entry, folder, given, provider, hooks)
  for (const file of plan) if (!isSound(file)) batch.failed.set(file.fileId, file.error)
  const size = sizeOf(plan)
  entry.meter.size = size
  count(entry, batch)
  engine.registry.publish(entry, { size, files: countsOf(batch) })

  const settleFile = (one: DownloadEntry, file: Sound, note: () => void) =>
    Effect.sync(() => {
      batch.underway.delete(file.fileId)
      note()
      count(entry, batch)
      follow(engine, entry, batch)
      engine.registry.publish(entry, { via: one.snapshot.via, files: countsOf(batch) })
    })

  const save = Effect.fnUntraced(function*(file: Sound) {
    const one = yield* fileOf(engine, entry, batch, file)
    one.publishing = false
    Object.assign(one.checkpoint, { restarts: 0, lookedAgain: false })
    own.registry.apply(one, "resume")
    own.registry.apply(one, "start")
    yield* downloadFile(own, one).pipe(
      Effect.matchEffect({
        onSuccess: (result) =>
          settleFile(one, file, () => {
            const { fileId, name, originalName } = file
            batch.succeeded.set(fileId, {
              ...result,
              fileId,
              name,
              ...(originalName === undefined ? {} : { originalName })
            })
            batch.saved.received += result.received
            batch.saved.size += result.size
          }),
        onFailure: (error) =>
          settleFile(one, file, () => {
            batch.failed.set(file.fileId, error)
            batch.unsaved.push(one)
          })
      }),
      Effect.onInterrupt(() => Effect.sync(() => own.registry.apply(one, "stop")))
    )
  })

  const missing = plan.filter(isSound).filter(({ fileId }) => !batch.succeeded.has(fileId) && !batch.failed.has(fileId))
  yield* Effect.forEach(missing, save, { concurrency: engine.tuning.atOnce, discard: true })
  if (batch.failed.size === 0) {
    for (const { fileId } of plan) given.delete(fileId)
  }
  return resultOf(entry, batch)
})
