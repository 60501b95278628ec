/** What is in a folder after a file was to get a name there that another one has. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { NameTaken, Refused } from "./platforms.js"
import { isGone, listed, textOf } from "./storing.js"

export const isRefusal = (expected: NameTaken | "supported"): expected is Refused => typeof expected === "object"

/** `old` had "the old" in it, `fileId` has "the new": both are there under the right names, or the new one alone. */
export const expectNames = Effect.fnUntraced(function*({ expected, fileId, name, old, parentFileId }: {
  readonly expected: NameTaken
  readonly parentFileId: string
  readonly name: string
  readonly fileId: string
  readonly old: string
}) {
  const named = new Map((yield* listed({ parentFileId })).flat().map((file) => [String(file.fileId), file.name]))
  switch (expected) {
    case "replaced":
      assert.deepStrictEqual([...named], [[fileId, name]])
      yield* isGone(old)
      break
    case "sameId":
      assert.strictEqual(fileId, old)
      assert.deepStrictEqual([...named], [[fileId, name]])
      break
    case "double":
      assert.sameDeepMembers([...named], [[fileId, name], [old, name]])
      break
    case "numbered":
      assert.sameMembers([...named.keys()], [fileId, old])
      assert.strictEqual(named.get(old), name)
      assert.notStrictEqual(named.get(fileId), name)
      assert.match(named.get(fileId) ?? "", new RegExp(`^${name.replace(".txt", "")}.+\\.txt$`))
      break
    default:
      assert.fail(`it was done, but ${JSON.stringify(expected)} was expected`)
  }
  if (expected !== "replaced" && expected !== "sameId") assert.strictEqual(yield* textOf(old), "the old")
  assert.strictEqual(yield* textOf(fileId), "the new")
})
