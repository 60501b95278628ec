/**
 * An upload that another tab or process has brought to its end. That one has left a tombstone in the session store; where the store
 * has lost it, the file is looked for, as it may be another one than this client's ticket names, and would be in its own way.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Hasher } from "../../services/Hasher.js"
import { isStored, ticketOf } from "../../services/uploads/Checkpoint.js"
import type { EndedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import { ask, inTurn } from "../parts/ask.js"
import { advance } from "./advance.js"
import { hasSourceBytes } from "./hasSourceBytes.js"
import type { Job } from "./openJob.js"
import { findParent } from "./parentFolder.js"
import { hasContent, isFinished, mayBeFound, namesakes, settled } from "./thereAlready.js"

/** On pds nothing is hashed before; here it is, as a file of the same name and size is no proof. */
const digestsOf = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, source } = job
  if (checkpoint.digests !== undefined) return checkpoint.digests
  const hasher = yield* Hasher
  const digests = yield* inTurn(job, { lane: "hash" }, hasher.hash(source, { _tag: "Whole" }, () => {}))
  yield* source.verify
  return digests
})

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other

const headOfObject = { method: "HEAD", path: "object" } as const

/** pds is the storage itself: the digests that it tells are of the bytes that it has. */
const isFileThere = Effect.fnUntraced(function*(job: Job, { crc64, fileId, size }: EndedUpload) {
  const info = Effect.catchTag(job.provider.files.info(fileId), "FileNotFound", () => Effect.succeed(undefined))
  const file = yield* ask(job, "control", { method: "GET", path: "file" }, info)
  if (file === undefined || file.size !== size || !isFinished(file)) return false
  return isSame(file.crc64, crc64) || (file.contentHash !== undefined && hasContent(yield* digestsOf(job))(file))
})

/** The storage has what the tombstone names; where that says too little, the object is compared with the source. */
const isThere = Effect.fnUntraced(function*(job: Job, ended: EndedUpload) {
  const { objects } = job.provider
  if (objects === undefined || ended.objectKey === undefined) return yield* isFileThere(job, ended)
  const object = Option.getOrUndefined(yield* ask(job, "control", headOfObject, objects.head(ended.objectKey)))
  if (object === undefined || object.size !== ended.size) return false
  return isSame(object.etag, ended.etag) || isSame(object.digest?.crc64, ended.crc64) ||
    (yield* hasSourceBytes(job, object))
})

/** `true` when the upload is that object. */
const takeFrom = Effect.fnUntraced(function*(job: Job, ended: EndedUpload, rapid: boolean) {
  if (!(yield* isThere(job, ended))) return false
  const { assetId, fileId, objectKey } = ended
  advance(job.checkpoint, "found", { _tag: "Found", result: { fileId, objectKey, assetId, rapid } })
  return true
})

/** Where the upload id comes apart from the ticket, an upload that is begun anew keeps its object: the transfer finds that. */
const mayHaveAnotherFile = ({ checkpoint: { stage }, entry }: Job): boolean => {
  const ticket = ticketOf(stage)
  return mayBeFound(entry.request) && (ticket === undefined || ticket.uploadId !== undefined)
}

/** Where that tells nothing: a file of this name and content, if the storage says of its bytes that they are these. */
const lookFor = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry, provider, source } = job
  const { name, size } = source.identity
  const look = Effect.flatMap(
    findParent(core, provider, entry.request),
    (parentFileId) => namesakes(job, name, parentFileId)
  )
  const files = (yield* ask(job, "control", undefined, look)).filter((file) =>
    file.size === size && file.contentHash !== undefined && isFinished(file)
  )
  const found = files.length === 0 ? undefined : files.find(hasContent(yield* digestsOf(job)))
  if (found === undefined) return
  const { objects } = provider
  if (objects !== undefined) {
    const { objectKey } = found
    const head = objectKey === undefined ? Effect.succeedNone : objects.head(objectKey)
    const object = Option.getOrUndefined(yield* ask(job, "control", headOfObject, head))
    if (object === undefined || !(yield* hasSourceBytes(job, object))) return
  }
  advance(checkpoint, "found", { _tag: "Found", result: yield* ask(job, "control", undefined, settled(job, found)) })
})

/**
 * Looks for the end before anything is sent. An upload that was cancelled elsewhere has left none, and goes on from what this client
 * knows.
 */
export const findEnded = Effect.fnUntraced(function*(job: Job) {
  const { doubts, stage } = job.checkpoint
  const { session } = doubts
  if (session !== undefined && !isStored(stage)) {
    const isFound = session !== "gone" && (yield* takeFrom(job, session, true))
    if (!isFound && mayHaveAnotherFile(job)) yield* lookFor(job)
  }
  doubts.session = undefined
})

/**
 * The same in mid-run, where no lock kept another client from ending the upload; `true` when it has.
 */
export const findEndedMeanwhile = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry } = job
  if (checkpoint.saved === undefined || isStored(checkpoint.stage)) return false
  const sessions = yield* UploadSessions
  const ended = Option.flatMapNullable(yield* sessions.load(entry.id), ({ upload }) => upload.ended)
  if (Option.isNone(ended) || !(yield* takeFrom(job, ended.value, false))) return false
  core.registry.apply(entry, "sending")
  core.registry.apply(entry, "stored")
  return true
})
