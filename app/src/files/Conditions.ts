import { useSyncExternalStore } from "react"
import type { Condition } from "../parts/grid/GridModel.js"

/** What is going on with rows: kept beside them, as the service knows nothing of it. */
export interface Conditions {
  readonly of: (id: string) => Condition | undefined
  readonly set: (ids: Iterable<string>, condition: Condition | undefined) => void
  readonly read: () => ReadonlyMap<string, Condition>
  readonly subscribe: (listener: () => void) => () => void
}

/** A refusal stands in its row this long, unless it is tried again before. */
const failureShown = 30_000

export const makeConditions = (): Conditions => {
  let conditions: ReadonlyMap<string, Condition> = new Map()
  const listeners = new Set<() => void>()
  const set = (ids: Iterable<string>, condition: Condition | undefined) => {
    const next = new Map(conditions)
    for (const id of ids) {
      if (condition === undefined) next.delete(id)
      else next.set(id, condition)
    }
    conditions = next
    for (const listener of listeners) listener()
  }
  return {
    of: (id) => conditions.get(id),
    set: (ids, condition) => {
      const rows = [...ids]
      set(rows, condition)
      if (condition?._tag !== "Failed") return
      setTimeout(() => set(rows.filter((id) => conditions.get(id) === condition), undefined), failureShown)
    },
    read: () => conditions,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

export const useConditions = (conditions: Conditions): ReadonlyMap<string, Condition> =>
  useSyncExternalStore(conditions.subscribe, conditions.read)
