import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"

/** A page, narrow and wide, in both themes, without a finding of any weight. */
export const expectNoFindings = async (page: Page): Promise<void> => {
  const before = page.viewportSize()
  const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8")
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const found = await page.evaluate(`${axe}; axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(" | ")))`)
      expect([colorScheme, width, found]).toEqual([colorScheme, width, []])
    }
  }
  if (before !== null) await page.setViewportSize(before)
}
