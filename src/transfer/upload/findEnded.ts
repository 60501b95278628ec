/**
 * An upload that another tab or process has brought to its end. That one has left a tombstone in the session store; where the store
 * has lost it, the file is looked for, as it may be another one than this client's ticket names, and would be in its own way.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Hasher } from "../../services/Hasher.js"
import type { EndedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { inTurn, makeRequest } from "../parts/makeRequest.js"
import { advanceStage } from "./advanceStage.js"
import { findNamesakes, hasContent, isFinished, mayBeFound, settleExisting } from "./ExistingFile.js"
import { findParent } from "./findParent.js"
import { hasSourceBytes } from "./hasSourceBytes.js"
import { isStored, ticketOf } from "./stageFacts.js"
import type { UploadRun } from "./UploadRun.js"

/** On pds nothing is hashed before; here it is, as a file of the same name and size is no proof. */
const digestsOf = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, source } = run
  if (checkpoint.digests !== undefined) return checkpoint.digests
  const hasher = yield* Hasher
  const digests = yield* inTurn(run, { lane: "hash" }, hasher.hash(source, { _tag: "Whole" }, () => {}))
  yield* source.verify
  return digests
})

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other

const headOfObject = { method: "HEAD", path: "object" } as const

/** pds is the storage itself: the digests that it tells are of the bytes that it has. */
const isFileThere = Effect.fnUntraced(function*(run: UploadRun, { crc64, fileId, size }: EndedUpload) {
  const info = Effect.catchTag(run.provider.files.info(fileId), "FileNotFound", () => Effect.succeed(undefined))
  const file = yield* makeRequest(run, "control", { method: "GET", path: "file" }, info)
  if (file === undefined || file.size !== size || !isFinished(file)) return false
  return isSame(file.crc64, crc64) || (file.contentHash !== undefined && hasContent(yield* digestsOf(run))(file))
})

/** The storage has what the tombstone names; where that says too little, the object is compared with the source. */
const isThere = Effect.fnUntraced(function*(run: UploadRun, ended: EndedUpload) {
  const { objects } = run.provider
  if (objects === undefined || ended.objectKey === undefined) return yield* isFileThere(run, ended)
  const object = Option.getOrUndefined(yield* makeRequest(run, "control", headOfObject, objects.head(ended.objectKey)))
  if (object === undefined || object.size !== ended.size) return false
  return isSame(object.etag, ended.etag) || isSame(object.digest?.crc64, ended.crc64) ||
    (yield* hasSourceBytes(run, object))
})

/** `true` when the upload is that object. */
const takeResult = Effect.fnUntraced(function*(run: UploadRun, ended: EndedUpload, rapid: boolean) {
  if (!(yield* isThere(run, ended))) return false
  const { assetId, fileId, objectKey } = ended
  advanceStage(run.checkpoint, "found", { _tag: "Found", result: { fileId, objectKey, assetId, rapid } })
  return true
})

/** Where the upload id comes apart from the ticket, an upload that is begun anew keeps its object: the transfer finds that. */
const mayHaveAnotherFile = ({ checkpoint: { stage }, entry }: UploadRun): boolean => {
  const ticket = ticketOf(stage)
  return mayBeFound(entry.request) && (ticket === undefined || ticket.uploadId !== undefined)
}

/** Where that tells nothing: a file of this name and content, if the storage says of its bytes that they are these. */
const lookForFile = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, engine, entry, provider, source } = run
  const { name, size } = source.identity
  const look = Effect.flatMap(
    findParent(engine, provider, entry.request),
    (parentFileId) => findNamesakes(run, name, parentFileId)
  )
  const files = (yield* makeRequest(run, "control", undefined, look)).filter((file) =>
    file.size === size && file.contentHash !== undefined && isFinished(file)
  )
  const found = files.length === 0 ? undefined : files.find(hasContent(yield* digestsOf(run)))
  if (found === undefined) return
  const { objects } = provider
  if (objects !== undefined) {
    const { objectKey } = found
    const head = objectKey === undefined ? Effect.succeedNone : objects.head(objectKey)
    const object = Option.getOrUndefined(yield* makeRequest(run, "control", headOfObject, head))
    if (object === undefined || !(yield* hasSourceBytes(run, object))) return
  }
  advanceStage(checkpoint, "found", {
    _tag: "Found",
    result: yield* makeRequest(run, "control", undefined, settleExisting(run, found))
  })
})

/**
 * Looks for the end before anything is sent. An upload that was cancelled elsewhere has left none, and continues from what this client
 * knows.
 */
export const findEnded = Effect.fnUntraced(function*(run: UploadRun) {
  const { doubts, stage } = run.checkpoint
  const { session } = doubts
  if (session !== undefined && !isStored(stage)) {
    const isFound = session !== "gone" && (yield* takeResult(run, session, true))
    if (!isFound && mayHaveAnotherFile(run)) yield* lookForFile(run)
  }
  doubts.session = undefined
})

/**
 * The same in mid-run, where no lock kept another client from ending the upload; `true` when it has.
 */
export const findEndedMeanwhile = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, engine, entry } = run
  if (checkpoint.saved === undefined || isStored(checkpoint.stage)) return false
  const sessions = yield* UploadSessions
  const ended = Option.flatMapNullable(yield* sessions.load(entry.id), ({ upload }) => upload.ended)
  if (Option.isNone(ended) || !(yield* takeResult(run, ended.value, false))) return false
  // It is shown as an upload in parts that is done, from whichever step the run was at.
  for (const step of ["hashed", "sending", "stored"] as const) engine.registry.apply(entry, step)
  return true
})
