/**
 * A create call whose answer was lost. The file that it may have announced is looked for: a second call may make a second one, or be
 * refused because of the first. That a file is in the list proves nothing: a service may list what is only announced.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DriveFile } from "../../domain/DriveFile.js"
import type { FileId, ObjectKey } from "../../domain/Ids.js"
import { makeMark } from "../../services/makeMark.js"
import type { ObjectStore } from "../../services/ObjectStore.js"
import type { PreparedUpload, UnfinishedFile, UploadTicket, UploadToCreate } from "../../services/StorageProvider.js"
import type { Failure } from "../parts/Failure.js"
import { isLostOnTheWay } from "../parts/Failure.js"
import { withTimeLimit } from "../parts/Watchdog.js"
import { findNamesakes, hasContent, mayBeFound, settleExisting } from "./ExistingFile.js"
import { hasSourceBytes } from "./hasSourceBytes.js"
import { ticketOf } from "./stageFacts.js"
import type { UploadRun } from "./UploadRun.js"

/** Clocks of machines differ by no more, or nothing that is signed would work. What signs nothing tells times by this clock. */
const largestSkew = 900_000

/** An answer that was cut cannot be read either. */
export const mayHaveCreated = (error: Failure): boolean =>
  isLostOnTheWay(error) || (error._tag === "TransportError" && "reason" in error && error.reason === "Decode")

/**
 * For platforms that get no digest (pds): a file that is not finished is this upload's if it is the one that it has announced, or
 * one of the same size that was made since the lost call.
 */
export const ownAnnouncement = ({ checkpoint, source }: UploadRun): UploadToCreate["announcedBefore"] => {
  const { doubts: { create }, stage } = checkpoint
  const earlier = stage._tag === "New" ? stage.earlier : undefined
  if (create === undefined && earlier === undefined) return undefined
  return ({ createdAt, fileId, size }: UnfinishedFile) => {
    if (fileId === earlier) return true
    if (create === undefined || size !== source.identity.size) return false
    return createdAt === undefined || createdAt >= create.since - largestSkew
  }
}

/** Another upload of this client has announced it. */
const isAnothers = ({ engine, entry }: UploadRun, fileId: FileId): boolean =>
  engine.registry.all().some((other) =>
    other !== entry &&
    (other.snapshot.result?.fileId === fileId ||
      (other.checkpoint && ticketOf(other.checkpoint.stage))?.fileId === fileId)
  )

const headOf = ({ engine }: UploadRun, objects: ObjectStore, key: ObjectKey) =>
  withTimeLimit(engine.tuning.watchdog.answer, { method: "HEAD", path: "object" })(objects.head(key)).pipe(
    Effect.map(Option.getOrUndefined)
  )

const keyOf = ({ engine, provider }: UploadRun, file: DriveFile) =>
  file.objectKey === undefined
    ? Effect.map(
      withTimeLimit(engine.tuning.watchdog.answer, { method: "GET", path: "file" })(provider.files.info(file.fileId)),
      ({ objectKey }) => objectKey
    )
    : Effect.succeed(file.objectKey)

/** The announcement holds, and its object is still to come. */
const resumeAnnounced = Effect.fnUntraced(
  function*(run: UploadRun, intent: UploadToCreate, file: DriveFile, objectKey: ObjectKey) {
    const { provider, space } = run
    const ticket: UploadTicket = {
      platform: provider.platform,
      spaceId: space.spaceId,
      fileId: file.fileId,
      objectKey,
      assetId: file.assetId,
      name: file.name,
      kind: "new",
      checkNameMode: intent.checkNameMode,
      contentType: intent.contentType,
      mark: yield* makeMark,
      uploadId: undefined
    }
    const ready: PreparedUpload = { _tag: "Ready", ticket, stores: provider.uploads.reopen(ticket) }
    return ready
  }
)

/** What lies there cannot be known for these bytes, and is not written over: new content of the file has a place of its own. */
const updateContent = Effect.fnUntraced(function*(run: UploadRun, intent: UploadToCreate, file: DriveFile) {
  const { checkpoint, engine, provider } = run
  const prepared = yield* withTimeLimit(engine.tuning.watchdog.answer, { method: "PUT", path: "update" })(
    provider.uploads.prepare({ ...intent, fileId: file.fileId }, checkpoint.digests)
  )
  if (prepared._tag === "Rapid") {
    const rapid: PreparedUpload = { _tag: "Rapid", result: yield* settleExisting(run, file) }
    return rapid
  }
  const { assetId = file.assetId, ...ticket } = prepared.ticket
  const ready: PreparedUpload = {
    ...prepared,
    ticket: { ...ticket, assetId, kind: "new", checkNameMode: intent.checkNameMode }
  }
  return ready
})

/** The file as the upload continues with it; nothing where the service or the storage refuses to tell. */
const resumeFile = (run: UploadRun, objects: ObjectStore, intent: UploadToCreate, file: DriveFile) =>
  Effect.gen(function*() {
    const key = yield* keyOf(run, file)
    const object = key === undefined ? undefined : yield* headOf(run, objects, key)
    if (key !== undefined && object === undefined) return yield* resumeAnnounced(run, intent, file, key)
    if (object === undefined || !(yield* hasSourceBytes(run, object))) return yield* updateContent(run, intent, file)
    const rapid: PreparedUpload = { _tag: "Rapid", result: yield* settleExisting(run, file) }
    return rapid
  }).pipe(
    Effect.catchIf(
      (error) => error.retry === "never" && error._tag !== "SourceChanged",
      () => Effect.succeed(undefined)
    )
  )

/**
 * What an earlier create call may have left: a file of this name and digest in the folder. One that was there before is as good: it
 * has the same bytes under the same name. It counts as stored only if the storage has an object of this size and digest; else the
 * upload continues under it. On pds the create call itself tells what is there.
 */
export const findLostCreate = Effect.fnUntraced(function*(run: UploadRun, intent: UploadToCreate) {
  const { checkpoint, entry, provider: { objects } } = run
  const { digests } = checkpoint
  if (digests === undefined || objects === undefined) return undefined
  if (!mayBeFound(entry.request)) return undefined
  const files = (yield* findNamesakes(run, intent.name, intent.parentFileId)).filter(hasContent(digests))
  for (const file of files) {
    const found = isAnothers(run, file.fileId) ? undefined : yield* resumeFile(run, objects, intent, file)
    if (found !== undefined) return found
  }
  return undefined
})
