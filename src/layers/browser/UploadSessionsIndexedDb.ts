/**
 * Upload sessions in IndexedDB (browsers).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { UploadId } from "../../domain/Ids.js"
import { layerOf } from "../../services/inOrder.js"
import type { StoredPart } from "../../services/PartStore.js"
import type { SavedRequest, SavedUpload } from "../../services/UploadSessions.js"
import { isReplaceable, UploadSessions } from "../../services/UploadSessions.js"
import * as BackedSessions from "../saved/BackedSessions.js"
import type { SessionBacking } from "../saved/SessionBacking.js"
import { webLock } from "./saved/webLock.js"

interface PartRow {
  readonly id: UploadId
  readonly part: StoredPart
}

const result = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("the database failed"))
  })

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error("the database broke off"))
  })

/** Some browsers neither open a database nor say why; the slowest disks take a few seconds. */
const openLimit = 10_000

/** All parts of one upload: an array sorts after every number. */
const partsOf = (id: UploadId): IDBKeyRange => IDBKeyRange.bound([id], [id, []])

/** A handle of the page's own making cannot be kept, nor can functions in a request. The session can all the same. */
const put = (sessions: IDBObjectStore, upload: SavedUpload, how: "put" | "add" = "put"): IDBRequest => {
  try {
    return sessions[how](upload)
  } catch {
    const request: SavedRequest = JSON.parse(JSON.stringify(upload.request))
    return sessions[how]({ ...upload, handle: undefined, request })
  }
}

/**
 * The database is opened when it is first needed, and again after the browser closed it.
 */
const makeBacking = (name: string): SessionBacking => {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> =>
    opened ??= new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1)
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("sessions", { keyPath: "id" })
        opening.result.createObjectStore("parts", { keyPath: ["id", "part.number"] })
      }
      opening.onsuccess = () => {
        const db = opening.result
        db.onversionchange = db.onclose = () => {
          db.close()
          opened = undefined
        }
        // Who came too early has failed; whoever comes from now on finds it.
        opened = Promise.resolve(db)
        resolve(db)
      }
      opening.onerror = () => {
        opened = undefined
        reject(opening.error ?? new Error("the database failed"))
      }
      setTimeout(reject, openLimit, new Error("the database hangs"))
    })

  /** Looks and writes in one transaction: other tabs' writes come before it or after it. */
  const writeIf = async (
    id: UploadId,
    isWanted: (there: SavedUpload | undefined) => boolean,
    work: (sessions: IDBObjectStore, parts: IDBObjectStore, there: SavedUpload | undefined) => void
  ): Promise<boolean> => {
    const transaction = (await database()).transaction(["sessions", "parts"], "readwrite")
    const done = endOf(transaction)
    const sessions = transaction.objectStore("sessions")
    const looking: IDBRequest<SavedUpload | undefined> = sessions.get(id)
    const looked = new Promise<boolean>((resolve, reject) => {
      looking.onsuccess = () => {
        try {
          const wanted = isWanted(looking.result)
          if (wanted) work(sessions, transaction.objectStore("parts"), looking.result)
          resolve(wanted)
        } catch (error) {
          transaction.abort()
          reject(error)
        }
      }
    })
    const [wanted] = await Promise.all([looked, done])
    return wanted
  }

  const read = async <A>(work: (sessions: IDBObjectStore, parts: IDBObjectStore) => Promise<A>): Promise<A> => {
    const transaction = (await database()).transaction(["sessions", "parts"], "readonly")
    return work(transaction.objectStore("sessions"), transaction.objectStore("parts"))
  }

  // The rows are what `save` and `append` put there.
  const session = (store: IDBObjectStore, id: UploadId): Promise<SavedUpload | undefined> => result(store.get(id))

  return {
    save: (upload, follows) =>
      writeIf(upload.id, (there) => isReplaceable(there, follows), (sessions, parts) => {
        parts.delete(partsOf(upload.id))
        put(sessions, upload)
      }),
    update: (upload, follows) =>
      writeIf(upload.id, (there) => isReplaceable(there, follows), (sessions) => put(sessions, upload)),
    append: async (id, accepted, uploadId) => {
      await writeIf(id, (there) => there?.uploadId === uploadId, (_, parts) => {
        for (const part of accepted) parts.put({ id, part } satisfies PartRow)
      })
    },
    load: (id) =>
      read(async (sessions, parts) => {
        const rows: Promise<Array<PartRow>> = result(parts.getAll(partsOf(id)))
        const upload = await session(sessions, id)
        return upload === undefined ? undefined : { upload, journal: (await rows).map((row) => row.part) }
      }),
    markAborting: (id, revision) =>
      writeIf(id, (there) => isReplaceable(there, revision), (sessions, _, there) => {
        if (there !== undefined) sessions.put({ ...there, aborting: true })
      }),
    forget: (id, revision) =>
      writeIf(id, (there) => isReplaceable(there, revision), (sessions, parts) => {
        sessions.delete(id)
        parts.delete(partsOf(id))
      }),
    writeAll: async (changes) => {
      const transaction = (await database()).transaction("sessions", "readwrite")
      const done = endOf(transaction)
      const sessions = transaction.objectStore("sessions")
      const written = changes.map(() => true)
      changes.forEach(({ follows, id, upload }, index) => {
        if (upload !== undefined && follows === 0) {
          const adding = put(sessions, upload, "add")
          adding.onerror = (event) => {
            if (adding.error?.name !== "ConstraintError") return
            // The other writes hold all the same.
            event.preventDefault()
            written[index] = false
          }
          return
        }
        const looking: IDBRequest<SavedUpload | undefined> = sessions.get(id)
        looking.onsuccess = () => {
          if (!isReplaceable(looking.result, follows)) written[index] = false
          else if (upload === undefined) sessions.delete(id)
          else put(sessions, upload)
        }
      })
      await done
      return written
    },
    all: () => read((sessions): Promise<Array<SavedUpload>> => result(sessions.getAll())),
    claim: (id) => Effect.orElseSucceed(webLock(`${name}/${id}`), () => undefined)
  }
}

/**
 * Upload sessions in a database of another name.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerWith = (options: { readonly database: string }): Layer.Layer<UploadSessions> =>
  layerOf(UploadSessions, Effect.suspend(() => BackedSessions.make(makeBacking(options.database))))

/**
 * Saves uploads in the database `effect-drive`, opened when it is first needed: a row for each session and for each
 * accepted part. Tabs never drive one upload: a Web Lock says whose it is. A browser that stores nothing stops no
 * upload; then `healthy` is `false`.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSessions> = layerWith({ database: "effect-drive" })
