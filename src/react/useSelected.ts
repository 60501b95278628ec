"use client"
/**
 * A part of a snapshot that changes outside React.
 *
 * @since 1.0.7
 */
import { useMemo, useSyncExternalStore } from "react"
import { remembering } from "./remembering.js"

/**
 * What `select` takes of the snapshot; `undefined` without one, and on the server. `subscribe` and `read` must be the same
 * functions as long as they mean the same.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSelected = <S, A>(
  subscribe: (listener: () => void) => () => void,
  read: () => S | undefined,
  select: (snapshot: S) => A,
  equal: (one: A, other: A) => boolean = Object.is
): A | undefined => {
  const selected = useMemo(() =>
    remembering<S | undefined, A | undefined>(
      read,
      (snapshot) => snapshot === undefined ? undefined : select(snapshot),
      (one, other) => one !== undefined && other !== undefined ? equal(one, other) : one === other
    ), [read, select, equal])
  return useSyncExternalStore(subscribe, selected, () => undefined)
}
