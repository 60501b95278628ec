/**
 * The first steps of a run: its space, its file, and whether the one may hold the other. Nothing is sent yet.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { FileTooLarge } from "../../domain/errors/FileErrors.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import * as FilePath from "../../domain/FilePath.js"
import type { SpaceId } from "../../domain/Ids.js"
import type { Integrity } from "../../domain/Integrity.js"
import type { Space } from "../../domain/Space.js"
import type { UploadPlan } from "../../domain/UploadPlan.js"
import * as Plan from "../../domain/UploadPlan.js"
import { stepOf } from "../../services/atOnce.js"
import type { PutAgain } from "../../services/PartSender.js"
import type { StoreError } from "../../services/PartStore.js"
import { Spaces } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { ConfirmFailure, UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { SourceIdentity, UploadSource } from "../../services/UploadSource.js"
import { UploadSources } from "../../services/UploadSource.js"
import { checkRequest } from "../checkRequest.js"
import type { Requester } from "../parts/makeRequest.js"
import { makeRequest } from "../parts/makeRequest.js"
import { withRetry } from "../parts/withRetry.js"
import { checkpointOf } from "./checkpointOf.js"
import { claimSession, reloadSession } from "./claimSession.js"
import { compareContent } from "./compareContent.js"
import { multipartOf } from "./stageFacts.js"
import { uploadRequester } from "./uploadRequester.js"
import { rewriteSession } from "./writeSession.js"

/**
 * One run of one upload.
 */
export interface UploadRun extends Requester {
  readonly engine: UploadEngine
  readonly entry: UploadEntry
  readonly checkpoint: UploadCheckpoint
  readonly space: Space
  readonly provider: StorageProvider
  readonly source: UploadSource
  readonly plan: UploadPlan
  /** How the bytes are to be proven. */
  readonly integrity: Effect.Effect<Integrity, StoreError>
  /** What came of requests that were made already: their first try is told that. */
  readonly made: {
    put?: PutAgain | undefined
    /** Of a confirmation that was refused, or had no answer. */
    confirmed?: Exit.Exit<void, ConfirmFailure> | undefined
  }
  /** Takes the session for the time of the run, when there is going to be one; once is enough. */
  readonly claim: ReturnType<typeof claimSession>
}

const dateOf = (time: number): string => new Date(time).toISOString()

const changeOf = (known: SourceIdentity | undefined, now: SourceIdentity): SourceChanged | undefined => {
  if (known === undefined) return undefined
  const { modifiedAt: before, name, size } = known
  const { modifiedAt: after } = now
  if (size !== now.size) {
    return new SourceChanged({ name, what: "size", expected: String(size), actual: String(now.size) })
  }
  return before === undefined || after === undefined || before === after
    ? undefined
    : new SourceChanged({ name, what: "modified", expected: dateOf(before), actual: dateOf(after) })
}

/** A stream is kept first, which may take long: what has come of it is shown. */
const showSpooled = (engine: UploadEngine, entry: UploadEntry) => (bytes: number): void => {
  entry.spooled = (entry.spooled ?? 0) + bytes
  engine.registry.touch(entry)
}

const openInScope = Effect.fnUntraced(
  function*(entry: UploadEntry, opening: ReturnType<UploadSources.Service["open"]>) {
    const scope = yield* Scope.make()
    const source = yield* Effect.onExit(Scope.extend(opening, scope), (exit) => {
      entry.spooled = undefined
      return Exit.isSuccess(exit) ? Effect.void : Scope.close(scope, exit)
    })
    return { source, scope }
  }
)

/**
 * Opens the file, which may take a step or long.
 */
export const openingOf = (engine: UploadEngine, entry: UploadEntry, sources: UploadSources.Service) =>
  sources.open(entry.request.source, { name: entry.request.name, onSpooled: showSpooled(engine, entry) })

/**
 * The file, where it is open after one step: what is in memory or in a page holds nothing open.
 */
export const openNow = (opening: ReturnType<typeof openingOf>): UploadEntry["open"] => {
  const now = stepOf(opening)
  return now && { source: now() }
}

const openSource = Effect.fnUntraced(function*(
  engine: UploadEngine,
  entry: UploadEntry,
  checkpoint: UploadCheckpoint,
  sources: UploadSources.Service
) {
  if (entry.open !== undefined) return entry.open.source
  const opening = openingOf(engine, entry, sources)
  entry.open = openNow(opening) ?? (yield* openInScope(entry, opening))
  // It was closed meanwhile. What tells no time is in memory, or was compared when it was picked.
  if (checkpoint.identity?.modifiedAt !== undefined) checkpoint.doubts.source ??= "uncompared"
  return entry.open.source
})

