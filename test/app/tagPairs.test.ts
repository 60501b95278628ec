/** Tags that two people change at a time. */
import { expect, test } from "vitest"
import { areSameTags, joinTags, pairOf, tagsOf } from "../../app/src/files/tagPairs.js"

const tag = (key: string, value = "") => ({ key, value })
const joined = (
  pairs: ReadonlyArray<ReturnType<typeof tag>>,
  before: ReadonlyArray<ReturnType<typeof tag>>,
  now: ReadonlyArray<ReturnType<typeof tag>>
) => joinTags(pairs.map(pairOf), before, now).map(({ key, value }) => tag(key, value))

test("what others have added, changed and removed is shown", () => {
  const before = [tag("a", "1"), tag("b", "1"), tag("c", "1")]
  expect(joined(before, before, [tag("a", "1"), tag("c", "2"), tag("d", "1")]))
    .toEqual([tag("a", "1"), tag("c", "2"), tag("d", "1")])
})

test("what was typed meanwhile stays: a value, a key, one more pair, one fewer", () => {
  const before = [tag("a", "1"), tag("b", "1"), tag("c", "1")]
  const typed = [tag("a", "mine"), tag("of mine", "1"), tag("")]
  expect(joined(typed, before, [tag("a", "2"), tag("b", "1"), tag("c", "1"), tag("d", "1")]))
    .toEqual([...typed, tag("d", "1")])
})

test("a pair keeps its fields, and so the keys that are in them", () => {
  const [pair] = [tag("a", "1")].map(pairOf)
  expect(joinTags(pair === undefined ? [] : [pair], [tag("a", "1")], [tag("b", "1"), tag("a", "2")])[0])
    .toEqual({ ...pair, value: "2" })
})

test("what was saved here joins itself", () => {
  expect(joined([tag("a", "2")], [tag("a", "1")], [tag("a", "2")])).toEqual([tag("a", "2")])
})

test("the same tags in another order are the same", () => {
  expect(areSameTags([tag("a"), tag("b")], [tag("b"), tag("a")])).toBe(true)
  expect(areSameTags([tag("a")], [tag("b")])).toBe(false)
  expect(areSameTags([tag("a")], [tag("a"), tag("b")])).toBe(false)
})

test("a key that is there twice, or none, is not saved", () => {
  expect(tagsOf([tag("a", "1"), tag("a", "2"), tag("", "3")].map(pairOf))).toEqual([tag("a", "1")])
})
