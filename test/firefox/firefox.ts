/** The Firefox that `FIREFOX_PATH` names, driven over WebDriver BiDi. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type * as Playwright from "playwright-core"
import { afterAll, vi } from "vitest"
import { cachedPackages } from "../../scripts/cachedFolder.js"
import { patient } from "../browser/chromium.js"
import type { TestedBrowser } from "../browser/pageFlows.js"
import { waitLimit } from "../limits.js"

/** Later releases ask for commands that Firefox ESR does not know yet. */
const driver = { "playwright-core": "1.61.1" }

/** What it saves lies in a folder of the suite that calls this: Playwright tells of downloads of addresses only, not of those of a page. */
export const firefoxOfSuite = (): TestedBrowser => {
  const downloads = mkdtempSync(join(tmpdir(), "firefox-saves-"))
  afterAll(() => rmSync(downloads, { recursive: true, force: true }))
  return {
    launch: async () => {
      const executablePath = process.env["FIREFOX_PATH"]
      if (executablePath === undefined) throw new Error("FIREFOX_PATH names no Firefox")
      const modules = await cachedPackages("firefox-driver", driver)
      // The types of the release in use are those of this one, as far as the tests go.
      const playwright = await import(
        pathToFileURL(join(modules, "playwright-core/index.mjs")).href
      ) as typeof Playwright
      return patient(
        await playwright.firefox.launch({
          channel: "moz-firefox",
          executablePath,
          headless: true,
          timeout: waitLimit,
          downloadsPath: downloads
        })
      )
    },
    saved: async (_, name) => {
      // Until all of it is there it has another name beside it.
      const isThere = () => {
        const names = readdirSync(downloads)
        return names.includes(name) && !names.some((one) => one.endsWith(".part"))
      }
      await vi.waitUntil(isThere, { timeout: waitLimit })
      return readFileSync(join(downloads, name))
    }
  }
}
