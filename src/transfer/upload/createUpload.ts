/**
 * Hashes the file and creates it in the service: afterwards there is a ticket, or the service had the bytes already.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HashPlan from "../../domain/HashPlan.js"
import type { Integrity } from "../../domain/Integrity.js"
import type { HashCheckpoint, HashResume, PartChecksums } from "../../services/Hasher.js"
import { Hasher } from "../../services/Hasher.js"
import type { PreparedUpload, UploadToCreate } from "../../services/StorageProvider.js"
import type { SavedQueue } from "../../services/uploads/SavedQueue.js"
import { inTurn, makeRequest } from "../parts/makeRequest.js"
import { withTimeLimit } from "../parts/Watchdog.js"
import { withRetry } from "../parts/withRetry.js"
import { writeOrAbort } from "./abortLater.js"
import { advanceStage } from "./advanceStage.js"
import { claimSession } from "./claimSession.js"
import { mayBeFound } from "./ExistingFile.js"
import { findLostCreate, mayHaveCreated, ownAnnouncement } from "./findLostCreate.js"
import { findParent } from "./findParent.js"
import type { UploadRun } from "./UploadRun.js"
import { writeSession } from "./writeSession.js"

/** Digests of so many bytes are written down: nobody wants to wait for them again. */
const worthKeeping = 67_108_864

/**
 * Hashing may take minutes: the upload is written down beside it when it begins, and again with each state that the hasher gives.
 * A file that goes in one PUT is hashed before anything could be written.
 */
const whileSaving = <A, E, R>(
  run: UploadRun,
  hash: (save: (state: HashCheckpoint) => void) => Effect.Effect<A, E, R>
) => {
  const { checkpoint, plan } = run
  const news = Effect.unsafeMakeLatch(true)
  const save = (state: HashCheckpoint) => {
    checkpoint.hash = state
    checkpoint.preHash = state.preHash
    news.unsafeOpen()
  }
  if (plan._tag === "Direct") return hash(save)
  const keeping = news.await.pipe(Effect.zipRight(news.close), Effect.zipRight(writeSession(run)), Effect.forever)
  return Effect.zipRight(run.claim, Effect.raceFirst(hash(save), keeping))
}

const checksumKind = ({ plan }: UploadRun, integrity: Integrity): PartChecksums["kind"] | undefined => {
  if (plan.size === 0) return undefined
  if (integrity === "crc32") return "crc32"
  // Of a part it is made beside the sending.
  return plan._tag === "Direct" && (integrity === "etag" || integrity === "md5") ? "md5" : undefined
}

/** Only a hint to the hasher: where it fails, the parts are read again when they are sent. */
const checksumsOf = Effect.fnUntraced(function*(run: UploadRun) {
  const { plan } = run
  const integrity = yield* Effect.option(run.integrity)
  const kind = Option.isNone(integrity) ? undefined : checksumKind(run, integrity.value)
  if (kind === undefined) return undefined
  const known = { partSize: plan._tag === "Direct" ? plan.size : plan.partSize, kind, sums: new Array<string>() }
  const parts: PartChecksums = {
    size: known.partSize,
    kind,
    done: (checksums) => {
      known.sums = [...checksums]
    }
  }
  return { known, parts }
})

/**
 * The digests of the file, if its space wants any.
 */
export const hashSource = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, engine, entry, provider, source } = run
  const plan = HashPlan.make({ size: source.identity.size, platform: provider.platform })
  if (plan._tag === "None" || checkpoint.digests !== undefined) return checkpoint.digests
  const hasher = yield* Hasher
  engine.registry.apply(entry, "hashing")
  const countHashed = (bytes: number) => {
    entry.meter.hash(bytes)
    engine.registry.touch(entry)
  }
  const checksums = yield* checksumsOf(run)
  // The code of the hasher may have to be loaded, too.
  const attempt = Effect.suspend(() => {
    entry.meter.restartHash()
    const resume = (save: HashResume["save"]) => ({ from: checkpoint.hash, save })
    return whileSaving(run, (save) => hasher.hash(source, plan, countHashed, resume(save), checksums?.parts))
  })
  checkpoint.digests = yield* withRetry(
    run.hooks,
    inTurn(run, { lane: "hash" }, attempt)
  )
  yield* source.verify
  const { digests } = checkpoint
  checkpoint.checksums = digests === undefined || checksums === undefined
    ? undefined
    : { of: digests, ...checksums.known }
  checkpoint.preHash = digests?.preHash
  checkpoint.hash = undefined
  if (checkpoint.saved !== undefined && source.identity.size >= worthKeeping) yield* writeSession(run)
  engine.registry.apply(entry, "hashed")
  return checkpoint.digests
})

/** New content under an old file keeps the old name unless a new one is given. */
const nameOf = ({ engine, entry, provider, source }: UploadRun) => {
  const { fileId, name } = entry.request
  if (fileId === undefined || name !== undefined) return Effect.succeed(source.identity.name)
  const inTime = withTimeLimit(engine.tuning.watchdog.answer, { method: "GET", path: "file" })
  return Effect.map(inTime(provider.files.info(fileId)), (file) => file.name)
}

