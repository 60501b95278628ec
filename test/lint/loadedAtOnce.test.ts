import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import type { Metafile } from "esbuild"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** One path a line. After a change that is meant: `UPDATE=1 npx vitest run test/lint/loadedAtOnce.test.ts`. */
const list = join(import.meta.dirname, "loadedAtOnce.txt")

/** The entry and all that it imports statically, our own files alone. */
const reachable = (inputs: Metafile["inputs"], entry: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { external, kind, path: next } of inputs[path]?.imports ?? []) {
      if (external !== true && kind === "import-statement") visit(next)
    }
  }
  visit(entry)
  return [...seen].toSorted()
}

/** What the entry imports statically. */
const loadedBy = async (entry: string): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: "out",
    packages: "external",
    write: false,
    metafile: true,
    logLevel: "error"
  })
  return reachable(metafile.inputs, entry)
}

describe("a page that makes a drive", () => {
  it("loads at once what is listed, and nothing of what moves bytes or is seldom called", async () => {
    const loaded = await loadedBy("src/promise/browser.ts")
    assert.deepStrictEqual(
      loaded.filter((path) => /^src\/(transfer|seldom)\/|^src\/layers\/(hash|node)\//.test(path)),
      []
    )
    if (process.env["UPDATE"] !== undefined) writeFileSync(list, `${loaded.join("\n")}\n`)
    assert.deepStrictEqual(loaded, readFileSync(list, "utf8").trim().split("\n"))
  })

  it("with components loads nothing at once of what only changes need", async () => {
    const loaded = await loadedBy("src/react/index.ts")
    assert.include(loaded, "src/react/loading/loadChanges.ts")
    assert.deepStrictEqual(loaded.filter((path) => path.startsWith("src/react/changes/")), [])
  })
})
