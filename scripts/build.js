/** `npm run build`: a fresh `dist`, types and all, with the web drive that the emulator serves. */
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

rmSync("dist", { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve("typescript/lib/tsc.js")
const vite = join(import.meta.dirname, "../node_modules/vite/bin/vite.js")
const steps = [
  [tsc, "-p", "tsconfig.build.json"],
  [vite, "build", "--config", "app/vite.config.ts", "--logLevel", "error"]
]
const failed = steps.find((step) => spawnSync(process.execPath, step, { stdio: "inherit" }).status !== 0)
process.exitCode = failed === undefined ? 0 : 1