/**
 * Shows the file's name and size, once it is known to be the right file: counts are never above the size that is shown.
 */
export const showSource = (
  engine: UploadEngine,
  entry: UploadEntry,
  { identity: { name, size } }: UploadSource
): void => {
  entry.meter.size = size
  engine.registry.publish(entry, { name, size })
}

const checkLimit = (space: Space, source: UploadSource): Effect.Effect<void, FileTooLarge> => {
  const { name, size } = source.identity
  const limit = space.fileSizeLimit
  return limit !== undefined && size > limit ? new FileTooLarge({ name, size, limit }) : Effect.void
}

/**
 * In one PUT or in parts. The part size of a begun upload stays, whatever the request says now.
 */
export const planOf = (checkpoint: UploadCheckpoint, entry: UploadEntry, provider: StorageProvider, size: number) =>
  Plan.make({
    size,
    chunkSize: multipartOf(checkpoint.stage)?.partSize ?? entry.request.chunkSize,
    rules: provider.uploads.rules
  })

/** The space, mostly known by now: then it takes no turn of a request. */
const findSpace = (requester: Requester, spaces: Spaces.Service, spaceId: SpaceId) => {
  const resolving = spaces.resolve({ spaceId, needs: "storage" })
  const now = stepOf(resolving)
  return now === undefined ? makeRequest(requester, "control", undefined, resolving) : Effect.succeed(now())
}

/**
 * How the bytes are to be proven: as the user wants it, or as the storage can, for which its credential may be needed.
 */
export const askIntegrity = (engine: UploadEngine, provider: StorageProvider, space: Space): UploadRun["integrity"] => {
  const wanted = engine.tuning.integrity(space)
  return wanted === "auto" ? provider.uploads.integrity : Effect.succeed(wanted)
}

/** Asks until there is an answer, which then stands. */
const onceKnown = <A, E, R>(asking: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let known: Exit.Exit<A> | undefined
  return Effect.suspend(() =>
    known ?? Effect.map(asking, (answer) => {
      known = Exit.succeed(answer)
      return answer
    })
  )
}

export const openUploadRun = Effect.fnUntraced(function*(engine: UploadEngine, entry: UploadEntry) {
  const { spaceId } = entry
  if (spaceId === undefined) {
    return yield* new InvalidInput({ field: "spaceId", message: "spaceId required" })
  }
  yield* checkRequest("upload", entry.request)
  // Its names are asked for one by one, some of them after the file was read.
  if (entry.request.path !== undefined) yield* FilePath.make(entry.request.path)
  const services = yield* Effect.context<Spaces | StorageProviders | TransferScheduler | UploadSources>()
  const checkpoint = checkpointOf(entry)
  const { inspection } = engine.events
  inspection.scheduler ??= Context.get(services, TransferScheduler)
  const requester = uploadRequester(engine, entry, spaceId, inspection)
  const claimOnce = yield* Effect.once(claimSession(entry, checkpoint))
  if (checkpoint.saved !== undefined) {
    yield* claimOnce
    yield* reloadSession(engine, entry)
  }
  const source = yield* openSource(engine, entry, checkpoint, Context.get(services, UploadSources))
  // The very file that an earlier run, perhaps of another process, has read.
  const change = changeOf(checkpoint.identity, source.identity)
  if (change !== undefined) return yield* change
  if (checkpoint.doubts.source === "uncompared") {
    // A file that is still being announced for an earlier run has been read for that: what comes of it is compared too.
    if (engine.steps.isUnderway(entry.id)) yield* Effect.exit(engine.steps.join(entry.id, Effect.void))
    yield* compareContent(requester, checkpoint, source)
  }
  checkpoint.identity ??= source.identity
  showSource(engine, entry, source)
  const space = yield* findSpace(requester, Context.get(services, Spaces), spaceId)
  yield* checkLimit(space, source)
  // Its code may have to be loaded.
  const provider = yield* withRetry(requester.hooks, Context.get(services, StorageProviders).forSpace(space))
  const plan = yield* planOf(checkpoint, entry, provider, source.identity.size)
  const integrity = onceKnown(Effect.suspend(() => askIntegrity(engine, provider, space)))
  const run: UploadRun = {
    ...requester,
    engine,
    entry,
    checkpoint,
    space,
    provider,
    source,
    plan,
    claim: claimOnce,
    integrity,
    made: {}
  }
  entry.rewrite = engine.provided(rewriteSession(run))
  return run
})
