/** SECURITY.md names a test for each thing that holds. Here it is seen that these tests are there, under these titles. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const page = readFileSync(join(root, "SECURITY.md"), "utf8")

const rows = page.split("\n").filter((line) => line.startsWith("| ") && line.includes(".test.ts"))
const shown = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.ts)`(?: "([^"]+)")?/g)])

describe("SECURITY.md", () => {
  it("shows each thing that holds by a test", () => {
    const tables = page.split("| What holds | Shown by |").slice(1)
    assert.isAbove(rows.length, 20)
    for (const table of tables) {
      for (const line of table.split("\n").filter((line) => line.startsWith("| "))) assert.match(line, /\.test\.ts`/)
    }
  })

  for (const [, file = "", title] of shown) {
    it(`${file} has "${title ?? "tests"}"`, () => {
      assert.isTrue(existsSync(join(root, file)))
      const text = readFileSync(join(root, file), "utf8")
      assert.include(text, title ?? "it")
    })
  }
})
