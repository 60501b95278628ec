/** The suites that need WebKitGTK's browser, and a screen for it that nobody sees. */
import { spawnSync } from "node:child_process"
import { vitestRun } from "./vitestRun.js"

export const howTo = "WebKit suites left out: `apt-get install webkit2gtk-driver xvfb`, then `npm run test:webkit`"

const isInstalled = (program) => spawnSync("which", [program]).status === 0

/** The counts of the run, or `undefined` where there is no WebKit. */
export async function webkitTests(args = [], { env = {}, inOnePiece = false } = {}) {
  if (!["WebKitWebDriver", "Xvfb"].every(isInstalled)) return undefined
  return vitestRun("webkit", ["--config", "vitest.webkit.config.ts", ...args], {
    again: args.length === 0,
    env,
    inOnePiece
  })
}
