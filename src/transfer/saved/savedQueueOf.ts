/**
 * Saves queued uploads: what has changed is looked for in the whole list, and written many at a time.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { UploadId } from "../../domain/Ids.js"
import * as Phase from "../../domain/UploadPhase.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { UploadRequest } from "../../services/Uploads.js"
import type { SavedQueue } from "../../services/uploads/SavedQueue.js"
import { keptHandles } from "../../services/uploads/SavedQueue.js"
import { nextRevision } from "../../services/uploads/SavedUploads.js"
import { ticketOf } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { SavedUpload, SessionChange } from "../../services/UploadSessions.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { FileHandle, SourceInput } from "../../services/UploadSource.js"
import { isFileHandle, isPath } from "../../services/UploadSource.js"
import { savedRequest } from "./restoreCheckpoint.js"

/** So many in one transaction: a page does nothing else while they are copied. */
const batchSize = 128

/** What was written of an upload. */
interface Row {
  readonly revision: number
  readonly request: UploadRequest
  readonly ticket: UploadTicket | undefined
}

/** `kept`: it stays in the store, for this program. `nobody's`: for whoever comes next. */
interface Change {
  readonly entry: UploadEntry
  readonly row: Row | undefined
  readonly becomes: "kept" | "nobody's" | "removed"
}

const ticketIn = ({ checkpoint }: UploadEntry) => checkpoint && ticketOf(checkpoint.stage)

/** An asset has still to hear of a file that was there already. */
const isDone = ({ checkpoint, phase, request }: UploadEntry): boolean =>
  (Phase.hasEnded(phase) && phase._tag !== "Failed") ||
  (checkpoint?.stage._tag === "Found" && request.asset === undefined)

const becomes = (engine: UploadEngine, entry: UploadEntry, row: Row | undefined): Change["becomes"] | undefined => {
  if (engine.registry.get(entry.id) !== entry) {
    if (row === undefined) return undefined
    return Phase.hasEnded(entry.phase) ? "removed" : "nobody's"
  }
  if (isDone(entry)) return row && "removed"
  if (row === undefined) return Phase.hasEnded(entry.phase) || entry.spaceId === undefined ? undefined : "kept"
  return row.request === entry.request && row.ticket === ticketIn(entry) ? undefined : "kept"
}

/** By the file: those that the browser has to be asked for, which costs it a moment for each. */
const findHandles = (
  changes: ReadonlyArray<Change>
): Effect.Effect<ReadonlyMap<SourceInput, FileHandle | undefined>> => {
  const asked = changes.flatMap(({ becomes, entry: { request: { source } } }) => {
    const find = becomes === "removed" || typeof source !== "object" ? undefined : keptHandles.get(source)
    return find === undefined ? [] : [{ find, source }]
  })
  const ask = ({ find, source }: (typeof asked)[number]) =>
    Effect.map(
      Effect.orElseSucceed(Effect.tryPromise(find), () => undefined),
      (handle) => [source, handle] as const
    )
  return Effect.map(Effect.forEach(asked, ask, { concurrency: 8 }), (found) => new Map(found))
}

const modifiedAt = (source: SourceInput): number | undefined =>
  source instanceof Blob && "lastModified" in source && typeof source.lastModified === "number"
    ? source.lastModified
    : undefined

/** How a saved upload is written: `owner` is who drives it, `handle` what opens its file again. */
interface Writing {
  readonly owner: string
  readonly revision: number
  readonly now: number
  readonly handle: FileHandle | undefined
}

/** The upload as it is now; nothing as long as nobody knows its space. */
const savedUploadOf = (entry: UploadEntry, { handle, now, owner, revision }: Writing): SavedUpload | undefined => {
  const { checkpoint, id, request: { source }, snapshot: { name, size }, spaceId, wsid } = entry
  if (spaceId === undefined) return undefined
  const known = checkpoint?.identity
  return {
    id,
    wsid,
    spaceId,
    identity: known ?? { name, size: size ?? 0, modifiedAt: modifiedAt(source) },
    request: savedRequest(entry.request),
    preHash: checkpoint?.preHash,
    digests: checkpoint?.digests,
    ticket: ticketIn(entry),
    savedAt: now,
    revision,
    aborting: false,
    path: isPath(source) ? source.path : undefined,
    handle: isFileHandle(source) ? source : handle,
    queued: { owner, sized: known !== undefined || size !== undefined }
  }
}

const writeAll = (sessions: UploadSessions.Service, changes: ReadonlyArray<SessionChange>) =>
  sessions.writeAll?.(changes) ??
    Effect.forEach(
      changes,
      ({ follows, id, upload }) => upload === undefined ? sessions.forget(id, follows) : sessions.save(upload, follows)
    )

