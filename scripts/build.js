/** `npm run build`: a fresh `dist`, types and all. */
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { createRequire } from "node:module"

rmSync("dist", { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve("typescript/lib/tsc.js")
process.exitCode = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { stdio: "inherit" }).status ?? 1
