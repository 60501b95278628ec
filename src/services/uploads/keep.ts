/**
 * Keeps an upload for the next run of the program: what was asked for, and how far it has come.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { UploadSessions } from "../UploadSessions.js"
import type { SavedRequest, SavedUpload } from "../UploadSessions.js"
import { isFileHandle, isPath } from "../UploadSource.js"
import type { Job } from "./openJob.js"

const savedUpload = ({ checkpoint, entry, source, space }: Job, savedAt: number): SavedUpload => {
  const { source: input, ...asked } = entry.request
  const request: SavedRequest = asked
  return {
    id: entry.id,
    wsid: entry.wsid,
    spaceId: space.spaceId,
    identity: source.identity,
    request,
    preHash: checkpoint.preHash,
    hash: checkpoint.hash,
    digests: checkpoint.digests,
    ticket: checkpoint.ticket,
    uploadId: checkpoint.uploadId,
    partSize: checkpoint.partSize,
    beginLostAt: checkpoint.beginLostAt,
    savedAt,
    aborting: false,
    path: isPath(input) ? input.path : undefined,
    handle: isFileHandle(input) ? input : undefined
  }
}

const write = Effect.fnUntraced(function*(job: Job, journal: "kept" | "emptied") {
  const { checkpoint, core, entry } = job
  const sessions = yield* UploadSessions
  const saved = savedUpload(job, yield* Clock.currentTimeMillis)
  checkpoint.saved = true
  checkpoint.savedAt = saved.savedAt
  yield* journal === "kept" ? sessions.update(saved) : sessions.save(saved)
  const resumable = yield* sessions.healthy
  if (resumable !== entry.snapshot.resumable) core.registry.publish(entry, { resumable })
})

/**
 * Writes the session as the checkpoint is now. `journal`: whether the parts that are written down still count.
 */
export const keep = (job: Job, journal: "kept" | "emptied" = "kept") =>
  job.checkpoint.writing.withPermits(1)(write(job, journal))

/**
 * Writes it again while the run goes on, when something else than its progress has changed.
 */
export const rewrite = (job: Job) => {
  const { checkpoint, entry } = job
  const isKept = () => checkpoint.saved && entry.fiber !== undefined
  return checkpoint.writing.withPermits(1)(Effect.suspend(() => isKept() ? write(job, "kept") : Effect.void))
}

/**
 * The upload is a file by now, or is given up.
 */
export const forget = ({ checkpoint, entry }: Job) =>
  checkpoint.writing.withPermits(1)(Effect.gen(function*() {
    if (!checkpoint.saved) return
    const sessions = yield* UploadSessions
    yield* sessions.forget(entry.id)
    checkpoint.saved = false
  }))
