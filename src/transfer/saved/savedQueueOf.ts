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
import type { UploadEngine } from "../../services/uploads/UploadEngine.js"
import type { UploadEntry } from "../../services/uploads/UploadEntry.js"
import type { SavedUpload, SessionChange } from "../../services/UploadSessions.js"
import { revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { FileHandle, SourceInput } from "../../services/UploadSource.js"
import { isFileHandle, isPath } from "../../services/UploadSource.js"
import { ticketOf } from "../upload/stageFacts.js"
import { savedRequest } from "./restoreCheckpoint.js"

/** So many in one transaction: a page does nothing else while they are copied. */
const batchSize = 128

/**
 * To ask the browser for the handle of a dropped file, and to keep it, takes more than all the rest that is done for a small one. So it is
 * kept of a file that is still there after this time, in milliseconds; one that is killed before comes back and has to be picked again.
 */
const handlePatience = 3000

/** What was written of an upload, and when first. */
interface Row {
  readonly revision: number
  readonly request: UploadRequest
  readonly ticket: UploadTicket | undefined
  readonly since: number
  /** Its handle is still to be asked for. */
  readonly owesHandle: boolean
  readonly handle: FileHandle | undefined
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

const keptHandleOf = ({ request: { source } }: UploadEntry) =>
  typeof source === "object" ? keptHandles.get(source) : undefined

/** What is known of the handle of its file, which may be another file by now. */
const handleKnown = (entry: UploadEntry, row: Row | undefined): Pick<Row, "handle" | "owesHandle"> =>
  row !== undefined && row.request.source === entry.request.source
    ? row
    : { owesHandle: keptHandleOf(entry) !== undefined, handle: undefined }

/**
 * Where nothing runs any more, as at the end of a program, nothing is waited for. One that has failed waits for somebody to look at it,
 * perhaps after a reload.
 */
const isPatient = ({ running }: UploadEngine, { phase }: UploadEntry, row: Row | undefined, now: number): boolean =>
  running.size > 0 && !Phase.hasEnded(phase) && (row === undefined || now - row.since < handlePatience)

const becomes = (
  engine: UploadEngine,
  entry: UploadEntry,
  row: Row | undefined,
  now: number
): Change["becomes"] | undefined => {
  if (engine.registry.get(entry.id) !== entry) {
    if (row === undefined) return undefined
    return Phase.hasEnded(entry.phase) ? "removed" : "nobody's"
  }
  if (isDone(entry)) return row && "removed"
  if (row === undefined) return Phase.hasEnded(entry.phase) || entry.spaceId === undefined ? undefined : "kept"
  if (row.request !== entry.request || row.ticket !== ticketIn(entry)) return "kept"
  return row.owesHandle && !isPatient(engine, entry, row, now) ? "kept" : undefined
}

/** By the upload: those that the browser has to be asked for now, which costs it a moment for each. */
const findHandles = (
  engine: UploadEngine,
  changes: ReadonlyArray<Change>,
  now: number
): Effect.Effect<ReadonlyMap<UploadEntry, FileHandle | undefined>> => {
  const asked = changes.flatMap(({ becomes, entry, row }) => {
    const find = handleKnown(entry, row).owesHandle ? keptHandleOf(entry) : undefined
    const isWanted = becomes === "nobody's" || (becomes === "kept" && !isPatient(engine, entry, row, now))
    return find === undefined || !isWanted ? [] : [{ entry, find }]
  })
  const ask = ({ entry, find }: (typeof asked)[number]) =>
    Effect.map(
      Effect.orElseSucceed(Effect.tryPromise(find), () => undefined),
      (handle) => [entry, handle] as const
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
  /** Somebody looks again when handles may be due. */
  let looksAgain = false
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

  const changeOf = (entry: UploadEntry, now: number): Change | undefined => {
    const row = rows.get(entry)
    if (entry.checkpoint?.saved !== undefined) {
      // Its run has written a session of its own, which this one has made room for.
      rows.delete(entry)
      return undefined
    }
    const next = lost.has(entry) ? undefined : becomes(engine, entry, row, now)
    return next && { entry, row, becomes: next }
  }

  /** As many as one write takes; who asks again gets the next ones. */
  const takeChanges = (entries: Iterator<UploadEntry, unknown>, now: number): ReadonlyArray<Change> => {
    const changes: Array<Change> = []
    while (changes.length < batchSize) {
      const next = entries.next()
      if (next.done === true) break
      const change = changeOf(next.value, now)
      if (change !== undefined) changes.push(change)
    }
    return changes
  }

  /** As it is when it is written: what becomes of the upload meanwhile is a change of its own. */
  const note = ({ becomes, entry, row }: Change, { handle, now, revision }: Writing, asked: boolean): void => {
    if (becomes !== "kept") return void rows.delete(entry)
    const owesHandle = !asked && handleKnown(entry, row).owesHandle
    const since = row?.since ?? now
    rows.set(entry, { revision, request: entry.request, ticket: ticketIn(entry), since, owesHandle, handle })
  }

  const write = Effect.fnUntraced(function*(changes: ReadonlyArray<Change>) {
    if (changes.length === 0) return
    const sessions = yield* UploadSessions
    yield* claim
    const now = yield* Clock.currentTimeMillis
    const handles = yield* findHandles(engine, changes, now)
    const written = yield* writeAll(
      sessions,
      changes.map((change): SessionChange => {
        const { becomes, entry, row } = change
        const revision = nextRevision(row?.revision, now)
        const handle = handles.get(entry) ?? handleKnown(entry, row).handle
        const writing = { owner: becomes === "kept" ? owner : "", revision, now, handle }
        note(change, writing, handles.has(entry))
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
    inTurn(Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const changes = takeChanges(entries, now)
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

  /** Nobody else may come back to those that owe a handle, where nothing else changes. */
  const lookAgain: Effect.Effect<void, never, UploadSessions> = Effect.suspend(() => {
    if (looksAgain || ![...rows.values()].some(({ owesHandle }) => owesHandle)) return Effect.void
    looksAgain = true
    const look = Effect.suspend(() => {
      looksAgain = false
      return writeEverything
    })
    return Effect.asVoid(Effect.forkIn(Effect.interruptible(Effect.delay(look, handlePatience)), engine.scope))
  })

  const writeEverything = Effect.zipRight(Effect.suspend(() => writeMany(everyone())), lookAgain)

  return {
    owner,
    revisionOf: (entry) => rows.get(entry)?.revision,
    write: writeEverything,
    keep: (entry) => rows.has(entry) ? Effect.suspend(() => writeMany(engine.running.values())) : Effect.void,
    adopt: (found) =>
      inTurn(Effect.gen(function*() {
        yield* claim
        const now = yield* Clock.currentTimeMillis
        const changes = found.map(({ entry, upload }) => {
          const revision = nextRevision(revisionOf(upload), now)
          const queued = { owner, sized: upload.queued?.sized === true }
          const known = {
            request: entry.request,
            ticket: ticketIn(entry),
            since: now,
            owesHandle: false,
            handle: undefined
          }
          rows.set(entry, { revision, ...known })
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
