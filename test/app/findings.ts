/** What axe finds on a page, in both themes, narrow and wide; one line each. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

const run = `${axe}; axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(" | ")))`

const findings = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(run)

const sizes = [{ width: 360, height: 740 }, { width: 1440, height: 900 }]

/** Leaves the page wide and light. */
export const findingsEverywhere = async (page: Page): Promise<ReadonlyArray<string>> => {
  const all: Array<string> = []
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const finding of await findings(page)) all.push(`${colorScheme} ${size.width}: ${finding}`)
    }
  }
  return all
}

/** What the page says that nobody should have to read: errors and warnings of the console, exceptions, dialogs. */
export const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)))
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}
