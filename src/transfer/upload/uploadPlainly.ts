/**
 * Uploads a small new file by plain calls, all of it in one step of its fiber, where everything that it needs is at hand.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import * as FilePath from "../../domain/FilePath.js"
import * as HashPlan from "../../domain/HashPlan.js"
import type { Space } from "../../domain/Space.js"
import type { UploadResult } from "../../domain/UploadSnapshot.js"
import { stepOf, valueOf } from "../../services/atOnce.js"
import { makeMark } from "../../services/makeMark.js"
import type { SmallRequests } from "../../services/SmallRequests.js"
import { Spaces } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import type { UploadRuns } from "../../services/TransferRuns.js"
import { TransferScheduler } from "../../services/TransferScheduler.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine, UploadPorts } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { UploadSource } from "../../services/UploadSource.js"
import { UploadSources } from "../../services/UploadSource.js"
import { isTraced } from "../../services/withSpanIfTraced.js"
import { checkRequest } from "../checkRequest.js"
import { asTransfer, gatesOf } from "../hosts/HostGates.js"
import { countQueue } from "../parts/TransferMetrics.js"
import { checkpointOf } from "./checkpointOf.js"
import { claimSession } from "./claimSession.js"
import type { PlainSurroundings } from "./PlainUpload.js"
import { PlainUpload } from "./PlainUpload.js"
import { uploadRequester } from "./uploadRequester.js"
import type { UploadRun } from "./UploadRun.js"
import { askIntegrity, openingOf, openNow, planOf, showSource } from "./UploadRun.js"

/** Requests of small files, and whether they read such a source. */
export interface PlainRequests {
  readonly requests: SmallRequests
  readonly reads: (source: UploadSource) => boolean
}

/** Runs the upload in its fiber, or goes on there with a run that was begun. */
type Usually = (begun?: UploadRun) => ReturnType<UploadRuns["run"]>

export type UploadPlainly = (
  requests: PlainRequests,
  ...run: [...Parameters<UploadRuns["run"]>, usually: Usually]
) => ReturnType<UploadRuns["run"]>

/** Nothing of it was done before. */
const isUntouched = (
  { cameBack, created, digests, doubts, hash, identity, saved, stage }: UploadCheckpoint
): boolean =>
  stage._tag === "New" && stage.earlier === undefined && saved === undefined && cameBack === undefined &&
  created === undefined && digests === undefined && hash === undefined && identity === undefined &&
  Object.values(doubts).every((doubt) => doubt === undefined)

/** Of a new file alone, which nobody watches. */
const isPlain = (engine: UploadEngine, { checkpoint, id, request }: UploadEntry): boolean =>
  request.fileId === undefined && request.asset === undefined &&
  (checkpoint === undefined || isUntouched(checkpoint)) &&
  !engine.steps.isUnderway(id) && engine.events.inspection.observer === undefined &&
  Either.isRight(checkRequest("upload", request)) &&
  (request.path === undefined || Either.isRight(FilePath.make(request.path)))

interface Opened {
  readonly space: Space
  readonly source: UploadSource
}

/** The space and the file, where neither takes more than a step. */
const openPlainly = (
  engine: UploadEngine,
  entry: UploadEntry,
  services: Context.Context<UploadPorts>
): Opened | undefined => {
  const { spaceId } = entry
  if (spaceId === undefined || !isPlain(engine, entry)) return undefined
  const resolving = Context.get(services, Spaces).resolve({ spaceId, needs: "storage" })
  const space = valueOf(resolving) ?? stepOf(resolving)?.()
  if (space === undefined) return undefined
  entry.open ??= openNow(openingOf(engine, entry, Context.get(services, UploadSources)))
  const source = entry.open?.source
  if (source?.origin._tag !== "Blob") return undefined
  const { fileSizeLimit } = space
  return fileSizeLimit === undefined || source.identity.size <= fileSizeLimit ? { space, source } : undefined
}

/** A run of what goes in one PUT and is hashed as a whole. */
const runOf = (
  engine: UploadEngine,
  entry: UploadEntry,
  { provider, source, space }: Opened & { readonly provider: StorageProvider }
): UploadRun | undefined => {
  const { platform, uploads } = provider
  const { identity, identity: { size } } = source
  const checkpoint = checkpointOf(entry)
  const plan = Either.getOrUndefined(planOf(checkpoint, entry, provider, size))
  if (uploads.announcement === undefined || plan?._tag !== "Direct" || size === 0) return undefined
  if (HashPlan.make({ size, platform })._tag !== "Whole") return undefined
  checkpoint.identity = identity
  return {
    ...uploadRequester(engine, entry, space.spaceId, engine.events.inspection),
    engine,
    entry,
    checkpoint,
    space,
    provider,
    source,
    plan,
    integrity: askIntegrity(engine, provider, space),
    // Only what goes in parts has a session before it is stored.
    claim: Effect.suspend(() => claimSession(entry, checkpoint)),
    made: {}
  }
}

const begin = (
  run: UploadRun,
  usually: Usually,
  surroundings: Omit<PlainSurroundings, "died" | "done" | "goOn">
): ReturnType<UploadRuns["run"]> =>
  Effect.async((resume) => {
    const { engine, entry } = run
    const count = () => countQueue("up", engine.queue.size, surroundings.labels)
    const end = (effect: ReturnType<UploadRuns["run"]>) => {
      count()
      resume(effect)
    }
    const upload = new PlainUpload(run, {
      ...surroundings,
      died: (cause) => end(Effect.die(cause)),
      done: (result: UploadResult) => end(Effect.succeed(result)),
      goOn: () => end(usually(run))
    })
    count()
    showSource(engine, entry, run.source)
    upload.begin()
    return Effect.suspend(() => {
      count()
      return asTransfer(engine.tuning.retry, upload.stop())
    })
  })

/**
 * Small files by these requests; all others, and what does not go well, by a run.
 */
export const uploadPlainly: UploadPlainly = ({ reads, requests }, engine, entry, stored, usually) =>
  Effect.withFiberRuntime((fiber, { runtimeFlags }) => {
    // What the fiber was given, whose type does not say so.
    const context = fiber.currentContext as Context.Context<UploadPorts>
    const opened = isTraced(fiber) ? undefined : openPlainly(engine, entry, context)
    if (opened === undefined || !reads(opened.source)) return usually()
    const { space } = opened
    const { events: { inspection }, tuning: { retry: policy } } = engine
    const scheduler = Context.get(context, TransferScheduler)
    inspection.scheduler ??= scheduler
    const gates = gatesOf(context)
    const knowing = Effect.flatMap(
      Context.get(context, StorageProviders).forSpace(space),
      (provider) => Effect.map(askIntegrity(engine, provider, space), (integrity) => ({ provider, integrity }))
    )
    // That may take a credential, for which a host in trouble is not asked.
    return Effect.matchEffect(Effect.zipRight(gates.fromNowOn(policy), knowing), {
      onFailure: () => usually(),
      onSuccess: ({ integrity, provider }) => {
        if (integrity === "auto") return usually()
        const run = runOf(engine, entry, { ...opened, provider })
        if (run === undefined) return usually()
        return Effect.flatMap(makeMark, (mark) =>
          begin(run, usually, {
            clock: Context.get(fiber.currentDefaultServices, Clock.Clock),
            runtime: Runtime.make<never>({ context, runtimeFlags, fiberRefs: fiber.getFiberRefs() }),
            errand: { gates, policy },
            queue: scheduler.queue,
            labels: fiber.getFiberRef(FiberRef.currentMetricLabels),
            requests,
            integrity,
            mark,
            stored
          }))
      }
    })
  })
