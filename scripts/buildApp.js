/** Builds the web drive. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { command } from "./vitestRun.js"

const require = createRequire(import.meta.url)
const vite = join(dirname(require.resolve("vite/package.json")), "bin/vite.js")

/** Into `outDir`; the promise is vite's exit status. The one that a run has built and handed on is copied. */
export async function buildApp(outDir) {
  const handedOn = process.env.EFFECT_DRIVE_APP
  if (handedOn === undefined) {
    const options = ["--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"]
    const env = { NODE_ENV: "production" }
    return command(process.execPath, [vite, "build", "--config", "app/vite.config.ts", ...options], { env })
  }
  cpSync(handedOn, outDir, { recursive: true })
  return 0
}

/**
 * Builds it once for all runs of tests that `use` starts. `use` gets the promise of the environment that hands it on; who finds none
 * there builds it and says why not.
 */
export async function withBuiltApp(use) {
  const work = mkdtempSync(join(tmpdir(), "effect-drive-test-"))
  const folder = join(work, "app")
  const env = buildApp(folder).then((status) => status === 0 ? { EFFECT_DRIVE_APP: folder } : {})
  try {
    return await use(env)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
