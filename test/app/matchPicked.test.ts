/** Which waiting upload continues with which file of a pick of many. */
import { describe, expect, test } from "vitest"
import { matchPicked } from "../../app/src/upload/matchPicked.js"

const waits = (id: string, name: string, size?: number) => ({ id, name, size })
const file = (name: string, size: number) => ({ name, size })

describe("files that are picked again", () => {
  test("go to the uploads of their names and sizes", () => {
    const picked = [file("b", 2), file("other", 1), file("a", 1)]
    expect(matchPicked([waits("1", "a", 1), waits("2", "b", 2), waits("3", "c", 3)], picked)).toEqual([
      ["1", picked[2]],
      ["2", picked[0]]
    ])
  })

  test("of another size are not taken, but where the size was not known", () => {
    const picked = [file("a", 2)]
    expect(matchPicked([waits("1", "a", 1)], picked)).toEqual([])
    expect(matchPicked([waits("1", "a")], picked)).toEqual([["1", picked[0]]])
  })

  test("are left where they could be taken for each other", () => {
    expect(matchPicked([waits("1", "a", 1)], [file("a", 1), file("a", 1)])).toEqual([])
    expect(matchPicked([waits("1", "a", 1), waits("2", "a", 1)], [file("a", 1)])).toEqual([])
  })
})
