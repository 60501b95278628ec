/** What is wrong with a page: what axe finds on it, and what it complains of itself. */
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

/** Once a page: it is half a megabyte. */
const loadAxe = async (page: Page): Promise<void> => {
  const isLoaded = await page.evaluate<boolean>("'axe' in window")
  if (!isLoaded) await page.evaluate(axe)
}

/** A page hears of another size in its next frame, and draws what it makes of that in the one after. */
const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"

/** Ends when what has changed on the page is drawn. */
export const drawn = (page: Page): Promise<void> => page.evaluate(twoFrames)

/** What axe finds on the page as it is now, one line each. */
export const findings = async (page: Page): Promise<ReadonlyArray<string>> => {
  await loadAxe(page)
  await drawn(page)
  // of what passes it need not say which elements did
  return page.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(" | ")))`)
}

const sizes = [{ width: 360, height: 740 }, { width: 1440, height: 900 }]

/** The same in both themes, narrow and wide. Leaves the page wide and light. */
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

/** The browser itself says of every request that was refused or broken that there was one. */
export const isFailedRequest = (text: string): boolean => text.startsWith("Failed to load resource")

/** What the page says from now on that nobody should have to read: errors and warnings of the console, exceptions, dialogs. */
export const complaintsOf = (
  page: Page,
  isExpected: (text: string) => boolean = () => false
): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    const isBad = message.type() === "error" || message.type() === "warning"
    if (isBad && !isExpected(message.text())) complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)))
  page.on("dialog", (dialog) => {
    if (dialog.type() === "beforeunload") return dialog.accept()
    complaints.push(`dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  return complaints
}
