/**
 * A part of a snapshot, as the same value for as long as it is the same.
 *
 * @since 1.0.7
 */

/**
 * Selects anew when the snapshot is another one, and keeps the last value while `equal` says that it is the same.
 *
 * @since 1.0.7
 * @category combinators
 */
export const memoizeSelector = <S, A>(
  read: () => S,
  select: (snapshot: S) => A,
  equal: (one: A, other: A) => boolean
): () => A => {
  let last: { readonly snapshot: S; readonly selected: A } | undefined
  return () => {
    const snapshot = read()
    if (last !== undefined && last.snapshot === snapshot) return last.selected
    const selected = select(snapshot)
    last = { snapshot, selected: last !== undefined && equal(last.selected, selected) ? last.selected : selected }
    return last.selected
  }
}