/**
 * What is asked of the service.
 */
export const intentOf = (run: UploadRun, name: string, parentFileId: string): UploadToCreate => {
  const { entry, plan, source } = run
  const { checkNameMode, fileId } = entry.request
  const { size } = source.identity
  const announcedBefore = ownAnnouncement(run)
  return { name, size, parentFileId, fileId, checkNameMode, contentType: source.contentType, plan, announcedBefore }
}

/** The create call. Where its answer is lost, that is kept as a doubt: the file may be there. */
const callCreate = Effect.fnUntraced(function*(run: UploadRun, intent: UploadToCreate) {
  const { checkpoint, engine, provider } = run
  const { created: first } = checkpoint
  checkpoint.created = undefined
  const since = first?.since ?? (yield* Clock.currentTimeMillis)
  return yield* provider.uploads.prepare(intent, checkpoint.digests, first?.made).pipe(
    withTimeLimit(engine.tuning.watchdog.answer, { method: "POST", path: "create" }),
    Effect.tapError((error) =>
      Effect.sync(() => {
        // What is in the way may be what an earlier page announced, after the folder was looked into.
        if (error._tag === "NameConflict") checkpoint.cameBack = undefined
        if (!mayHaveCreated(error)) return
        checkpoint.doubts.create ??= { since }
        // What was seen in the folder was seen before this call.
        checkpoint.cameBack = undefined
      })
    )
  )
})

/**
 * Takes what the service has answered: the upload has a file.
 */
export const takePrepared = (
  { checkpoint, engine, entry }: UploadRun,
  prepared: PreparedUpload,
  shown: { readonly name: string; readonly parentFileId: string }
): void => {
  if (prepared._tag === "Rapid") advanceStage(checkpoint, "found", { _tag: "Found", result: prepared.result })
  else advanceStage(checkpoint, "announced", { _tag: "Announced", ticket: prepared.ticket })
  const fileId = prepared._tag === "Rapid" ? prepared.result.fileId : prepared.ticket.fileId
  engine.registry.publish(entry, { ...shown, fileId })
}

/** Finds the folder and the name, and makes the create call, unless the file of a call whose answer was lost is found. */
const prepare = Effect.fnUntraced(function*(run: UploadRun) {
  const { checkpoint, engine, entry, provider } = run
  const parentFileId = yield* findParent(engine, provider, entry.request)
  const name = yield* nameOf(run)
  const intent = intentOf(run, name, parentFileId)
  const found = checkpoint.doubts.create === undefined ? undefined : yield* findLostCreate(run, intent)
  const prepared = found ?? (yield* callCreate(run, intent))
  // The upload was found meanwhile, as another client's: what came of this call is not needed.
  if (checkpoint.stage._tag !== "New") return
  checkpoint.doubts.create = undefined
  takePrepared(run, prepared, { name, parentFileId })
})

/** A folder that was there a moment ago may be gone: it is made again, once. */
const prepareInFolder = (run: UploadRun) => {
  const { engine, entry, provider } = run
  const again = Effect.zipRight(findParent(engine, provider, entry.request, "again"), prepare(run))
  return entry.request.path === undefined
    ? prepare(run)
    : Effect.catchTags(prepare(run), { FileNotFound: () => again, ParentNotFound: () => again })
}

/**
 * The saved queue, where it must know of the created file before its bytes are sent: where a second call would make a second file.
 */
export const keeperOf = ({ engine, entry }: UploadRun): SavedQueue | undefined =>
  mayBeFound(entry.request) ? undefined : engine.savedQueue

const isCreated = ({ checkpoint: { stage } }: UploadRun): boolean => stage._tag !== "New"

/**
 * The create call, unless it was made meanwhile.
 */
export const announceOnce = (run: UploadRun) => {
  const { checkpoint, entry } = run
  // The run that asked may be left before it writes, and perhaps there is no other one before the program ends.
  const writeWhenAnnounced = Effect.suspend(() =>
    checkpoint.saved !== undefined && checkpoint.stage._tag === "Announced" ? writeOrAbort(run, "kept") : Effect.void
  )
  const create = Effect.zipRight(prepareInFolder(run), writeWhenAnnounced)
  const createOnce = () =>
    checkpoint.saved === undefined
      ? create
      : Effect.scoped(Effect.zipRight(claimSession(entry, checkpoint), create))
  return Effect.suspend(() => isCreated(run) ? Effect.void : createOnce())
}

/**
 * The create call outlives this run: stopped in the middle of it, the upload still knows its file, and creates no second one. It
 * holds the session, so that no other client creates one meanwhile.
 */
export const createUpload = Effect.fnUntraced(function*(run: UploadRun) {
  const { engine, entry } = run
  if (!isCreated(run)) {
    yield* hashSource(run)
    const call = { method: "POST", path: "create", limit: "own" } as const
    yield* makeRequest(run, "control", call, engine.steps.join(entry.id, announceOnce(run)))
  }
  const keeper = keeperOf(run)
  if (keeper !== undefined) yield* keeper.keep(entry)
})