const makeSavedQueue = (engine: UploadEngine): SavedQueue => {
  const owner: string = engine.starting.id()
  const rows = new Map<UploadEntry, Row>()
  /** Somebody else has written these since. */
  const lost = new WeakSet<UploadEntry>()
  const inTurn = Effect.unsafeMakeSemaphore(1).withPermits(1)
  let held: Scope.CloseableScope | undefined

  const claim = Effect.gen(function*() {
    if (held !== undefined) return
    const sessions = yield* UploadSessions
    const scope = yield* Scope.fork(engine.scope, ExecutionStrategy.sequential)
    if (yield* Scope.extend(sessions.claim(UploadId.make(owner)), scope)) held = scope
    else yield* Scope.close(scope, Exit.void)
  })

  /** Nobody has anything to take over then. */
  const releaseIfEmpty = Effect.suspend(() => {
    if (held === undefined || rows.size > 0) return Effect.void
    const scope = held
    held = undefined
    return Scope.close(scope, Exit.void)
  })

  const changeOf = (entry: UploadEntry): Change | undefined => {
    const row = rows.get(entry)
    if (entry.checkpoint?.saved !== undefined) {
      // Its run has written a session of its own, which this one has made room for.
      rows.delete(entry)
      return undefined
    }
    const next = lost.has(entry) ? undefined : becomes(engine, entry, row)
    return next && { entry, row, becomes: next }
  }

  /** As many as one write takes; who asks again gets the next ones. */
  const takeChanges = (entries: Iterator<UploadEntry, unknown>): ReadonlyArray<Change> => {
    const changes: Array<Change> = []
    while (changes.length < batchSize) {
      const next = entries.next()
      if (next.done === true) break
      const change = changeOf(next.value)
      if (change !== undefined) changes.push(change)
    }
    return changes
  }

  /** As it is when it is written: what becomes of the upload meanwhile is a change of its own. */
  const note = ({ becomes, entry }: Change, revision: number): void => {
    if (becomes === "kept") rows.set(entry, { revision, request: entry.request, ticket: ticketIn(entry) })
    else rows.delete(entry)
  }

  const write = Effect.fnUntraced(function*(changes: ReadonlyArray<Change>) {
    if (changes.length === 0) return
    const sessions = yield* UploadSessions
    yield* claim
    const handles = yield* findHandles(changes)
    const now = yield* Clock.currentTimeMillis
    const written = yield* writeAll(
      sessions,
      changes.map((change): SessionChange => {
        const { becomes, entry, row } = change
        const revision = nextRevision(row?.revision, now)
        note(change, revision)
        const writing = {
          owner: becomes === "kept" ? owner : "",
          revision,
          now,
          handle: handles.get(entry.request.source)
        }
        const upload = becomes === "removed" ? undefined : savedUploadOf(entry, writing)
        return { id: entry.id, upload, follows: row?.revision ?? 0 }
      })
    )
    const resumable = yield* sessions.healthy
    changes.forEach(({ becomes, entry }, index) => {
      if (written[index] !== true) {
        rows.delete(entry)
        lost.add(entry)
      } else if (becomes === "kept" && resumable !== entry.snapshot.resumable) {
        engine.registry.publish(entry, { resumable })
      }
    })
    // A write that continues behind whoever asked for it would come after that of the next one.
  }, Effect.uninterruptible)

  const writeSome = (entries: Iterator<UploadEntry, unknown>) =>
    inTurn(Effect.suspend(() => {
      const changes = takeChanges(entries)
      return Effect.as(Effect.zipRight(write(changes), releaseIfEmpty), changes.length)
    }))

  const writeMany = (entries: Iterator<UploadEntry, unknown>) =>
    Effect.asVoid(Effect.repeat(writeSome(entries), { while: (count) => count === batchSize }))

  /** Those on the list, and those that have gone from it. */
  const everyone = () => {
    const { registry } = engine
    const gone = [...rows.keys()].filter((entry) => registry.get(entry.id) !== entry)
    return [...gone, ...registry.all()].values()
  }

  return {
    owner,
    revisionOf: (entry) => rows.get(entry)?.revision,
    write: Effect.suspend(() => writeMany(everyone())),
    keep: (entry) => rows.has(entry) ? Effect.suspend(() => writeMany(engine.running.values())) : Effect.void,
    adopt: (found) =>
      inTurn(Effect.gen(function*() {
        yield* claim
        const now = yield* Clock.currentTimeMillis
        const changes = found.map(({ entry, upload }) => {
          const revision = nextRevision(revisionOf(upload), now)
          const queued = { owner, sized: upload.queued?.sized === true }
          rows.set(entry, { revision, request: entry.request, ticket: ticketIn(entry) })
          return { id: entry.id, upload: { ...upload, revision, queued }, follows: revisionOf(upload) }
        })
        const written = yield* writeAll(yield* UploadSessions, changes)
        found.forEach(({ entry }, index) => written[index] === true || rows.delete(entry))
        return written
      }))
  }
}

/**
 * Made when it is first needed.
 */
export const savedQueueOf = (engine: UploadEngine): SavedQueue => engine.savedQueue ??= makeSavedQueue(engine)
