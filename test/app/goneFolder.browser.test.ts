/** A folder that somebody else deleted: the page says so, and offers nothing that would be put into it. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import type { TestedPlatform } from "./AppStage.js"
import { openFolder, setAppStage, triedPlatforms } from "./AppStage.js"
import { findingsEverywhere } from "./findings.js"
import { drop, makeFolder, panel, row } from "./onPage.js"

const stage = setAppStage()

const gone = (page: Page) => page.getByRole("heading", { level: 2, name: /no longer here/ })

const folderWith = async (platform: TestedPlatform, path: string): Promise<string> => {
  const there = { spaceId: `${platform}-space` }
  const folder = await stage().drive.files.ensureFolder(path, there)
  await stage().drive.uploads.start({ source: new Blob(["left"]), name: "left.txt", parentFileId: folder }, there).done
  return folder
}

const remove = (platform: TestedPlatform, folder: string) =>
  stage().drive.files.remove([folder], { spaceId: `${platform}-space` })

const offersNothing = async (page: Page): Promise<void> => {
  await gone(page).waitFor()
  expect(await page.getByRole("button", { name: /^(New folder|Upload|Add)$/ }).count()).toBe(0)
  expect(await page.getByRole("toolbar").count()).toBe(0)
  expect(await row(page, "left.txt").count()).toBe(0)
}

test.each(triedPlatforms)("%s: one that is opened by its address", async (platform) => {
  const folder = await folderWith(platform, "deleted before")
  await remove(platform, folder)
  const page = await openFolder(stage(), platform, folder)
  await offersNothing(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await offersNothing(page)
  expect(await findingsEverywhere(page)).toEqual([])

  const choosers: Array<unknown> = []
  page.on("filechooser", (chooser) => choosers.push(chooser))
  await page.keyboard.press("Shift+N")
  await page.keyboard.press("Shift+U")
  await drop(page, [import.meta.filename])
  await page.getByRole("button", { name: "To the files" }).press("Enter")
  await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
  await row(page, "deleted before").waitFor({ state: "detached" })
  expect(await page.getByRole("dialog").count()).toBe(0)
  expect(await panel(page).count()).toBe(0)
  expect(choosers).toEqual([])
  await makeFolder(page, `made after by ${platform}`)
  await page.context().close()
})

test("one that is deleted while it is open", async () => {
  const folder = await folderWith("s3", "deleted while open")
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "left.txt").focus()
  await page.keyboard.press("x")
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  await remove("s3", folder)
  // what is changed makes the page ask for the list again
  await page.keyboard.press("Delete")
  await offersNothing(page)
  await page.context().close()
})
