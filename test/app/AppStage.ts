/** The built drive in a real Chromium, served with the policy that it ships with; one browser and one server a suite. */
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import type { PreviewServer } from "vite"
import { build, preview } from "vite"
import { afterAll, beforeAll } from "vitest"
import { launchChromium } from "../browser/chromium.js"

export const platforms = ["s3", "oss", "pds"] as const
export type TestedPlatform = (typeof platforms)[number]

export interface AppStage {
  readonly browser: Browser
  readonly emulator: RunningEmulator
  readonly origin: string
  /** Where the built page is. */
  readonly folder: string
  /** A drive of the same user, outside of the page. */
  readonly drive: DriveClient
}

/** Set up before the first test of the suite that calls this, taken down after its last. */
export const setAppStage = (): () => AppStage => {
  let stage: AppStage | undefined
  let server: PreviewServer | undefined
  const outDir = mkdtempSync(join(tmpdir(), "effect-drive-app-"))
  const config = { configFile: resolve("app/vite.config.ts"), logLevel: "error" as const, clearScreen: false }

  beforeAll(async () => {
    await build({ ...config, build: { outDir, minify: false } })
    const emulator = await startEmulator({
      spaces: platforms.map((platform) => ({ spaceId: `${platform}-space`, platform, name: platform.toUpperCase() }))
    })
    server = await preview({
      ...config,
      build: { outDir },
      preview: { host: "127.0.0.1", port: 0, proxy: { "/api": emulator.apiHost } }
    })
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" }, language: "en" })
    await drive.session.login({ accessToken: emulator.accessToken })
    stage = {
      browser: await launchChromium(),
      emulator,
      drive,
      folder: outDir,
      origin: (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, "")
    }
  }, 240_000)

  afterAll(async () => {
    await stage?.browser.close()
    await stage?.drive.dispose()
    await server?.close()
    await stage?.emulator.close()
    rmSync(outDir, { recursive: true, force: true })
  })

  return () => {
    if (stage === undefined) throw new Error("the stage is not set before the first test")
    return stage
  }
}

/** The worker that keeps the shell is tested by itself; elsewhere each context would load all of the shell for it. */
const withoutWorker = "delete Navigator.prototype.serviceWorker"

export const newContext = async (
  { browser }: AppStage,
  options: BrowserContextOptions = {}
): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en", ...options })
  await context.addInitScript(withoutWorker)
  return context
}

/** Another page of a folder in the same browser, signed in. */
export const openFolderIn = async (
  context: BrowserContext,
  { emulator, origin }: AppStage,
  platform: TestedPlatform,
  folder: string
): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${origin}/${platform}-space/f/${folder}#token=${encodeURIComponent(emulator.accessToken)}`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  return page
}

/** A page of a folder, signed in. */
export const openFolder = async (stage: AppStage, platform: TestedPlatform, folder: string): Promise<Page> => {
  const context = await newContext(stage)
  // Playwright takes the dialog of an input only
  await context.addInitScript("delete window.showOpenFilePicker")
  return openFolderIn(context, stage, platform, folder)
}
