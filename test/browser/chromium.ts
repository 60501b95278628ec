/**
 * Real Chromiums. What the files of a run share is one without windows, by which a page costs half of the processor time that it
 * costs in a whole browser; a test that launches its own, and the bench, get the whole one of this machine.
 */
import { existsSync } from "node:fs"
import type { Browser, BrowserServer, LaunchOptions } from "playwright-core"
import { chromium } from "playwright-core"
import { waitLimit } from "../limits.js"
import { fromRun } from "./fromRun.js"
import { packagedChromium } from "./packagedChromium.js"

const wholeBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
]

const windowless = ["/usr/bin/chromium-headless-shell"]

/** The one inside an npm package, which has no windows either, is for this alone. */
const hasPackaged = process.platform === "linux" && process.arch === "x64"

type Program = Pick<LaunchOptions, "env" | "executablePath">

/** The one that `CHROME_PATH` names, else the first of these that is there. */
const installed = (paths: ReadonlyArray<string>): Program | undefined => {
  const executablePath = process.env["CHROME_PATH"] ?? paths.find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath }
}

/** The whole one of this machine. */
export const wholeChromium = async (): Promise<Program> => installed(wholeBrowsers) ?? await packagedChromium()

const withoutWindows = async (): Promise<Program> =>
  installed(windowless) ?? (hasPackaged ? await packagedChromium() : await wholeChromium())

// The package's own arguments would switch web security off and hide CORS faults.
const options = (program: Program, args: ReadonlyArray<string> = []): LaunchOptions => ({
  ...program,
  headless: true,
  args: ["--no-sandbox", ...args],
  timeout: waitLimit
})

/** A picture that nobody sees needs no process of its own. */
const forTests = "--in-process-gpu"

/** A page of the web drive does not live long enough to pay for optimised code, and begins with much of it. */
const forShortLives = "--js-flags=--no-opt,--no-maglev,--max-lazy,--initial-heap-size=256"

/** `compute`: pages that hash and transfer, by optimised code. `draw`: those of the web drive. */
export type Purpose = "compute" | "draw"

/** One that several processes can connect to. */
export const serveChromium = async (purpose: Purpose): Promise<BrowserServer> =>
  chromium.launchServer(options(await withoutWindows(), purpose === "draw" ? [forTests, forShortLives] : [forTests]))

/** On its pages anything may take as long as tests wait; Playwright gives up after 30 s, which a slow machine needs. */
export const patient = (browser: Browser): Browser =>
  browser.on("context", (context) => context.setDefaultTimeout(waitLimit))

/** One that nobody else has. */
export const launchOwnChromium = async (): Promise<Browser> =>
  patient(await chromium.launch(options(await wholeChromium())))

/**
 * The one of this run of tests, as if it were the caller's own: contexts of others are not seen, and `close` ends those of the
 * caller alone. Files that are picked are copies, as for any Chromium that is connected to. Outside of a run one that is launched.
 */
const connectTo = async (purpose: Purpose): Promise<Browser> => {
  const address = await fromRun(`chromium/${purpose}`)
  return address === undefined ? launchOwnChromium() : patient(await chromium.connect(address, { timeout: waitLimit }))
}

/** For pages that hash and transfer. */
export const launchChromium = (): Promise<Browser> => connectTo("compute")

/** For pages of the web drive. */
export const launchChromiumToDraw = (): Promise<Browser> => connectTo("draw")
