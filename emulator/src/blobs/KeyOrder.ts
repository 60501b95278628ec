/**
 * The keys of a bucket in the order of their UTF-8 bytes, as listings give them.
 */

export interface KeyOrder {
  /** Says that a key came or went. */
  readonly update: (key: string) => void
  /** In order, the keys that are not before `first` and that come after `after`. */
  readonly from: (first: string, after: string | undefined) => Iterable<string>
}

// UTF-16 puts surrogates before U+E000 to U+FFFF, UTF-8 after them.
const rank = (unit: number): number => unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

/**
 * Compares two texts as their UTF-8 bytes compare.
 */
export const compare = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/**
 * Sorted on first use, then kept in order.
 */
export const make = (objects: ReadonlyMap<string, unknown>): KeyOrder => {
  let sorted: Array<string> | undefined

  const inOrder = (): Array<string> => sorted ??= Array.from(objects.keys()).sort(compare)

  /** Index of the first key that is not before this one. */
  const position = (keys: ReadonlyArray<string>, key: string): number => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(keys[middle] ?? "", key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    update: (key) => {
      if (sorted === undefined) return
      const index = position(sorted, key)
      const listed = sorted[index] === key
      if (objects.has(key) && !listed) sorted.splice(index, 0, key)
      if (!objects.has(key) && listed) sorted.splice(index, 1)
    },
    *from(first, after) {
      const keys = inOrder()
      let index = position(keys, after !== undefined && compare(after, first) > 0 ? after : first)
      if (keys[index] === after) index++
      for (; index < keys.length; index++) {
        const next = keys[index]
        if (next !== undefined) yield next
      }
    }
  }
}
