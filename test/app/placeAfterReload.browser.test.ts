/** Who loads the page again, or comes back to it from another one, finds the list where it was. */
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { complaintsOf } from "./findings.js"
import { panel, pick, row, rowSide } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const folderOf = async (name: string, count: number): Promise<string> => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder(name, inSpace)
  for (let at = 0; at < count; at += 50) {
    await Promise.all(
      Array.from(
        { length: Math.min(50, count - at) },
        (_, more) => drive.files.createFolder({ name: `item ${1_000 + at + more}`, parentFileId }, inSpace)
      )
    )
  }
  return parentFileId
}

const list = (page: Page) => page.locator("[role='rowgroup'][tabindex]")
const place = (page: Page) => list(page).evaluate((area) => area.scrollTop)

test("a reload leads to the same rows, also of a list of several pages; nothing is selected then", async () => {
  const page = await openFolder(stage(), "s3", await folderOf("reloaded", 1_100))
  await page.getByText("1,100 items", { exact: true }).waitFor()
  await list(page).evaluate((area) => area.scrollTo(0, 44 * 900))
  await row(page, "item 1905").click(rowSide)
  const before = await place(page)
  await page.reload()
  await row(page, "item 1905").waitFor()
  await expect.poll(() => place(page)).toBe(before)
  expect(await page.locator("[aria-selected='true']").count()).toBe(0)
  await page.context().close()
})

test("who scrolls while the rows come is left where that led to", async () => {
  const page = await openFolder(stage(), "s3", await folderOf("scrolled meanwhile", 600))
  await page.getByText("600 items", { exact: true }).waitFor()
  await list(page).evaluate((area) => area.scrollTo(0, 44 * 550))
  await row(page, "item 1555").waitFor()
  let answer = () => {}
  const held = new Promise<void>((resolve) => answer = resolve)
  await page.route(/list\?.*page=2/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  // the end of the first page
  await page.locator("[data-index='499']").waitFor()
  await list(page).evaluate((area) => area.scrollTo(0, 44 * 100))
  await page.locator("[data-index='101']").waitFor()
  answer()
  await page.getByText("600 items", { exact: true }).waitFor()
  expect(await place(page)).toBe(44 * 100)
  await page.context().close()
})

test("Back and Forward lead to places of before a reload, and an address that is typed to the top", async () => {
  const page = await openFolder(stage(), "s3", await folderOf("before", 60))
  const address = page.url()
  await row(page, "item 1000").waitFor()
  await list(page).evaluate((area) => area.scrollTo(0, 44 * 10))
  await row(page, "item 1015").dblclick()
  await page.getByRole("heading", { level: 1, name: "item 1015" }).waitFor()
  await page.reload()
  await page.getByRole("heading", { level: 1, name: "item 1015" }).waitFor()
  await page.goBack()
  await row(page, "item 1015").waitFor()
  await expect.poll(() => place(page)).toBe(44 * 10)
  await page.goto("about:blank")
  await page.goto(address)
  await row(page, "item 1000").waitFor()
  expect(await place(page)).toBe(0)
  await page.context().close()
})

describe.each([
  ["places", "sessionStorage", "drive.places"],
  ["paused uploads", "localStorage", "drive.pausedUploads"],
  ["folders that are read", "localStorage", "drive.reading.of-before"]
])("the page starts, whatever is kept of %s", (_what, storage, key) => {
  test.each(["{", "[1]"])("%s", async (kept) => {
    const { drive } = stage()
    const folder = `kept by nobody, ${key} ${kept}`
    const parentFileId = await drive.files.ensureFolder(folder, inSpace)
    await drive.files.ensureFolder(`${folder}/inner`, inSpace)
    const page = await openFolder(stage(), "s3", parentFileId)
    await row(page, "inner").waitFor()
    await page.addInitScript(`${storage}.setItem(${JSON.stringify(key)}, ${JSON.stringify(kept)})`)
    const complaints = complaintsOf(page)
    await page.reload()
    await row(page, "inner").waitFor()
    // by then what resumes and what asks for folders again have read theirs
    await pick(page, [{ name: "added.txt", buffer: Buffer.from(key + kept) }])
    await panel(page).getByText("1 file uploaded").waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
