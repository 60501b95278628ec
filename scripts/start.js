/**
 * Runs a TypeScript program of this repository: `node scripts/start.js program.ts [its arguments]`.
 *
 * The sources become JavaScript one by one (esbuild, a fraction of a second) below `node_modules/.cache`, where
 * `effect-drive/...` means these sources, as it means the installed package elsewhere. Types are checked by
 * `npm run check`, not here.
 */
import { build, stop } from "esbuild"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, extname, join, relative, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const root = resolve(import.meta.dirname, "..")
const target = join(root, "node_modules/.cache/effect-drive")

/** Another program may be reading the file, so it is never seen half written. */
function put(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(contents))) return
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, contents)
  renameSync(fresh, path)
}

function sources(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => join(root, folder, name))
}

async function transpile() {
  const { outputFiles } = await build({
    entryPoints: [
      ...["src", "emulator/src", "examples", "bench", "test/browser", "app/scripts"].flatMap(sources),
      join(root, "scripts/cachedFolder.js"),
      join(root, "test/limits.ts")
    ],
    outbase: root,
    outdir: target,
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
  put(join(target, "package.json"), here)
}

const [program, ...rest] = process.argv.slice(2)
if (program === undefined) {
  console.error("usage: node scripts/start.js program.ts [arguments]")
  process.exit(2)
}
await transpile()
await stop()
process.setSourceMapsEnabled(true)
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true"
const path = relative(root, resolve(program))
const entry = join(target, path.slice(0, -extname(path).length) + ".js")
process.argv = [process.execPath, entry, ...rest]
await import(pathToFileURL(entry).href)
