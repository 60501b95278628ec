/** What a page downloads: bundles as an application's esbuild makes them, minified and gzipped. */
import { build } from "esbuild"
import type { Metafile } from "esbuild"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import type { Row } from "./harness.js"
import { kibibytes } from "./harness.js"

interface Weight {
  /** What the page loads at once, and what it loads when it is needed; gzipped bytes. */
  readonly entry: number
  readonly lazy: number
}

/** The entry and all that it imports statically. */
const loadedAtOnce = (outputs: Metafile["outputs"], entry: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { external, kind, path } of outputs[file]?.imports ?? []) {
      if (external !== true && kind !== "dynamic-import") visit(path)
    }
  }
  visit(entry)
  return seen
}

/** The folder with the package.json by which these programs find `effect-drive/...`. */
const root = fileURLToPath(new URL("..", import.meta.url))

const application = "application.js"

/** `code` is the module of an application that has this package installed. */
export async function weigh(code: string, external: ReadonlyArray<string> = []): Promise<Weight> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, sourcefile: application },
    absWorkingDir: root,
    outdir: "bundle",
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: [...external],
    logLevel: "error"
  })
  const gzipped = new Map(
    outputFiles.map((file) => [file.path, gzipSync(file.contents, { level: 9 }).length] as const)
  )
  // What is imported later counts as an entry point too.
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file]?.entryPoint === application)
  if (entry === undefined) throw new Error("the bundle has no entry")
  const atOnce = loadedAtOnce(metafile.outputs, entry)
  const total = (files: ReadonlyArray<string>): number =>
    files.reduce((sum, file) => sum + (gzipped.get(join(root, file)) ?? 0), 0)
  return {
    entry: total([...atOnce]),
    lazy: total(Object.keys(metafile.outputs).filter((file) => !atOnce.has(file)))
  }
}

const promiseClient = `import { createDrive } from "effect-drive/promise"
globalThis.drive = createDrive({ apiHost: "https://api.example.com", product: { id: "p", version: "1" } })`

const withReact = `${promiseClient}
export * from "effect-drive/react"`

export async function sizes(): Promise<ReadonlyArray<Row>> {
  const react = ["react", "react/jsx-runtime"]
  const client = await weigh(promiseClient)
  const adapted = await weigh(withReact, react)
  const added = adapted.entry - client.entry
  return [
    {
      what: "Promise client, min+gzip: KiB at once",
      ours: `${kibibytes(client.entry)} (+ ${kibibytes(client.lazy)} lazy)`,
      value: client.entry / 1024,
      bar: 125
    },
    { what: "React adapter on top, min+gzip: KiB", ours: kibibytes(added), value: added / 1024, bar: 6 }
  ]
}
