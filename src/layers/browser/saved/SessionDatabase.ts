/**
 * Saved uploads in IndexedDB: one row a session, one row a part.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { UploadId } from "../../../domain/Ids.js"
import type { StoredPart } from "../../../services/PartStore.js"
import type { SavedUpload } from "../../../services/UploadSessions.js"
import { isReplaceable } from "../../../services/UploadSessions.js"
import type { SessionBacking } from "../../saved/SessionBacking.js"
import { webLock } from "./webLock.js"

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

const openDatabase = (name: string): Promise<IDBDatabase> => {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("sessions", { keyPath: "id" })
    opening.result.createObjectStore("parts", { keyPath: ["id", "part.number"] })
  }
  return result(opening)
}

/** All parts of one upload: an array sorts after every number. */
const partsOf = (id: UploadId): IDBKeyRange => IDBKeyRange.bound([id], [id, []])

/** A handle of the page's own making cannot be kept; the session can all the same. */
const put = (sessions: IDBObjectStore, upload: SavedUpload): void => {
  try {
    sessions.put(upload)
  } catch (error) {
    if (upload.handle === undefined) throw error
    sessions.put({ ...upload, handle: undefined })
  }
}

/**
 * The database is opened when it is first needed, and again after the browser closed it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (name: string): SessionBacking => {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    opened ??= openDatabase(name).then(
      (db) => {
        const close = () => {
          db.close()
          opened = undefined
        }
        db.onversionchange = close
        db.onclose = close
        return db
      },
      (error: unknown) => {
        opened = undefined
        throw error
      }
    )
    return opened
  }

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
    all: () => read((sessions): Promise<Array<SavedUpload>> => result(sessions.getAll())),
    claim: (id) => Effect.orElseSucceed(webLock(`${name}/${id}`), () => undefined)
  }
}
