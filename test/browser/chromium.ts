/** A real Chromium: the one named by `CHROME_PATH`, else the system's, else the one inside an npm package. */
import { existsSync } from "node:fs"
import type { Browser } from "playwright-core"
import { chromium } from "playwright-core"
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
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await chromiumPath(), headless: true, args: ["--no-sandbox"], timeout: 120_000 })
