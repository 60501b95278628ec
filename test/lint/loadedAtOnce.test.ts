import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import type { BuildOptions, Metafile } from "esbuild"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

/** One path a line. After a change that is meant: `UPDATE=1 npx vitest run test/lint/loadedAtOnce.test.ts`. */
const list = join(import.meta.dirname, "loadedAtOnce.txt")

interface Node {
  readonly imports: ReadonlyArray<{ readonly path: string; readonly kind: string; readonly external?: boolean }>
}

/** These and all that they import statically, within the bundle. */
const reachable = (nodes: Readonly<Record<string, Node>>, from: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { external, kind, path: next } of nodes[path]?.imports ?? []) {
      if (external !== true && kind === "import-statement") visit(next)
    }
  }
  for (const path of from) visit(path)
  return [...seen].toSorted()
}

const bundle = async (entry: string, options: Pick<BuildOptions, "packages" | "platform">): Promise<Metafile> => {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: "out",
    write: false,
    logLevel: "error",
    ...options,
    metafile: true
  })
  return metafile
}

/** Our own files that the entry imports statically. */
const loadedBy = async (entry: string): Promise<ReadonlyArray<string>> =>
  reachable((await bundle(entry, { packages: "external" })).inputs, [entry])

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

  it("loads few files: what several of them need is not cut up", async () => {
    const { outputs } = await bundle("src/promise/browser.ts", { platform: "browser" })
    const files = (...modules: ReadonlyArray<string>): number => {
      const entries = ["src/promise/browser.ts", ...modules.map((name) => `src/layers/loading/${name}.ts`)]
      const from = Object.keys(outputs).filter((file) => entries.includes(outputs[file]?.entryPoint ?? ""))
      assert.strictEqual(from.length, entries.length)
      return reachable(outputs, from).length
    }
    const folder = ["s3Code"]
    const small = [...folder, "pageTransferCode", "s3StoreCode"]
    const inParts = [...small, "s3PageCallsCode", "workerCode", "partsCode"]
    assert.deepStrictEqual([files(...folder), files(...small), files(...inParts)], [8, 20, 25])
  })
})
