/** A real Chromium: the one named by `CHROME_PATH`, else the system's, else the one inside an npm package. */
import { existsSync } from "node:fs"
import type { Browser, BrowserServer, LaunchOptions } from "playwright-core"
import { chromium } from "playwright-core"
import { fromRun } from "./fromRun.js"
import { packagedChromium } from "./packagedChromium.js"

const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
]

export const chromiumPath = async (): Promise<string> =>
  process.env["CHROME_PATH"] ?? systemPaths.find((path) => existsSync(path)) ?? await packagedChromium()

// The package's own arguments would switch web security off and hide CORS faults.
const options = async (): Promise<LaunchOptions> => ({
  executablePath: await chromiumPath(),
  headless: true,
  args: ["--no-sandbox"],
  timeout: 120_000
})

/** One that several processes can connect to. */
export const serveChromium = async (): Promise<BrowserServer> => chromium.launchServer(await options())

/** One that nobody else has. */
export const launchOwnChromium = async (): Promise<Browser> => chromium.launch(await options())

/**
 * The one of this run of tests, as if it were the caller's own: contexts of others are not seen, and `close` ends those of the
 * caller alone. Files that are picked are copies, as for any Chromium that is connected to. Outside of a run one that is launched.
 */
export const launchChromium = async (): Promise<Browser> => {
  const address = await fromRun("chromium")
  return address === undefined ? launchOwnChromium() : chromium.connect(address, { timeout: 120_000 })
}
