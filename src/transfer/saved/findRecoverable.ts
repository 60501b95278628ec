/**
 * Uploads of earlier runs of the program, put back on the list as stopped.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TransportError } from "../../domain/errors/TransportError.js"
import { UploadId } from "../../domain/Ids.js"
import { chunksOf } from "../../services/chunksOf.js"
import { eachPage } from "../../services/files/eachPage.js"
import type { SavedRuns } from "../../services/TransferRuns.js"
import { noSource } from "../../services/uploads/closeSource.js"
import { hasExpired } from "../../services/uploads/SavedUploads.js"
import type { CameBack, UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import * as Entries from "../../services/uploads/UploadEntry.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { SavedUpload, UploadSession } from "../../services/UploadSessions.js"
import type { SourceInput } from "../../services/UploadSource.js"
import { UploadSources } from "../../services/UploadSource.js"
import { checkpointOf } from "../upload/checkpointOf.js"
import { restoreCheckpoint } from "./restoreCheckpoint.js"
import { savedQueueOf } from "./savedQueueOf.js"
import { savePriority } from "./savePriority.js"

const pageSize = 100

/**
 * The names are those of the first time that a folder is asked for. Who asks meanwhile waits for its answer.
 */
const namesInFolders = ({ tuning: { watchdog } }: UploadEngine): CameBack["isName"] => {
  const known = new Map<string, ReadonlySet<string>>()
  const inTurn = Effect.unsafeMakeSemaphore(1).withPermits(1)
  // The watchdog of requests would be loaded for this alone.
  const inTime = Effect.timeoutFail({
    duration: watchdog.answer,
    onTimeout: () => new TransportError({ reason: "Timeout", method: "GET", path: "files" })
  })
  return (provider, parentFileId, name) =>
    inTurn(Effect.gen(function*() {
      const key = `${provider.space.spaceId}/${parentFileId}`
      const before = known.get(key)
      if (before !== undefined) return before.has(name)
      const names = new Set<string>()
      yield* eachPage(
        (cursor) => inTime(provider.files.list({ parentFileId, pageSize, cursor })),
        (files) => {
          for (const file of files) if (!file.isFolder) names.add(file.name)
        }
      )
      known.set(key, names)
      return names.has(name)
    }))
}

const sourceOf = ({ handle, path }: Pick<SavedUpload, "handle" | "path">): SourceInput | undefined =>
  handle ?? (path === undefined ? undefined : { path })

const needsFile = Effect.fnUntraced(function*(upload: SavedUpload) {
  const sources = yield* UploadSources
  const source = sourceOf(upload)
  return source === undefined || !(yield* sources.access(source, "look"))
})

const entryOf = (engine: UploadEngine, { id, identity, queued, request, spaceId, wsid, ...upload }: SavedUpload) =>
  Entries.make({
    id,
    spaceId,
    wsid,
    describe: () => ({ name: identity.name, size: queued?.sized === false ? undefined : identity.size }),
    parallel: engine.width.current(),
    request: { ...request, source: sourceOf(upload) ?? noSource }
  })

/** `detached`: what this program itself knows of the upload, and what a call under way is about to tell. */
const restoreEntry = (
  engine: UploadEngine,
  saved: UploadSession,
  detached: UploadCheckpoint | undefined
): UploadEntry => {
  const { journal, upload } = saved
  const entry = entryOf(engine, upload)
  entry.checkpoint = detached
  if (detached === undefined) restoreCheckpoint(checkpointOf(entry), saved)
  else {
    detached.saved ??= { revision: revisionOf(upload) }
    detached.doubts.source = "uncompared"
  }
  if (upload.hash !== undefined) entry.meter.hash(upload.hash.position)
  entry.meter.startFrom(journal.reduce((size, part) => size + part.size, 0))
  return entry
}

