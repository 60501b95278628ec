/** The tags of a file as pairs of fields, in which somebody types while others may change the same tags. */
import type { UserTag } from "effect-drive/promise"

export interface Pair extends UserTag {
  readonly id: number
}

const lastId = { current: 0 }

export const pairOf = ({ key, value }: UserTag): Pair => ({ id: ++lastId.current, key, value })

/** What can be saved: of a key that is there twice the first, and none without a key. */
export const tagsOf = (pairs: ReadonlyArray<Pair>): ReadonlyArray<UserTag> =>
  pairs.filter(({ key }, index) => key !== "" && pairs.findIndex((other) => other.key === key) === index)
    .map(({ key, value }) => ({ key, value }))

const valueIn = (tags: ReadonlyArray<UserTag>, wanted: string): string | undefined =>
  tags.find(({ key }) => key === wanted)?.value

/** In whatever order they stand. */
export const areSameTags = (one: ReadonlyArray<UserTag>, other: ReadonlyArray<UserTag>): boolean =>
  one.length === other.length && one.every(({ key, value }) => valueIn(other, key) === value)

/** What others have made of the tags of `before` joins the pairs; what was typed, added or removed in these stays so. */
export const joinTags = (
  pairs: ReadonlyArray<Pair>,
  before: ReadonlyArray<UserTag>,
  now: ReadonlyArray<UserTag>
): ReadonlyArray<Pair> => {
  const kept = pairs.flatMap((pair) => {
    const isTyped = valueIn(before, pair.key) !== pair.value
    const value = isTyped ? pair.value : valueIn(now, pair.key)
    return value === undefined ? [] : [{ ...pair, value }]
  })
  const added = now.filter(({ key, value }) =>
    pairs.every((pair) => pair.key !== key) && valueIn(before, key) !== value
  )
  return [...kept, ...added.map(pairOf)]
}
