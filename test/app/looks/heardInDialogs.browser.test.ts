/** What is said to people who do not see the page is to be heard while a dialog or menu is open, behind which the page is inert. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { row, rowSide } from "../onPage.js"
import { uploadTo } from "../visitors.js"

const stage = setAppStage()

/** How urgent those regions are that a screen reader is told of. */
const heard = (page: Page): Promise<ReadonlyArray<string | null>> =>
  page.locator("[aria-live][aria-atomic]").evaluateAll((regions) =>
    regions
      .filter((one) => one.closest("[inert], [aria-hidden='true'], [hidden]") === null)
      .map((one) => one.getAttribute("aria-live"))
  )

const isPageInert = (page: Page): Promise<boolean> =>
  page.locator("main").evaluate((main) => main.closest("[inert]") !== null)

test.each(
  [
    ["a dialog", "Shift+S", "dialog"],
    ["a dialog with a tree", "Shift+M", "dialog"],
    ["a menu", "Shift+F10", "menu"]
  ] as const
)("%s", async (_what, keys, role) => {
  const { parentFileId } = await uploadTo(stage(), "s3", "heard", `${keys}.txt`, "a")
  const page = await openRoom(stage(), "s3", `f/${parentFileId}`)
  await row(page, `${keys}.txt`).click(rowSide)
  expect(await heard(page)).toEqual(["polite", "assertive"])
  await page.keyboard.press(keys)
  await page.getByRole(role).waitFor()
  await expect.poll(() => isPageInert(page)).toBe(true)
  expect(await heard(page)).toEqual(["polite", "assertive"])
  await page.keyboard.press("Escape")
  await page.getByRole(role).waitFor({ state: "detached" })
  await expect.poll(() => isPageInert(page)).toBe(false)
  await page.context().close()
})