/** It may have become a file in the moment in which its program ended: that is looked for before anything is sent. */
const restoreQueued = (engine: UploadEngine, upload: SavedUpload, isName: CameBack["isName"]): UploadEntry => {
  const entry = entryOf(engine, upload)
  const detached = engine.detached.get(upload.id)
  if (detached !== undefined) {
    // Its call is under way in this program, and tells this checkpoint how it ends.
    detached.doubts.source = "uncompared"
    entry.checkpoint = detached
    return entry
  }
  const checkpoint: UploadCheckpoint = {
    ...checkpointOf(entry),
    cameBack: { isName, mayBeStored: upload.ticket !== undefined }
  }
  entry.checkpoint = checkpoint
  restoreCheckpoint(checkpoint, { upload, journal: [] })
  checkpoint.saved = undefined
  if (upload.queued?.sized === false) checkpoint.identity = undefined
  if (checkpoint.stage._tag === "New") checkpoint.doubts.session = "gone"
  return entry
}

const list = (engine: UploadEngine, entry: UploadEntry, upload: SavedUpload, missing: boolean): void => {
  engine.registry.add(entry)
  engine.registry.apply(entry, "stop", { needsFile: missing, fileId: upload.ticket?.fileId })
}

const recoverBegun = Effect.fnUntraced(function*(engine: UploadEngine, id: UploadId) {
  const sessions = yield* UploadSessions
  const detached = engine.detached.get(id)
  // The call that is about to tell holds the session.
  const isFree = detached !== undefined || (yield* Effect.scoped(sessions.claim(id)))
  const saved = yield* sessions.load(id)
  if (!isFree || saved._tag === "None" || saved.value.upload.ended !== undefined) return
  const { upload } = saved.value
  const missing = yield* needsFile(upload)
  if (engine.registry.get(id) === undefined) list(engine, restoreEntry(engine, saved.value, detached), upload, missing)
})

/** So many are taken over in one write. */
const batchSize = 128

/** A program that is alive continues with what waits there by itself. */
const recoverQueued = Effect.fnUntraced(
  function*(engine: UploadEngine, owner: string, uploads: ReadonlyArray<SavedUpload>, isName: CameBack["isName"]) {
    const sessions = yield* UploadSessions
    const queue = savedQueueOf(engine)
    const isFree = owner === "" || owner === queue.owner || (yield* sessions.claim(UploadId.make(owner)))
    if (!isFree) return
    for (const batch of chunksOf(uploads, batchSize)) {
      const missing = yield* Effect.forEach(batch, needsFile, { concurrency: 8 })
      const found = batch.map((upload) => ({ entry: restoreQueued(engine, upload, isName), upload }))
      const adopted = yield* queue.adopt(found)
      found.forEach(({ entry, upload }, index) => {
        if (adopted[index] === true) list(engine, entry, upload, missing[index] === true)
      })
    }
  },
  Effect.scoped
)

/**
 * This user's saved uploads that no other tab or process drives and that are not on the list yet.
 */
export const findRecoverable = Effect.fnUntraced(function*(engine: UploadEngine) {
  const sessions = yield* UploadSessions
  const now = yield* Clock.currentTimeMillis
  // What has ended a moment ago is removed first.
  yield* engine.savedQueue?.write ?? Effect.void
  const mine = (yield* sessions.all).filter((saved) =>
    !saved.aborting && saved.ended === undefined && saved.wsid === engine.user.wsid &&
    engine.registry.get(saved.id) === undefined &&
    !hasExpired(saved, engine.tuning.sessionLifetime, now)
  )
  const begun = mine.filter(({ queued }) => queued === undefined)
  yield* Effect.forEach(begun, ({ id }) => recoverBegun(engine, id), { concurrency: 8, discard: true })
  const isName = namesInFolders(engine)
  const owners = new Set(mine.flatMap(({ queued }) => queued === undefined ? [] : queued.owner ?? ""))
  for (const owner of owners) {
    const uploads = mine.filter(({ queued }) => queued !== undefined && (queued.owner ?? "") === owner)
    yield* recoverQueued(engine, owner, uploads, isName)
  }
  const isSaved = (entry: UploadEntry) =>
    (entry.checkpoint?.saved ?? engine.savedQueue?.revisionOf(entry)) !== undefined
  return engine.registry.all()
    .filter((entry) => entry.phase._tag === "Stopped" && isSaved(entry))
    .map((entry) => entry.snapshot)
})

/**
 * What keeps uploads for the next run of the program.
 */
export const saved: SavedRuns = {
  saveQueue: (engine) => Effect.suspend(() => savedQueueOf(engine).write),
  findRecoverable,
  savePriority
}
