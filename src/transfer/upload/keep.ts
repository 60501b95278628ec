/**
 * Keeps an upload for the next run of the program: what was asked for, and how far it has come.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { UploadInUse } from "../../domain/errors/UploadInUse.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { multipartOf, ticketOf } from "../../services/uploads/Checkpoint.js"
import { revisionAfter } from "../../services/uploads/revisionAfter.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { EndedUpload, SavedRequest, SavedUpload } from "../../services/UploadSessions.js"
import { isFileHandle, isPath } from "../../services/UploadSource.js"
import type { Job } from "./openJob.js"

/**
 * The session as the checkpoint is now.
 */
export const savedUpload = ({ checkpoint, entry, source, space }: Job, savedAt: number): SavedUpload => {
  const { source: input, ...asked } = entry.request
  const request: SavedRequest = asked
  const multipart = multipartOf(checkpoint.stage)
  return {
    id: entry.id,
    wsid: entry.wsid,
    spaceId: space.spaceId,
    identity: source.identity,
    request,
    preHash: checkpoint.preHash,
    hash: checkpoint.hash,
    digests: checkpoint.digests,
    ticket: ticketOf(checkpoint.stage),
    uploadId: multipart?.uploadId,
    partSize: multipart?.partSize,
    beginLostAt: checkpoint.doubts.begin?.since,
    savedAt,
    revision: revisionAfter(checkpoint.saved?.revision, savedAt),
    aborting: false,
    path: isPath(input) ? input.path : undefined,
    handle: isFileHandle(input) ? input : undefined
  }
}

const write = Effect.fnUntraced(function*(job: Job, journal: "kept" | "emptied") {
  const { checkpoint, core, entry } = job
  const sessions = yield* UploadSessions
  const saved = savedUpload(job, yield* Clock.currentTimeMillis)
  const put = journal === "kept" ? sessions.update : sessions.save
  if (!(yield* put(saved, checkpoint.saved?.revision))) {
    return yield* new UploadInUse({ uploadId: entry.id, reason: "goneOn" })
  }
  checkpoint.saved = { revision: revisionOf(saved) }
  const resumable = yield* sessions.healthy
  if (resumable !== entry.snapshot.resumable) core.registry.publish(entry, { resumable })
  // A write that goes on behind whoever asked for it would come after the session was given back.
}, Effect.uninterruptible)

/**
 * Writes the session as the checkpoint is now. `journal`: whether the parts that are written down still count. Fails where somebody
 * else has written it since: what they have written stays.
 */
export const keep = (job: Job, journal: "kept" | "emptied" = "kept") =>
  job.checkpoint.writing.withPermits(1)(write(job, journal))

/**
 * Writes it again while the run goes on, when something else than its progress has changed.
 */
export const rewrite = (job: Job) => {
  const { checkpoint, entry } = job
  const isKept = () => checkpoint.saved !== undefined && entry.fiber !== undefined
  const written = Effect.suspend(() => isKept() ? write(job, "kept") : Effect.void)
  // The run meets somebody else's session by itself, with its own next write.
  return checkpoint.writing.withPermits(1)(Effect.catchTag(written, "UploadInUse", () => Effect.void))
}

const tombstoneOf = (job: Job, { assetId, fileId, objectKey }: UploadResult, now: number): SavedUpload => {
  const { checkpoint: { stage }, source } = job
  const object = "object" in stage ? stage.object : undefined
  const ended: EndedUpload = {
    fileId,
    objectKey,
    assetId,
    size: source.identity.size,
    etag: object?.etag,
    crc64: object?.digest?.crc64,
    at: now
  }
  return { ...savedUpload(job, now), preHash: undefined, hash: undefined, digests: undefined, handle: undefined, ended }
}

/**
 * The upload is a file by now: its session becomes its tombstone. What somebody else has written of it meanwhile stays.
 */
export const bury = (job: Job, result: UploadResult) =>
  job.checkpoint.writing.withPermits(1)(Effect.gen(function*() {
    const { checkpoint } = job
    if (checkpoint.saved === undefined) return
    const sessions = yield* UploadSessions
    yield* sessions.save(tombstoneOf(job, result, yield* Clock.currentTimeMillis), checkpoint.saved.revision)
    checkpoint.saved = undefined
  }))
