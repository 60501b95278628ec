/**
 * Uploads of earlier runs of the program, put back on the list as stopped.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { revisionOf, UploadSessions } from "../UploadSessions.js"
import type { SavedUpload, UploadSession } from "../UploadSessions.js"
import type { SourceInput } from "../UploadSource.js"
import { UploadSources } from "../UploadSource.js"
import { noSource } from "./closeSource.js"
import { hasExpired } from "./SavedUploads.js"
import { restoreCheckpoint } from "./SavedUploads.js"
import type { UploadCheckpoint } from "./UploadCheckpoint.js"
import type { UploadEngine } from "./UploadEngine.js"
import type { UploadEntry } from "./UploadEntry.js"
import * as Entries from "./UploadEntry.js"

const sourceOf = ({ handle, path }: SavedUpload): SourceInput | undefined =>
  handle ?? (path === undefined ? undefined : { path })

const needsFile = Effect.fnUntraced(function*(upload: SavedUpload) {
  const sources = yield* UploadSources
  const source = sourceOf(upload)
  return source === undefined || !(yield* sources.access(source, "look"))
})

/** `landing`: what this program itself knows of the upload, and what a call under way is about to tell. */
const restoreEntry = (
  engine: UploadEngine,
  saved: UploadSession,
  detached: UploadCheckpoint | undefined
): UploadEntry => {
  const { journal, upload } = saved
  const { hash, identity, request } = upload
  const entry = Entries.make({
    id: upload.id,
    spaceId: upload.spaceId,
    wsid: upload.wsid,
    name: identity.name,
    size: identity.size,
    parallel: engine.width.current(),
    request: { ...request, source: sourceOf(upload) ?? noSource }
  })
  entry.checkpoint = detached
  if (detached === undefined) restoreCheckpoint(Entries.checkpointOf(entry), saved)
  else {
    detached.saved ??= { revision: revisionOf(upload) }
    detached.doubts.source = "uncompared"
  }
  if (hash !== undefined) entry.meter.hash(hash.position)
  entry.meter.startFrom(journal.reduce((size, part) => size + part.size, 0))
  return entry
}

/**
 * This user's saved uploads that no other tab or process drives and that are not on the list yet.
 */
export const findRecoverable = Effect.fnUntraced(function*(engine: UploadEngine) {
  const sessions = yield* UploadSessions
  const now = yield* Clock.currentTimeMillis
  const mine = (yield* sessions.all).filter((saved) =>
    !saved.aborting && saved.ended === undefined && saved.wsid === engine.user.wsid &&
    engine.registry.get(saved.id) === undefined &&
    !hasExpired(saved, engine.tuning.sessionLifetime, now)
  )
  yield* Effect.forEach(mine, ({ id }) =>
    Effect.gen(function*() {
      const detached = engine.detached.get(id)
      // The call that is about to tell holds the session.
      const isFree = detached !== undefined || (yield* Effect.scoped(sessions.claim(id)))
      const saved = yield* sessions.load(id)
      if (!isFree || saved._tag === "None" || saved.value.upload.ended !== undefined) return
      const { upload } = saved.value
      const missing = yield* needsFile(upload)
      if (engine.registry.get(id) !== undefined) return
      const entry = restoreEntry(engine, saved.value, detached)
      engine.registry.add(entry)
      engine.registry.apply(entry, "stop", { needsFile: missing, fileId: upload.ticket?.fileId })
    }), { concurrency: 8, discard: true })
  return engine.registry.all()
    .filter((entry) => entry.phase._tag === "Stopped" && entry.checkpoint?.saved !== undefined)
    .map((entry) => entry.snapshot)
})
