/**
 * Upload sessions over any backing: writes in order, journals in batches, and a store that fails stops no upload.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { UploadId } from "../../domain/Ids.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { isReplaceable, revisionOf, UploadSessions } from "../../services/UploadSessions.js"
import type { SessionBacking } from "./SessionBacking.js"

/** Parts that are accepted within this time are written together; losing them costs a second look at them. */
const batchDelay = "500 millis"

/** A session as this process knows it. */
interface Known {
  readonly upload: SavedUpload
  readonly journal: Array<StoredPart>
  /** What the backing has of it, which is less after a write that failed. */
  readonly backed: number | undefined
}

/** Accepted parts that are still to be written, of the multipart upload that they belong to. */
interface Batch {
  readonly uploadId: string | undefined
  readonly parts: Array<StoredPart>
}

/** Runs one write after the other and remembers, after the first failure, that the store does not work. */
const writing = () => {
  let tail: Promise<unknown> = Promise.resolve()
  let healthy = true
  const fail = (error: unknown) => {
    const first = healthy
    healthy = false
    return first ? Effect.logWarning("upload sessions cannot be saved", Cause.fail(error)) : Effect.void
  }
  const run = <A>(work: () => Promise<A>, otherwise: () => A): Effect.Effect<A> =>
    Effect.tryPromise(() => {
      const turn = tail.then(work)
      tail = turn.catch(() => {})
      return turn
    }).pipe(Effect.catchAll((error) => Effect.map(fail(error.error), otherwise)))
  return { run, fail, healthy: () => healthy }
}

/**
 * Sessions of this process are also kept in memory, so that stop and resume work when the store does not.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (backing: SessionBacking): Effect.Effect<UploadSessions.Service, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const store = writing()
    const own = new Map<UploadId, Known>()
    const { writeAll } = backing
    const flushTurn = Effect.unsafeMakeSemaphore(1)
    let pending = new Map<UploadId, Batch>()
    let flushing = false

    // Who asks for one while another is under way waits for that too.
    const flush = flushTurn.withPermits(1)(Effect.suspend(() => {
      const batches = pending
      pending = new Map()
      return Effect.forEach(
        batches,
        ([id, { parts, uploadId }]) => store.run(() => backing.append(id, parts, uploadId), () => undefined),
        { concurrency: 1, discard: true }
      )
    }))

    const flushSoon = Effect.suspend(() => {
      if (flushing) return Effect.void
      flushing = true
      const delayed = Effect.sleep(batchDelay).pipe(
        Effect.zipRight(Effect.suspend(() => {
          flushing = false
          return flush
        }))
      )
      return Effect.forkIn(Effect.interruptible(delayed), scope)
    })

    yield* Effect.addFinalizer(() => flush)

    /** What must be there for a write that follows this revision. */
    const backedOf = (id: UploadId, revision: number | undefined): number | undefined => {
      const known = own.get(id)
      return known !== undefined && revisionOf(known.upload) === revision ? known.backed : revision
    }

    /** Where the store does not work, what this process knows is all there is. */
    const isOwn = (id: UploadId, revision: number | undefined): boolean => isReplaceable(own.get(id)?.upload, revision)

    /** A write that fails leaves what was there, and counts in memory. */
    const write = (
      upload: SavedUpload,
      follows: number | undefined,
      journal: () => Array<StoredPart>,
      work: (backed: number | undefined) => Promise<boolean>
    ) =>
      Effect.suspend(() => {
        const before = backedOf(upload.id, follows)
        const written = store.run(
          async () => ({ isOurs: await work(before), backed: revisionOf(upload) }),
          () => ({ isOurs: isOwn(upload.id, follows), backed: before })
        )
        return Effect.map(written, ({ backed, isOurs }) => {
          if (isOurs) own.set(upload.id, { upload, journal: journal(), backed })
          return isOurs
        })
      })

    return UploadSessions.of({
      // What is still to be written of an upload is written before somebody else may have it.
      claim: (id) =>
        backing.claim(id).pipe(
          Effect.map((claimed) => claimed ?? true),
          Effect.tap((claimed) => claimed ? Effect.addFinalizer(() => flush) : Effect.void)
        ),
      save: (upload, follows) =>
        Effect.suspend(() => {
          pending.delete(upload.id)
          return write(upload, follows, () => [], (backed) => backing.save(upload, backed))
        }),
      update: (upload, follows) =>
        write(
          upload,
          follows,
          () => own.get(upload.id)?.journal ?? [],
          (backed) => backing.update(upload, backed)
        ),
      record: (id, part) =>
        Effect.suspend(() => {
          const session = own.get(id)
          session?.journal.push(part)
          const uploadId = session?.upload.uploadId
          const batch = pending.get(id)
          if (batch !== undefined && batch.uploadId === uploadId) batch.parts.push(part)
          else pending.set(id, { uploadId, parts: [part] })
          return Effect.asVoid(flushSoon)
        }),
      load: (id) =>
        flush.pipe(
          Effect.zipRight(store.run(() => backing.load(id), () => undefined)),
          Effect.map((loaded) => {
            const mine = own.get(id)
            const isTheirs = loaded !== undefined && revisionOf(loaded.upload) !== mine?.backed
            if (!store.healthy() && mine !== undefined && !isTheirs) {
              return Option.some({ upload: mine.upload, journal: [...mine.journal] })
            }
            if (loaded !== undefined) {
              own.set(id, { upload: loaded.upload, journal: [...loaded.journal], backed: revisionOf(loaded.upload) })
            }
            return Option.fromNullable(loaded)
          })
        ),
      markAborting: (id, revision) =>
        Effect.suspend(() => {
          const session = own.get(id)
          const marked = store.run(() => backing.markAborting(id, backedOf(id, revision)), () => isOwn(id, revision))
          return Effect.tap(marked, (isOurs) => {
            if (isOurs && session !== undefined) {
              own.set(id, { ...session, upload: { ...session.upload, aborting: true } })
            }
          })
        }),
      forget: (id, revision) =>
        Effect.suspend(() => {
          pending.delete(id)
          return store.run(() => backing.forget(id, backedOf(id, revision)), () => isOwn(id, revision))
        }).pipe(Effect.tap((isOurs) => {
          if (isOurs) own.delete(id)
        })),
      writeAll: writeAll && ((changes) => store.run(() => writeAll(changes), () => changes.map(() => true))),
      all: Effect.map(
        store.run(() => backing.all(), (): ReadonlyArray<SavedUpload> => []),
        (saved) => {
          if (store.healthy()) return saved
          const mine = [...own.values()].map((session) => session.upload)
          return [...mine, ...saved.filter((upload) => !own.has(upload.id))]
        }
      ),
      healthy: Effect.sync(store.healthy)
    })
  })
