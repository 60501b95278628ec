/**
 * Runs a TypeScript program of this repository: `node scripts/start.js program.ts [its arguments]`. Its sources are compiled first.
 */
import { stop } from "esbuild"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { compiledFile, compileSources } from "./compileSources.js"

const folders = ["src", "emulator/src", "examples", "bench", "test/browser", "app/scripts"]

const [program, ...rest] = process.argv.slice(2)
if (program === undefined) {
  console.error("usage: node scripts/start.js program.ts [arguments]")
  process.exit(2)
}
await compileSources([...folders, "scripts/cachedFolder.js", "test/limits.ts"])
await stop()
process.setSourceMapsEnabled(true)
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true"
const entry = compiledFile(program)
process.argv = [process.execPath, entry, ...rest]
await import(pathToFileURL(entry).href)
