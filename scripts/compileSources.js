/**
 * The sources as JavaScript, one file for each, below `node_modules/.cache`, where `effect-drive/...` means these files as it means
 * the installed package elsewhere. Types are checked by `npm run check`, not here.
 */
import { build, version as compiler } from "esbuild"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { dirname, extname, join, relative, resolve } from "node:path"
import { cache } from "./cachedFolder.js"

const root = resolve(import.meta.dirname, "..")

/** Another program may be reading the file, so it is never seen half written. `time` is what the file says of when it was written. */
function put(path, contents, time) {
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, contents)
  if (time !== undefined) utimesSync(fresh, time / 1000, time / 1000)
  renameSync(fresh, path)
}

/** In milliseconds. */
const timeOf = (path) => Math.round(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN)

const filesBelow = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, name)) : []

const isSource = (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts")

const isFolder = (path) => extname(path) === ""

const sourcesOf = (path) => isFolder(path) ? filesBelow(join(root, path)).filter(isSource) : [join(root, path)]

/** Where the JavaScript of a source is. */
export const compiledFile = (source) => {
  const path = relative(root, resolve(source))
  return join(cache, `${path.slice(0, -extname(path).length)}.js`)
}

/** With another compiler or another script all of it would be other JavaScript. */
function compiledWith() {
  const hash = createHash("sha256").update(compiler)
  for (const path of ["scripts/compileSources.js", "tsconfig.json", "tsconfig.base.json"]) {
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest("hex")
}

/** Each path has its own, for another program compiles other paths. */
const stampOf = (path) => `${join(cache, path)}.compiled-with`

const isCompiledWith = (hash, path) => existsSync(stampOf(path)) && readFileSync(stampOf(path), "utf8") === hash

/** A source that was deleted must not be found any more. */
function removeOthers(folder, files) {
  for (const path of filesBelow(join(cache, folder))) {
    if (path.endsWith(".js") && !files.has(path)) rmSync(path, { force: true })
  }
}

/**
 * Compiles what has changed of these folders, and of these single files. The JavaScript bears the time of its source as it was before
 * the compiler read it. The compiler is not stopped, for vitest may be waiting for it too.
 */
export async function compileSources(paths) {
  const now = compiledWith()
  const others = paths.filter((path) => !isCompiledWith(now, path))
  const times = new Map(paths.flatMap(sourcesOf).map((source) => [compiledFile(source), timeOf(source)]))
  const hasChanged = (source) => timeOf(compiledFile(source)) !== times.get(compiledFile(source))
  const { outputFiles } = await build({
    entryPoints: paths.flatMap((path) => others.includes(path) ? sourcesOf(path) : sourcesOf(path).filter(hasChanged)),
    outbase: root,
    outdir: cache,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning"
  })
  for (const { path, contents } of outputFiles) put(path, contents, times.get(path))
  const { name, type, version, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const here = JSON.stringify({ name, type, version, exports }, null, 2).replaceAll("\"./dist/", "\"./")
  put(join(cache, "package.json"), here)
  for (const path of paths) if (isFolder(path)) removeOthers(path, times)
  for (const path of others) put(stampOf(path), now)
}
