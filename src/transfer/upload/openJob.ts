/**
 * The first steps of a run: its space, its file, and whether the one may hold the other. Nothing is sent yet.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { FileTooLarge } from "../../domain/errors/FileErrors.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { Space } from "../../domain/Space.js"
import type { UploadPlan } from "../../domain/UploadPlan.js"
import * as Plan from "../../domain/UploadPlan.js"
import { Spaces } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import type { Checkpoint } from "../../services/uploads/Checkpoint.js"
import { multipartOf } from "../../services/uploads/Checkpoint.js"
import type { Core } from "../../services/uploads/Core.js"
import type { Entry } from "../../services/uploads/Entry.js"
import { checkpointOf } from "../../services/uploads/Entry.js"
import type { SourceIdentity, UploadSource } from "../../services/UploadSource.js"
import { UploadSources } from "../../services/UploadSource.js"
import { checkRequest } from "../checkRequest.js"
import type { Asker } from "../parts/ask.js"
import { ask } from "../parts/ask.js"
import { retrying } from "../parts/retrying.js"
import { adopt } from "./adopt.js"
import { claim } from "./claim.js"
import { rewrite } from "./keep.js"
import { askerOf } from "./retryOwner.js"
import { sameContent } from "./sameContent.js"

/**
 * One run of one upload.
 */
export interface Job extends Asker {
  readonly core: Core
  readonly entry: Entry
  readonly checkpoint: Checkpoint
  readonly space: Space
  readonly provider: StorageProvider
  readonly source: UploadSource
  readonly plan: UploadPlan
  /** Takes the session for the time of the run, when there is going to be one; once is enough. */
  readonly claim: ReturnType<typeof claim>
}

const changed = (known: SourceIdentity, now: SourceIdentity): SourceChanged | undefined => {
  const { name } = known
  if (known.size !== now.size) {
    return new SourceChanged({ name, what: "size", expected: String(known.size), actual: String(now.size) })
  }
  if (known.modifiedAt === undefined || now.modifiedAt === undefined || known.modifiedAt === now.modifiedAt) {
    return undefined
  }
  const [expected, actual] = [known.modifiedAt, now.modifiedAt].map((time) => new Date(time).toISOString())
  return new SourceChanged({ name, what: "modified", ...(expected && actual ? { expected, actual } : {}) })
}

/** A stream is kept first, which may take long: what has come of it is shown. */
const spooling = (core: Core, entry: Entry) => (bytes: number): void => {
  entry.spooled = (entry.spooled ?? 0) + bytes
  core.registry.touch(entry)
}

const openSource = Effect.fnUntraced(function*(core: Core, entry: Entry) {
  if (entry.open !== undefined) return entry.open.source
  const sources = yield* UploadSources
  const scope = yield* Scope.make()
  const { name, source: input } = entry.request
  const opened = sources.open(input, { name, onSpooled: spooling(core, entry) }).pipe(Scope.extend(scope))
  const source = yield* Effect.onError(opened, (cause) => Scope.close(scope, Exit.failCause(cause))).pipe(
    Effect.ensuring(Effect.sync(() => {
      entry.spooled = undefined
    }))
  )
  entry.open = { source, scope }
  return source
})

/** Only of the right file: counts are never above the size that is shown. */
const shown = (core: Core, entry: Entry, { identity: { name, size } }: UploadSource) =>
  Effect.sync(() => {
    entry.meter.size = size
    core.registry.publish(entry, { name, size })
  })

/** The very file that an earlier run, perhaps of another process, has read. */
const identified = Effect.fnUntraced(function*(asker: Asker, checkpoint: Checkpoint, source: UploadSource) {
  const known = checkpoint.identity
  if (known !== undefined) {
    const change = changed(known, source.identity)
    if (change !== undefined) return yield* change
  }
  yield* sameContent(asker, checkpoint, source)
  checkpoint.identity = known ?? source.identity
})

const within = (space: Space, source: UploadSource): Effect.Effect<void, FileTooLarge> => {
  const { name, size } = source.identity
  const limit = space.fileSizeLimit
  return limit !== undefined && size > limit ? new FileTooLarge({ name, size, limit }) : Effect.void
}

/** The part size of a begun upload is never another one, whatever the request says now. */
const planOf = (checkpoint: Checkpoint, entry: Entry, provider: StorageProvider, size: number) =>
  Plan.make({
    size,
    chunkSize: multipartOf(checkpoint.stage)?.partSize ?? entry.request.chunkSize,
    rules: provider.uploads.rules
  })

export const openJob = Effect.fnUntraced(function*(core: Core, entry: Entry) {
  const { spaceId } = entry
  if (spaceId === undefined) {
    return yield* new InvalidInput({ field: "spaceId", message: "spaceId required" })
  }
  yield* checkRequest(entry.request)
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const checkpoint = checkpointOf(entry)
  const asker = askerOf(core, entry, spaceId)
  const claimOnce = yield* Effect.once(claim(entry, checkpoint))
  if (checkpoint.saved !== undefined) yield* claimOnce
  yield* adopt(core, entry)
  const source = yield* openSource(core, entry)
  yield* identified(asker, checkpoint, source)
  yield* shown(core, entry, source)
  const space = yield* ask(asker, "control", undefined, spaces.resolve({ spaceId, needs: "storage" }))
  yield* within(space, source)
  // Its code may have to be loaded.
  const provider = yield* retrying(asker.owner, providers.forSpace(space))
  const plan = yield* planOf(checkpoint, entry, provider, source.identity.size)
  const job: Job = { ...asker, core, entry, checkpoint, space, provider, source, plan, claim: claimOnce }
  entry.rewrite = core.provided(rewrite(job))
  return job
})
