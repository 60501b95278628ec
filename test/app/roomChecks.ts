/** What every room of the web drive is checked for, whatever is in it. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

/** What axe finds on a page as it is now, one line each. */
export const findings = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(" | ")))`)

/** The same in both themes, at 1440 px and at 360. */
export const findingsEverywhere = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      for (const one of await findings(page)) found.push(`${width} ${colorScheme} ${one}`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

/** What the page complains of in its console, as it comes. */
export const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  return complaints
}

export const row = (page: Page, name: string) => page.locator(`[data-index][data-name="${name}"]`)

/** Beside its icon and its check, so that it is selected and nothing is opened. */
export const rowSide = { position: { x: 90, y: 20 } }

export const messages = (page: Page) => page.getByRole("region", { name: "Messages" })
