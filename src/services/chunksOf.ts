/**
 * Cuts a list into groups of what one call takes.
 */

/**
 * Groups of `size` items in their order, the last one with what is left. `Array.chunksOf` of effect copies the rest of the list for
 * each group, which for ten thousand groups of one is fifty million copies.
 */
export const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from(
    { length: Math.ceil(items.length / size) },
    (_, index) => items.slice(index * size, (index + 1) * size)
  )
