/** Applications of users: a page that uploads, made by a bundler from the installed package. */
import { build as esbuild } from "esbuild"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import type * as Vite from "vite"
import type { Rollup } from "vite"
import { build as vite7 } from "vite"
import webpack from "webpack"
import type { RunningEmulator } from "../../emulator/src/index.js"
import { load } from "./bundlerTools.js"
import { nextWith } from "./withNext.js"

const page = `<!doctype html><title>app</title><script type="module" src="/main.js"></script>`

/** The application; `options` are further ones of its drive. Next runs it in Node too. */
export const main = (options: string) => `
import { createDrive } from "effect-drive/promise"

globalThis.upload = async (apiHost, accessToken, spaceId, size) => {
  const drive = createDrive({ apiHost, product: { id: "app", version: "1.0" }, ${options} })
  await drive.session.initialise({ accessToken })
  await drive.spaces.select(spaceId)
  // never the same, or it would be there already and no storage be asked
  const bytes = new Uint8Array(size)
  crypto.getRandomValues(bytes.subarray(0, 64))
  const { done } = drive.uploads.start({ source: new File([bytes], "bytes.bin") })
  try {
    const { fileId } = await done
    return (await drive.files.info(fileId)).size
  } catch (error) {
    return error.message
  } finally {
    await drive.dispose()
  }
}
`

const write = (folder: string, options = ""): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "index.html"), page)
  writeFileSync(join(folder, "main.js"), main(options))
  return folder
}

export interface Built {
  /** What to serve. */
  readonly folder: string
  /** What the bundler had to say. */
  readonly words: ReadonlyArray<string>
}

/**
 * Below or beside the folder that has the package installed. `tools` is the node_modules of the bundlers that are not our own; what
 * renders on a server reads from the emulator.
 */
export type Bundle = (app: string, tools: string, emulator: Address) => Promise<Built>

/** Where an application finds its drive. */
export type Address = Pick<RunningEmulator, "accessToken" | "apiHost">

const esbuildInto = async (folder: string, options: string, entries: Readonly<Record<string, string>>) => {
  const outdir = join(write(folder, options), "dist")
  const { warnings } = await esbuild({
    entryPoints: { main: join(folder, "main.js"), ...entries },
    absWorkingDir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    outdir,
    logLevel: "error"
  })
  writeFileSync(join(outdir, "index.html"), page)
  return { folder: outdir, words: warnings.map(({ text }) => text) }
}

/** With a hash worker of its own. */
const withEsbuild: Bundle = (app) =>
  esbuildInto(
    join(app, "with-esbuild"),
    `hashWorker: () => new Worker("/hash-worker.js", { type: "module" })`,
    { "hash-worker": "effect-drive/hash-worker" }
  )

/** Knowing nothing of workers. */
export const esbuildAlone = (app: string): Promise<Built> => esbuildInto(join(app, "esbuild-alone"), "", {})

/** With no loader and no plugin. */
const compileInto = async (make: typeof webpack, context: string): Promise<Built> => {
  write(context)
  const folder = join(context, "dist")
  const compiler = make({
    mode: "production",
    optimization: { minimize: false },
    performance: false,
    context,
    entry: "./main.js",
    output: { path: folder }
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString("errors-only"))
  writeFileSync(join(folder, "index.html"), page)
  return { folder, words: stats.toJson({ all: false, warnings: true }).warnings?.map(({ message }) => message) ?? [] }
}

const withWebpack: Bundle = (app) => compileInto(webpack, join(app, "with-webpack"))

/** Takes webpack's options. */
const withRspack: Bundle = async (app, tools) => {
  const { rspack } = await load<{ readonly rspack: typeof webpack }>(tools, "@rspack/core/dist/index.js")
  return compileInto(rspack, join(app, "with-rspack"))
}

const viteInto = async (build: typeof vite7, root: string): Promise<Built> => {
  write(root)
  const words: Array<string> = []
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: { target: "es2022", minify: false, rollupOptions: { onwarn: ({ message }) => words.push(message) } }
  })
  return { folder: join(root, "dist"), words }
}

const withVite7: Bundle = (app) => viteInto(vite7, join(app, "with-vite-7"))

const withVite8: Bundle = async (app, tools) => {
  const { build } = await load<typeof Vite>(tools, "vite/dist/node/index.js")
  return viteInto(build, join(app, "with-vite-8"))
}

/** What Rollup needs for packages of npm, no more. */
const withRollup: Bundle = async (app, tools) => {
  const root = write(join(app, "with-rollup"))
  const folder = join(root, "dist")
  const { rollup } = await load<typeof Rollup>(tools, "rollup/dist/es/rollup.js")
  const plugin = async (name: string, options: object) => {
    const { default: make } = await load<{ readonly default: (options: object) => Rollup.Plugin }>(
      tools,
      `@rollup/plugin-${name}/dist/es/index.js`
    )
    return make(options)
  }
  const words: Array<string> = []
  const bundle = await rollup({
    input: join(root, "main.js"),
    plugins: [await plugin("node-resolve", { browser: true }), await plugin("commonjs", {}), await plugin("json", {})],
    onwarn: ({ message }) => words.push(message)
  })
  await bundle.write({ dir: folder, format: "es" })
  await bundle.close()
  writeFileSync(join(folder, "index.html"), page)
  return { folder, words }
}

/** By the names that docs/bundlers.md has for them. */
export const bundlers = {
  "esbuild 0.28": withEsbuild,
  "webpack 5": withWebpack,
  "Rspack 2": withRspack,
  "Vite 7": withVite7,
  "Vite 8": withVite8,
  "Rollup 4": withRollup,
  "Next 16, Turbopack": nextWith("turbopack"),
  "Next 16, webpack": nextWith("webpack")
} as const satisfies Readonly<Record<string, Bundle>>

export type Bundler = keyof typeof bundlers

const names = Object.keys(bundlers) as ReadonlyArray<Bundler> // the keys of an object of ours

/** `npm run test:elsewhere` leaves out what takes minutes, its short form Next; `npm run test:package` tries all. */
const runs: Readonly<Record<string, ReadonlyArray<Bundler>>> = {
  quick: names.filter((name) => !name.startsWith("Next")),
  most: names.filter((name) => name !== "Next 16, webpack"),
  all: names
}

/** A run of no bundlers would pass. */
const wantedRun = (name: string): ReadonlyArray<Bundler> => {
  const run = runs[name]
  if (run === undefined) throw new Error(`BUNDLERS=${name} is none of ${Object.keys(runs).join(", ")}`)
  return run
}

/** Those that this run tries. */
export const triedBundlers = wantedRun(process.env["BUNDLERS"] ?? "most")

/** The scripts of a built application, by their paths in its folder. */
export const scriptsOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
