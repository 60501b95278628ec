/**
 * Hashes the file and creates it in the service: afterwards there is a ticket, or the service had the bytes already.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HashPlan from "../../domain/HashPlan.js"
import type { HashCheckpoint } from "../../services/Hasher.js"
import { Hasher } from "../../services/Hasher.js"
import type { UploadIntent } from "../../services/StorageProvider.js"
import { ask, inTurn } from "../parts/ask.js"
import { retrying } from "../parts/retrying.js"
import { answered } from "../parts/watchdog.js"
import { advance } from "./advance.js"
import { claim } from "./claim.js"
import { keep } from "./keep.js"
import { keepLate } from "./keepLate.js"
import { findAnnounced, mayHaveCreated, ownAnnouncement } from "./lostCreate.js"
import type { Job } from "./openJob.js"
import { findParent, forgetParent } from "./parentFolder.js"

/** Digests of so many bytes are written down: nobody wants to wait for them again. */
const worthKeeping = 67_108_864

/**
 * Hashing may take minutes: the upload is written down beside it when it begins, and again with each state that the hasher gives.
 * A file that goes in one PUT is hashed before anything could be written.
 */
const whileKeeping = <A, E, R>(
  job: Job,
  hash: (save: (state: HashCheckpoint) => void) => Effect.Effect<A, E, R>
) => {
  const { checkpoint, plan } = job
  const news = Effect.unsafeMakeLatch(true)
  const save = (state: HashCheckpoint) => {
    checkpoint.hash = state
    checkpoint.preHash = state.preHash
    news.unsafeOpen()
  }
  if (plan._tag === "Direct") return hash(save)
  const keeping = news.await.pipe(Effect.zipRight(news.close), Effect.zipRight(keep(job)), Effect.forever)
  return Effect.zipRight(job.claim, Effect.raceFirst(hash(save), keeping))
}

const digestsOf = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry, provider, source } = job
  const plan = HashPlan.make({ size: source.identity.size, platform: provider.platform })
  if (plan._tag === "None" || checkpoint.digests !== undefined) return checkpoint.digests
  const hasher = yield* Hasher
  core.registry.apply(entry, "hashing")
  const hashed = (bytes: number) => {
    entry.meter.hash(bytes)
    core.registry.touch(entry)
  }
  // The code of the hasher may have to be loaded, too.
  const attempt = Effect.suspend(() => {
    entry.meter.restartHash()
    return whileKeeping(job, (save) => hasher.hash(source, plan, hashed, { from: checkpoint.hash, save }))
  })
  checkpoint.digests = yield* retrying(
    job.owner,
    inTurn(job, { lane: "hash" }, attempt)
  )
  yield* source.verify
  checkpoint.preHash = checkpoint.digests?.preHash
  checkpoint.hash = undefined
  if (checkpoint.saved !== undefined && source.identity.size >= worthKeeping) yield* keep(job)
  core.registry.apply(entry, "hashed")
  return checkpoint.digests
})

/** New content under an old file keeps the old name unless a new one is given. */
const nameOf = Effect.fnUntraced(function*({ core, entry, provider, source }: Job) {
  const { fileId, name } = entry.request
  if (fileId === undefined || name !== undefined) return source.identity.name
  const inTime = answered(core.tuning.watchdog.answer, { method: "GET", path: "file" })
  const file = yield* inTime(provider.files.info(fileId))
  return file.name
})

const intentOf = (job: Job, name: string, parentFileId: string): UploadIntent => {
  const { entry, plan, source } = job
  const { checkNameMode, fileId } = entry.request
  const { size } = source.identity
  const announcedBefore = ownAnnouncement(job)
  return { name, size, parentFileId, fileId, checkNameMode, contentType: source.contentType, plan, announcedBefore }
}

/** Tells the doubt of a call whose answer is lost, and of a program that ends before it comes. */
const callCreate = Effect.fnUntraced(function*({ checkpoint, core, provider }: Job, intent: UploadIntent) {
  const since = yield* Clock.currentTimeMillis
  return yield* provider.uploads.prepare(intent, checkpoint.digests).pipe(
    answered(core.tuning.watchdog.answer, { method: "POST", path: "create" }),
    Effect.tapError((error) =>
      Effect.sync(() => {
        if (mayHaveCreated(error)) checkpoint.doubts.create ??= { since }
      })
    )
  )
})

/** Nothing else ends a call of the product API: one that hangs would keep the session from all other clients for as long. */
const prepare = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry, provider } = job
  const parentFileId = yield* findParent(core, provider, entry.request)
  const name = yield* nameOf(job)
  const intent = intentOf(job, name, parentFileId)
  const prepared = (yield* findAnnounced(job, intent)) ?? (yield* callCreate(job, intent))
  // The upload was found meanwhile, as another client's: what came of this call is not needed.
  if (checkpoint.stage._tag !== "New") return
  checkpoint.doubts.create = undefined
  if (prepared._tag === "Rapid") advance(checkpoint, "found", { _tag: "Found", result: prepared.result })
  else advance(checkpoint, "announced", { _tag: "Announced", ticket: prepared.ticket })
  const fileId = prepared._tag === "Rapid" ? prepared.result.fileId : prepared.ticket.fileId
  core.registry.publish(entry, { name, parentFileId, fileId })
})

/** A folder that was there a moment ago may be gone: it is made again, once. */
const prepareInFolder = (job: Job) => {
  const { core, entry, provider } = job
  const again = Effect.suspend(() => {
    forgetParent(core, provider, entry.request)
    return prepare(job)
  })
  return entry.request.path === undefined
    ? prepare(job)
    : Effect.catchTags(prepare(job), { FileNotFound: () => again, ParentNotFound: () => again })
}

/**
 * The create call outlives this run: stopped in the middle of it, the upload still knows its file, and creates no second one. It
 * holds the session, so that no other client creates one meanwhile.
 */
export const create = Effect.fnUntraced(function*(job: Job) {
  const { checkpoint, core, entry } = job
  const created = () => checkpoint.stage._tag !== "New"
  if (created()) return
  yield* digestsOf(job)
  // The run that asked may be left before it writes, and perhaps there is no other one before the program ends.
  const writtenDown = Effect.suspend(() =>
    checkpoint.saved !== undefined && checkpoint.stage._tag === "Announced" ? keepLate(job, "kept") : Effect.void
  )
  const held = Effect.suspend(() => checkpoint.saved !== undefined ? claim(entry, checkpoint) : Effect.void)
  const called = Effect.scoped(Effect.zipRight(held, Effect.zipRight(prepareInFolder(job), writtenDown)))
  const once = Effect.suspend(() => created() ? Effect.void : called)
  yield* ask(job, "control", undefined, core.steps.join(entry.id, core.provided(once)))
})
