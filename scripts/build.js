/** `npm run build`: a fresh `dist`, the library with its types and, below `app`, the web drive. */
import { rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { command } from "./vitestRun.js"

const require = createRequire(import.meta.url)
const run = (...args) => command(process.execPath, args)

rmSync("dist", { recursive: true, force: true })
const vite = join(dirname(require.resolve("vite/package.json")), "bin/vite.js")
const results = await Promise.all([
  run(require.resolve("typescript/lib/tsc.js"), "-p", "tsconfig.build.json"),
  run(vite, "build", "--config", "app/vite.config.ts", "--logLevel", "warn")
])
process.exitCode = results.some((status) => status !== 0) ? 1 : 0
