/** Who opens a menu by keys is on its first entry, whichever button it belongs to. */
import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { uploadTo } from "../visitors.js"

const stage = setAppStage()

const named = (name: RegExp | string) => (page: Page): Locator =>
  page.getByRole("button", { name }).locator("visible=true").first()

test.each([
  ["the account", named("Account"), 1440, ""],
  ["the settings", named("Settings"), 1440, ""],
  ["the spaces", named(/^S3/), 1440, ""],
  ["uploads", named("Upload"), 1440, ""],
  ["the order of tiles", named(/^Sort by/), 1440, "?view=grid"],
  ["the order on a phone", named(/^Sort by/), 390, ""]
])("%s", async (_what, button, width, look) => {
  const { parentFileId } = await uploadTo(stage(), "s3", "menus by keys", "one.txt", "a")
  const page = await openRoom(stage(), "s3", `f/${parentFileId}${look}`, { viewport: { width, height: 900 } })
  for (const key of ["Enter", "Space"]) {
    await button(page).focus()
    await page.keyboard.press(key)
    await page.getByRole("menu").first().waitFor()
    await expect.poll(() =>
      page.getByRole("menu").first().locator("[role^='menuitem']").first().evaluate((entry) =>
        entry === document.activeElement
      )
    ).toBe(true)
    await page.keyboard.press("Escape")
    await page.getByRole("menu").waitFor({ state: "detached" })
    await expect.poll(() => button(page).evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await page.context().close()
})
