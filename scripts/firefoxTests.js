/** The suites that need a Firefox: the one that the environment names, else the system's. */
import { existsSync } from "node:fs"
import { vitestRun } from "./vitestRun.js"

const systemPaths = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"]

export const howTo =
  "Firefox suites left out: set FIREFOX_PATH, or `apt-get install firefox-esr`, then `npm run test:firefox`"

/** The counts of the run, or `undefined` where there is no Firefox. */
export async function firefoxTests(args = [], { env = {}, inOnePiece = false } = {}) {
  const path = process.env.FIREFOX_PATH ?? systemPaths.find((one) => existsSync(one))
  if (path === undefined) return undefined
  return vitestRun("firefox", ["--config", "vitest.firefox.config.ts", ...args], {
    again: args.length === 0,
    env: { ...env, FIREFOX_PATH: path },
    inOnePiece
  })
}
