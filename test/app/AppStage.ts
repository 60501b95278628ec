/** The built drive in a real Chromium, served by the emulator as `npm start` does it; one browser and one server a suite. */
import type { EmulatorOptions, RunningEmulator, SpaceOptions } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import type { RunnerTestCase } from "vitest"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { launchChromiumToDraw } from "../browser/chromium.js"
import { fromRun } from "../browser/fromRun.js"
import { tellPages } from "./tellPages.js"

export const platforms = ["s3", "oss", "pds"] as const
export type TestedPlatform = (typeof platforms)[number]

/** `npm run test:browser` names all of them, its short form S3. */
const given = process.env["WEB_DRIVE_ON"]?.split(" ") ?? ["s3"]

/** Those on which the cases are tried that depend on the platform; what people do all day is tried on all of them each time. */
export const triedPlatforms = platforms.filter((platform) => given.includes(platform))

// a run on none would pass
if (triedPlatforms.length < given.length) throw new Error(`WEB_DRIVE_ON takes ${platforms.join(", ")}`)

export interface AppStage {
  readonly browser: Browser
  readonly emulator: RunningEmulator
  readonly origin: string
  /** The folder of the built drive. */
  readonly webDrive: string
  /** A drive of the same user, outside of the page. */
  readonly drive: DriveClient
  readonly motion: boolean
}

interface StageOptions extends Pick<EmulatorOptions, "faultSwitches"> {
  /** Spaces beside the usual. */
  readonly more?: ReadonlyArray<SpaceOptions>
  /**
   * Whether things move on its pages. Default: as for people who want less motion, since a page that moves costs a tenth more of
   * the processor's time.
   */
  readonly motion?: boolean
  /** Default: the Chromium of this run. */
  readonly launch?: () => Promise<Browser>
}

/** Set up before the first test of the suite that calls this, taken down after its last. */
export const setAppStage = (
  { launch = launchChromiumToDraw, more = [], motion = false, ...options }: StageOptions = {}
): () => AppStage => {
  let stage: AppStage | undefined
  let running: RunnerTestCase | undefined
  let closePages: () => Promise<void> = async () => {}

  beforeAll(async () => {
    const outDir = await fromRun("app")
    if (outDir === undefined) throw new Error("only a run of tests has the built drive")
    const emulator = await startEmulator({
      ...options,
      webDrive: outDir,
      spaces: [
        ...platforms.map((platform) => ({ spaceId: `${platform}-space`, platform, name: platform.toUpperCase() })),
        ...more
      ]
    })
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" }, language: "en" })
    await drive.session.login({ accessToken: emulator.accessToken })
    const browser = await launch()
    closePages = tellPages(browser, () => running)
    stage = {
      browser,
      emulator,
      drive,
      motion,
      webDrive: outDir,
      origin: emulator.apiHost
    }
  }, 600_000)

  beforeEach(({ task }) => {
    running = task
  })

  afterEach(() => closePages())

  afterAll(async () => {
    await stage?.browser.close()
    await stage?.drive.dispose()
    await stage?.emulator.close()
  })

  return () => {
    if (stage === undefined) throw new Error("the stage is not set before the first test")
    return stage
  }
}

/** The worker that keeps the shell is tested by itself; elsewhere each context would load all of the shell for it. */
const withoutWorker = "delete Navigator.prototype.serviceWorker"

/** A message goes after a while, and a slow machine may look later than that: all of them are kept for `told`. */
const keepMessages = `{
  const told = window.toldMessages = []
  const seen = new WeakSet()
  new MutationObserver(() => {
    for (const message of document.querySelectorAll("[data-region='toasts'] li")) {
      if (seen.has(message)) continue
      seen.add(message)
      told.push(message.textContent)
    }
  }).observe(document, { childList: true, subtree: true })
}`

/** The panel of transfers goes by itself after a clean end, unless the pointer is on it: here it is from the beginning. */
const keepPanel = `{
  const seen = new WeakSet()
  new MutationObserver(() => {
    const panel = document.querySelector("[data-region='panel']")
    if (panel === null || seen.has(panel)) return
    seen.add(panel)
    panel.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  }).observe(document, { childList: true, subtree: true })
}`

export const newContext = async (
  { browser, motion }: AppStage,
  options: BrowserContextOptions = {}
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en",
    reducedMotion: motion ? "no-preference" : "reduce",
    ...options
  })
  // Playwright takes dialogs of files from the first listener on, and a key may overtake the command that says so.
  context.on("page", (page) => page.on("filechooser", () => {}))
  await context.addInitScript(withoutWorker)
  await context.addInitScript(keepMessages)
  await context.addInitScript(keepPanel)
  return context
}

const openPath = async (
  context: BrowserContext,
  { emulator, origin }: AppStage,
  platform: TestedPlatform,
  path: string
): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${origin}/${platform}-space/${path}#token=${encodeURIComponent(emulator.accessToken)}`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  return page
}

/** Another page of a folder in the same browser, signed in. */
export const openFolderIn = (
  context: BrowserContext,
  stage: AppStage,
  platform: TestedPlatform,
  folder: string
): Promise<Page> => openPath(context, stage, platform, `f/${folder}`)

/** A page of any room of a space, signed in. */
export const openRoom = async (
  stage: AppStage,
  platform: TestedPlatform,
  path: string,
  options: BrowserContextOptions = {}
): Promise<Page> => {
  const context = await newContext(stage, options)
  // Playwright takes the dialog of an input only
  await context.addInitScript("delete window.showOpenFilePicker")
  return openPath(context, stage, platform, path)
}

/** A page of a folder, signed in. */
export const openFolder = (stage: AppStage, platform: TestedPlatform, folder: string): Promise<Page> =>
  openRoom(stage, platform, `f/${folder}`)

/** The same, where what is saved is a download, of which tests hear: Playwright takes no dialog of the page's own. */
export const openFolderWithoutPickers = async (
  stage: AppStage,
  platform: TestedPlatform,
  folder: string,
  options: BrowserContextOptions = {}
): Promise<Page> => {
  const context = await newContext(stage, options)
  await context.addInitScript("delete window.showOpenFilePicker; delete window.showSaveFilePicker")
  return openFolderIn(context, stage, platform, folder)
}
