/**
 * Upload sessions over any backing: writes in order, journals in batches, and a store that fails stops no upload.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { UploadId } from "../../domain/Ids.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedUpload } from "../../services/UploadSessions.js"
import { UploadSessions } from "../../services/UploadSessions.js"
import type { SavedSession, SessionBacking } from "./SessionBacking.js"

/** Parts that are accepted within this time are written together; losing them costs a second look at them. */
const batchDelay = "100 millis"

/** Runs one write after the other and remembers, after the first failure, that the store does not work. */
const writing = () => {
  let tail: Promise<unknown> = Promise.resolve()
  let healthy = true
  const fail = (error: unknown) => {
    const first = healthy
    healthy = false
    return first ? Effect.logWarning("upload sessions cannot be saved", error) : Effect.void
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
    const own = new Map<UploadId, { readonly upload: SavedUpload; readonly journal: Array<StoredPart> }>()
    let pending = new Map<UploadId, Array<StoredPart>>()
    let flushing = false

    const flush = Effect.suspend(() => {
      const batch = pending
      pending = new Map()
      return Effect.forEach(
        batch,
        ([id, parts]) => store.run(() => backing.append(id, parts), () => undefined),
        { concurrency: 1, discard: true }
      )
    })

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

    const inMemory = (id: UploadId): SavedSession | undefined => own.get(id)

    return UploadSessions.of({
      claim: (id) => Effect.map(backing.claim(id), (claimed) => claimed ?? true),
      save: (upload) =>
        Effect.suspend(() => {
          own.set(upload.id, { upload, journal: [] })
          pending.delete(upload.id)
          return store.run(() => backing.save(upload), () => undefined)
        }),
      update: (upload) =>
        Effect.suspend(() => {
          own.set(upload.id, { upload, journal: own.get(upload.id)?.journal ?? [] })
          return store.run(() => backing.update(upload), () => undefined)
        }),
      record: (id, part) =>
        Effect.suspend(() => {
          own.get(id)?.journal.push(part)
          const batch = pending.get(id)
          if (batch === undefined) pending.set(id, [part])
          else batch.push(part)
          return Effect.asVoid(flushSoon)
        }),
      load: (id) =>
        flush.pipe(
          Effect.zipRight(store.run(() => backing.load(id), () => inMemory(id))),
          Effect.map((loaded) => {
            const session = store.healthy() ? loaded : inMemory(id) ?? loaded
            if (session !== undefined) own.set(id, { upload: session.upload, journal: [...session.journal] })
            return Option.fromNullable(session)
          })
        ),
      markAborting: (id) =>
        Effect.suspend(() => {
          const session = own.get(id)
          if (session !== undefined) own.set(id, { ...session, upload: { ...session.upload, aborting: true } })
          return store.run(() => backing.markAborting(id), () => undefined)
        }),
      forget: (id) =>
        Effect.suspend(() => {
          own.delete(id)
          pending.delete(id)
          return store.run(() => backing.forget(id), () => undefined)
        }),
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
