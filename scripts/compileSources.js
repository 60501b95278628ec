/**
 * The sources as JavaScript, one file for each, below `node_modules/.cache`, where `effect-drive/...` means these files as it means
 * the installed package elsewhere. Types are checked by `npm run check`, not here.
 */
import { build } from "esbuild"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, extname, join, relative, resolve } from "node:path"
import { cache } from "./cachedFolder.js"

const root = resolve(import.meta.dirname, "..")

/** Another program may be reading the file, so it is never seen half written. */
function put(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(contents))) return
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, contents)
  renameSync(fresh, path)
}

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

/** A source that was deleted must not be found any more. */
function removeOthers(folder, files) {
  for (const path of filesBelow(join(cache, folder))) {
    if (path.endsWith(".js") && !files.has(path)) rmSync(path, { force: true })
  }
}

/**
 * Compiles all of these folders, and these single files. It takes a fraction of a second. The compiler is not stopped, for vitest
 * may be waiting for it too.
 */
export async function compileSources(paths) {
  const { outputFiles } = await build({
    entryPoints: paths.flatMap(sourcesOf),
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
  for (const file of outputFiles) put(file.path, file.contents)
  const { name, type, version, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const here = JSON.stringify({ name, type, version, exports }, null, 2).replaceAll("\"./dist/", "\"./")
  put(join(cache, "package.json"), here)
  const files = new Set(outputFiles.map((file) => file.path))
  for (const path of paths) if (isFolder(path)) removeOthers(path, files)
}
