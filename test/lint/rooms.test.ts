/** The table of rooms in docs/architecture.md says what the lint rule holds, and nothing else. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { rooms } from "../../scripts/lint/rooms.js"

const page = readFileSync(join(import.meta.dirname, "../../docs/architecture.md"), "utf8")

/** The lint rule names files as imports do. */
const named = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path.replace(/\.tsx?$/, ".js"))

/** `- **word**: entries` stands for its entries. */
const words = new Map(
  [...page.matchAll(/^- \*\*(\w+)\*\*:\s+(`(?:[^\n]|\n {2})*)/gm)].map((
    [, word = "", entries = ""]
  ) => [word, named(entries)])
)

const entriesOf = (cell: string): ReadonlyArray<string> => [
  ...[...cell.matchAll(/\*\*(\w+)\*\*/g)].flatMap(([, word = ""]) => {
    const entries = words.get(word)
    assert.isDefined(entries, `no list says what ${word} are`)
    return entries ?? []
  }),
  ...named(cell)
]

const table = page.split("\n\n").find((block) => block.startsWith("| Room |")) ?? ""

const drawn = table.split("\n").slice(2).map((line) => {
  const [room = "", , imports = ""] = line.split("|").slice(1, -1)
  return { room: named(room)[0] ?? "", imports: entriesOf(imports).toSorted() }
})

describe("the rooms in docs/architecture.md", () => {
  it("are those of the lint rule, each once", () => {
    assert.deepStrictEqual(drawn.map(({ room }) => room).toSorted(), Object.keys(rooms).toSorted())
  })

  it.each(Object.entries(rooms))("%s imports what the rule lets it import", (room, allowed) => {
    assert.deepStrictEqual(drawn.find((row) => row.room === room)?.imports, allowed.toSorted())
  })
})
