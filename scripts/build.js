/** `npm run build`: a fresh `dist`, the library with its types and, below `app`, the web drive. */
import { rmSync } from "node:fs"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import { buildApp } from "./buildApp.js"
import { command } from "./vitestRun.js"

const require = createRequire(import.meta.url)

rmSync("dist", { recursive: true, force: true })
const results = await Promise.all([
  command(process.execPath, [require.resolve("typescript/lib/tsc.js"), "-p", "tsconfig.build.json"]),
  buildApp(resolve("dist/app"))
])
process.exitCode = results.some((status) => status !== 0) ? 1 : 0
