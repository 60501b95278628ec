/** A name that is changed from a menu: the field has the keys, as where F2 opened it. */
import type { Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { row, rowSide } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let page: Page

afterEach(() => page.context().close())

const field = () => page.getByRole("textbox", { name: "New name" })

const hasFocus = () => field().evaluate((one) => one === document.activeElement)

const folderOf = async (name: string, inside: ReadonlyArray<string>): Promise<string> => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder(name, inSpace)
  for (const name of inside) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId }, inSpace).done
  }
  return parentFileId
}

/** Types a name once the menu has had the time to give the focus back. */
const write = async (name: string): Promise<void> => {
  await page.getByRole("menuitem", { name: /^Rename/ }).click()
  await field().waitFor()
  await expect.poll(hasFocus).toBe(true)
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 200))")
  expect(await hasFocus()).toBe(true)
  // what is not selected in the field would stay
  await page.keyboard.type(name)
  await page.keyboard.press("Enter")
  await row(page, `${name}.txt`).waitFor()
  await field().waitFor({ state: "detached" })
}

test("from every menu of a wide page", async () => {
  page = await openFolder(stage(), "s3", await folderOf("wide", ["a.txt", "other.txt"]))
  await row(page, "a.txt").hover()
  await row(page, "a.txt").getByRole("button", { name: "More" }).click()
  await write("b")
  await page.getByRole("toolbar", { name: "1 selected" }).getByRole("button", { name: "More" }).click()
  await write("c")
  await row(page, "other.txt").click(rowSide)
  await row(page, "c.txt").click({ ...rowSide, button: "right" })
  await write("d")
  await page.keyboard.press("Shift+F10")
  await write("e")
  expect(await row(page, "other.txt").count()).toBe(1)
})

test("from the sheet of a phone", async () => {
  const folder = await folderOf("narrow", ["a.txt"])
  page = await openRoom(stage(), "s3", `f/${folder}`, { viewport: { width: 375, height: 740 }, hasTouch: true })
  await row(page, "a.txt").getByRole("button", { name: "More" }).tap()
  await write("b")
})

test("of an asset", async () => {
  await (await stage().drive.assets.create({ file: new Blob(["asset"]), name: "asset.txt" }, inSpace)).done
  page = await openRoom(stage(), "s3", "assets")
  await row(page, "asset.txt").click({ ...rowSide, button: "right" })
  await write("named")
})
