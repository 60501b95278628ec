/** What a page downloads: bundles as an application's esbuild makes them, minified and gzipped. */
import { build } from "esbuild"
import type { Metafile } from "esbuild"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import type { Row } from "./harness.js"
import { kibibytes } from "./harness.js"

/** One file of a bundle: what it was made of, and its gzipped bytes. */
interface Chunk {
  readonly name: string
  readonly atOnce: boolean
  readonly bytes: number
}

interface Weight {
  /** Of the files with these names and all that they import, together with what is loaded at once. */
  readonly with: (...names: ReadonlyArray<string>) => number
  /** What the page loads at once, and what it loads when it is needed; gzipped bytes. */
  readonly entry: number
  readonly lazy: number
  readonly chunks: ReadonlyArray<Chunk>
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

/** A file is called after what it is loaded for; one that several share, after the most of it. */
const nameOf = ({ entryPoint, inputs }: Metafile["outputs"][string]): string => {
  const [[largest] = ["shared"]] = Object.entries(inputs).toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
  return (entryPoint ?? `${largest}, …`).replace(/^.*(node_modules|src|\.\.)\//, "")
}

/** The folder with the package.json by which these programs find `effect-drive/...`. */
const root = fileURLToPath(new URL("..", import.meta.url))

const application = "application.js"

/** `code` is the module of an application that has this package installed; `application.js` is its file. */
export const bundle = (code: string, external: ReadonlyArray<string> = []) =>
  build({
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

export async function weigh(code: string, external: ReadonlyArray<string> = []): Promise<Weight> {
  const { metafile, outputFiles } = await bundle(code, external)
  const gzipped = new Map(
    outputFiles.map((file) => [file.path, gzipSync(file.contents, { level: 9 }).length] as const)
  )
  // What is imported later counts as an entry point too.
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file]?.entryPoint === application)
  if (entry === undefined) throw new Error("the bundle has no entry")
  const atOnce = loadedAtOnce(metafile.outputs, entry)
  const chunks = Object.entries(metafile.outputs)
    .map(([file, output]) => ({
      name: nameOf(output),
      atOnce: atOnce.has(file),
      bytes: gzipped.get(join(root, file)) ?? 0
    }))
    .toSorted((a, b) => Number(b.atOnce) - Number(a.atOnce) || b.bytes - a.bytes)
  const withFiles = (...names: ReadonlyArray<string>): number => {
    const needed = new Set(atOnce)
    for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
      if (!names.some((name) => entryPoint?.endsWith(`/${name}`) === true)) continue
      for (const imported of loadedAtOnce(metafile.outputs, file)) needed.add(imported)
    }
    return [...needed].reduce((sum, file) => sum + (gzipped.get(join(root, file)) ?? 0), 0)
  }
  const total = (of: (chunk: Chunk) => boolean): number => chunks.filter(of).reduce((sum, { bytes }) => sum + bytes, 0)
  return { with: withFiles, entry: total((chunk) => chunk.atOnce), lazy: total((chunk) => !chunk.atOnce), chunks }
}

const promiseClient = `import { createDrive } from "effect-drive/promise"
globalThis.drive = createDrive({ apiHost: "https://api.example.com", product: { id: "p", version: "1" } })`

/** All of the adapter, by the names that it exports. */
const withReact = `${promiseClient}
export * from "effect-drive/react"`

/** What the 80 lines of docs/react.md use of it. */
const withSmallDrive = `${promiseClient}
import * as Drive from "effect-drive/react"
globalThis.used = [
  Drive.DriveProvider, Drive.rowsOf, Drive.useDriveQueries, Drive.useDropzone, Drive.useRecycle, Drive.useRename, Drive.useSession,
  Drive.useSpaces, Drive.useUpload, Drive.useUploads
]`

/** Smaller ones are parts that two or three others share. */
const worthARow = 512

const rowOf = ({ atOnce, bytes, name }: Chunk): Row => ({
  what: `  ${atOnce ? "at once" : "later"}: ${name}`,
  ours: kibibytes(bytes),
  value: bytes / 1024
})

export async function sizes(): Promise<ReadonlyArray<Row>> {
  const react = ["react", "react/jsx-runtime", "@tanstack/react-query"]
  const client = await weigh(promiseClient)
  const adapted = await weigh(withReact, react)
  const added = adapted.entry - client.entry
  const small = (await weigh(withSmallDrive, react)).entry - client.entry
  const folderPage = client.with("s3Code.js")
  const smallUpload = client.with("s3Code.js", "pageTransferCode.js", "s3StoreCode.js") - folderPage
  return [
    {
      what: "Promise client, min+gzip: KiB at once",
      ours: `${kibibytes(client.entry)} (+ ${kibibytes(client.lazy)} lazy)`,
      value: client.entry / 1024,
      bar: 125
    },
    ...client.chunks.filter(({ bytes }) => bytes >= worthARow).map(rowOf),
    {
      what: "A page until it shows a folder of s3, min+gzip: KiB",
      ours: kibibytes(folderPage),
      value: folderPage / 1024,
      bar: 140
    },
    {
      what: "Its first small upload, min+gzip: KiB more",
      ours: kibibytes(smallUpload),
      value: smallUpload / 1024,
      bar: 40
    },
    {
      what: "React adapter on top, over TanStack Query, min+gzip: KiB at once",
      ours: `${kibibytes(added)} (+ ${kibibytes(adapted.lazy - client.lazy)} with the first change)`,
      value: added / 1024,
      bar: 8
    },
    {
      what: "React adapter, what the small drive of docs/react.md uses, min+gzip: KiB at once",
      ours: kibibytes(small),
      value: small / 1024,
      bar: 8
    }
  ]
}
