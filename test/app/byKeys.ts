/** Somebody who has a keyboard and nothing else. */
import type { Page } from "playwright-core"
import { expect } from "vitest"

/** What the focus is on: a row by its name, everything else by what it is called; empty where it is on nothing that is seen. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`{
    const at = document.activeElement
    const isSeen = at !== null && at !== document.body && at.checkVisibility({ visibilityProperty: true }) &&
      at.getBoundingClientRect().width > 0
    !isSeen ? "" : at.dataset.name ?? at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent.trim()
  }`)

export const isOn = (page: Page, name: RegExp | string): Promise<void> =>
  typeof name === "string"
    ? expect.poll(() => focused(page)).toBe(name)
    : expect.poll(() => focused(page)).toMatch(name)

/** Presses a key until the focus is on that. */
export const goOn = async (page: Page, key: string, name: RegExp | string): Promise<void> => {
  const isThere = async () => {
    const at = await focused(page)
    return typeof name === "string" ? at === name : name.test(at)
  }
  for (let count = 0; !await isThere(); count++) {
    expect(count, `${key} to ${String(name)}, now on ${await focused(page)}`).toBeLessThan(60)
    await page.keyboard.press(key)
  }
}

export const press = async (page: Page, ...keys: ReadonlyArray<string>): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

export const inRegion = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement?.closest('[data-region]')?.dataset.region ?? ''")

export const goToRegion = async (page: Page, name: string, key: "F6" | "Shift+F6" = "F6"): Promise<void> => {
  for (let count = 0; await inRegion(page) !== name; count++) {
    expect(count, `${key} to ${name}`).toBeLessThan(12)
    await page.keyboard.press(key)
  }
}

/** The arrows select what they go to. */
export const toRow = async (page: Page, name: string): Promise<void> => {
  await goToRegion(page, "list")
  await page.keyboard.press("Home")
  await goOn(page, "ArrowDown", name)
}

/** Goes to one of the places at the side, and opens it. */
export const toRoom = async (page: Page, name: string): Promise<void> => {
  await goToRegion(page, "places")
  await goOn(page, "Tab", name)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name }).waitFor()
}

export const hasFocus = (page: Page): Promise<void> => expect.poll(() => focused(page)).not.toBe("")
