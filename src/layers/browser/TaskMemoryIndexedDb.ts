/**
 * Archive tasks remembered in IndexedDB (browsers).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { TaskMemory } from "../../services/TaskMemory.js"
import * as BackedTasks from "../saved/BackedTasks.js"
import type { TaskBacking } from "../saved/TaskBacking.js"

const store = "tasks"

/** Milliseconds. */
const openLimit = 10_000

const openDatabase = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(store, { keyPath: ["spaceId", "taskId"] }).createIndex("savedAt", "savedAt")
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error("the database failed"))
    // Some browsers neither open a database nor say why; the slowest disks take a few seconds.
    setTimeout(() => {
      reject(new Error("the database does not open"))
      opening.onsuccess = () => opening.result.close()
    }, openLimit)
  })

/** Archives are rare: the database is open for one transaction at a time, so that it is never in the way of another tab. */
const transact = async <A>(
  name: string,
  mode: IDBTransactionMode,
  work: (tasks: IDBObjectStore) => IDBRequest<A>
): Promise<A> => {
  const database = await openDatabase(name)
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode)
      const request = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error("the database broke off"))
    })
  } finally {
    database.close()
  }
}

const backing = (name: string): TaskBacking => ({
  save: async (task, oldest) => {
    await transact(name, "readwrite", (tasks) => {
      const old = tasks.index("savedAt").openKeyCursor(IDBKeyRange.upperBound(oldest, true))
      old.onsuccess = () => {
        if (old.result === null) return
        tasks.delete(old.result.primaryKey)
        old.result.continue()
      }
      return tasks.put(task)
    })
  },
  load: (spaceId, taskId) => transact(name, "readonly", (tasks): IDBRequest<unknown> => tasks.get([spaceId, taskId]))
})

/**
 * One row a task in the database `effect-drive-tasks`; rows of more than 30 days go. The next page, or another tab, knows
 * what this one began.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make: Effect.Effect<TaskMemory.Service> = Effect.sync(() =>
  BackedTasks.make(backing("effect-drive-tasks"))
)
