/** Which upload waits for which file, when many are picked again at once. */

interface Waiting {
  readonly id: string
  readonly name: string
  readonly size: number | undefined
}

interface Picked {
  readonly name: string
  readonly size: number
}

const groupBy = <A>(all: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/**
 * By name, and by size where that is known. Two files or two uploads of one name and size could be taken for each other: they are
 * left to be picked one by one. The time is the library's to compare.
 */
export const matchPicked = <P extends Picked>(
  waiting: ReadonlyArray<Waiting>,
  picked: ReadonlyArray<P>
): ReadonlyArray<readonly [id: string, file: P]> => {
  const byName = groupBy(picked, ({ name }) => name)
  return [...groupBy(waiting, ({ name, size }) => `${size ?? ""}/${name}`).values()].flatMap((group) => {
    const [one, ...others] = group
    if (one === undefined || others.length > 0) return []
    const [file, ...same] = (byName.get(one.name) ?? []).filter(({ size }) =>
      one.size === undefined || one.size === size
    )
    return file === undefined || same.length > 0 ? [] : [[one.id, file] as const]
  })
}
