/**
 * Keeps an upload for the next run of the program: what was asked for, and how far it has come.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { UploadInUse } from "../../domain/errors/UploadInUse.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { nextRevision } from "../../services/uploads/SavedUploads.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { EndedUpload, SavedUpload } from "../../services/UploadSessions.js"
import { isFileHandle, isPath } from "../../services/UploadSource.js"
import { savedRequest } from "../saved/restoreCheckpoint.js"
import { multipartOf, ticketOf } from "./stageFacts.js"
import type { UploadRun } from "./UploadRun.js"

/**
 * The session as the checkpoint is now.
 */
export const savedUploadOf = (
  { checkpoint, engine, entry, source, space }: UploadRun,
  savedAt: number
): SavedUpload => {
  const { request, request: { source: input } } = entry
  const multipart = multipartOf(checkpoint.stage)
  return {
    id: entry.id,
    wsid: entry.wsid,
    spaceId: space.spaceId,
    identity: source.identity,
    request: savedRequest(request),
    preHash: checkpoint.preHash,
    hash: checkpoint.hash,
    digests: checkpoint.digests,
    ticket: ticketOf(checkpoint.stage),
    uploadId: multipart?.uploadId,
    partSize: multipart?.partSize,
    beginLostAt: checkpoint.doubts.begin?.since,
    savedAt,
    revision: nextRevision(checkpoint.saved?.revision ?? engine.savedQueue?.revisionOf(entry), savedAt),
    aborting: false,
    path: isPath(input) ? input.path : undefined,
    handle: isFileHandle(input) ? input : undefined
  }
}

const write = Effect.fnUntraced(function*(run: UploadRun, journal: "kept" | "emptied") {
  const { checkpoint, engine, entry } = run
  const sessions = yield* UploadSessions
  const saved = savedUploadOf(run, yield* Clock.currentTimeMillis)
  const put = journal === "kept" ? sessions.update : sessions.save
  if (!(yield* put(saved, checkpoint.saved?.revision))) {
    return yield* new UploadInUse({ uploadId: entry.id, reason: "continued" })
  }
  checkpoint.saved = { revision: revisionOf(saved) }
  const resumable = yield* sessions.healthy
  if (resumable !== entry.snapshot.resumable) engine.registry.publish(entry, { resumable })
  // A write that continues behind whoever asked for it would come after the session was released.
}, Effect.uninterruptible)

/**
 * Writes the session as the checkpoint is now. `journal`: whether the parts that are written down still count. Fails where somebody
 * else has written it since: what they have written stays.
 */
export const writeSession = (run: UploadRun, journal: "kept" | "emptied" = "kept") =>
  run.checkpoint.writing.withPermits(1)(write(run, journal))

/**
 * Writes it again during the run, when something else than its progress has changed.
 */
export const rewriteSession = (run: UploadRun) => {
  const { checkpoint, entry } = run
  const isKept = () => checkpoint.saved !== undefined && entry.fiber !== undefined
  const writeIfSaved = Effect.suspend(() => isKept() ? write(run, "kept") : Effect.void)
  // The run meets somebody else's session by itself, with its own next write.
  return checkpoint.writing.withPermits(1)(Effect.catchTag(writeIfSaved, "UploadInUse", () => Effect.void))
}

const endedUpload = (run: UploadRun, { assetId, fileId, objectKey }: UploadResult, now: number): SavedUpload => {
  const { checkpoint: { stage }, source } = run
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
  return {
    ...savedUploadOf(run, now),
    preHash: undefined,
    hash: undefined,
    digests: undefined,
    handle: undefined,
    ended
  }
}

/**
 * The upload is a file by now: its session becomes its tombstone. What somebody else has written of it meanwhile stays.
 */
export const endSession = (run: UploadRun, result: UploadResult) => {
  const { checkpoint } = run
  const end = Effect.gen(function*() {
    if (checkpoint.saved === undefined) return
    const sessions = yield* UploadSessions
    yield* sessions.save(endedUpload(run, result, yield* Clock.currentTimeMillis), checkpoint.saved.revision)
    checkpoint.saved = undefined
  })
  // Most small files have none. Only the run itself writes the first, and whoever writes it again does so because there is one.
  return Effect.suspend(() => checkpoint.saved === undefined ? Effect.void : checkpoint.writing.withPermits(1)(end))
}
