/** Where a long list stands when it is filtered, shown in another way, or given another width. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"

const stage = setAppStage()

const list = (page: Page) => page.locator("[role='rowgroup'][tabindex]")

/** The first that can be seen whole. */
const firstInSight = (page: Page): Promise<string> =>
  page.evaluate<string>(`{
    const { top } = document.querySelector("[role='rowgroup'][tabindex]").getBoundingClientRect()
    const whole = [...document.querySelectorAll("[data-index]")].filter((item) => item.getBoundingClientRect().top >= top - 1)
    whole.sort((one, other) => one.dataset.index - other.dataset.index)[0]?.dataset.name ?? ""
  }`)

test("a filter begins at its first hit, and the list is where it was once it is emptied, also in another view or width", async () => {
  const inSpace = { spaceId: "s3-space" }
  const folder = await stage().drive.files.ensureFolder("places", inSpace)
  await Promise.all(
    Array.from({ length: 240 }, (_, at) => stage().drive.files.ensureFolder(`places/item ${at + 1000}`, inSpace))
  )
  const page = await openFolder(stage(), "s3", folder)
  await page.getByText("240 items", { exact: true }).waitFor()
  const first = () => expect.poll(() => firstInSight(page))
  await list(page).evaluate((area) => area.scrollTo(0, 44 * 120))
  await first().toBe("item 1120")

  await page.keyboard.press("/")
  await page.keyboard.type("item 11")
  await first().toBe("item 1100")
  await page.keyboard.press("Escape")
  await first().toBe("item 1120")

  // nothing is found, so that there is no list for a while
  await page.keyboard.press("/")
  await page.keyboard.type("none")
  await list(page).waitFor({ state: "detached" })
  await page.keyboard.press("Escape")
  await first().toBe("item 1120")

  await page.getByRole("radio", { name: "Grid" }).click({ force: true })
  await first().toBe("item 1120")
  await page.setViewportSize({ width: 800, height: 900 })
  await expect.poll(async () => Math.abs(Number((await firstInSight(page)).slice(5)) - 1120)).toBeLessThan(6)
  await page.setViewportSize({ width: 1440, height: 900 })
  await first().toBe("item 1120")
  await page.getByRole("radio", { name: "List" }).click({ force: true })
  await first().toBe("item 1120")
  await page.getByRole("link", { name: "Recycle bin" }).click()
  await page.getByRole("heading", { level: 1, name: "Recycle bin" }).waitFor()
  await page.goBack()
  await first().toBe("item 1120")
  await page.context().close()
})
