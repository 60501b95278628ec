/** A name that is edited in one tab while another one changes or removes what it is the name of. */
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, beforeEach, expect, test } from "vitest"
import { newContext, openFolderIn, setAppStage } from "./AppStage.js"
import { row, rowSide } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let context: BrowserContext
let page: Page
let other: Page
let folder: string

beforeEach(async ({ task }) => {
  const { drive } = stage()
  folder = await drive.files.ensureFolder(task.name, inSpace)
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  context = await newContext(stage())
  page = await openFolderIn(context, stage(), "s3", folder)
  other = await openFolderIn(context, stage(), "s3", folder)
  await page.bringToFront()
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("F2")
  await field().waitFor()
})

afterEach(() => context.close())

const field = () => page.getByRole("textbox", { name: "New name" })

const namesHere = async (): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId: folder }, inSpace)
  return items.map(({ name }) => name).sort()
}

const renameInOther = async (): Promise<void> => {
  await other.bringToFront()
  await row(other, "one.txt").click(rowSide)
  await other.keyboard.press("F2")
  await other.keyboard.type("of the other")
  await other.keyboard.press("Enter")
  await row(page, "of the other.txt").waitFor()
  await page.bringToFront()
}

test("a field that nobody has typed in shows the new name, and takes it back nowhere", async () => {
  await renameInOther()
  expect(await field().inputValue()).toBe("of the other.txt")
  await row(page, "two.txt").click(rowSide)
  await field().waitFor({ state: "detached" })
  // what would have been sent by then has come before this
  await page.keyboard.press("F2")
  await page.keyboard.type("second")
  await page.keyboard.press("Enter")
  await row(page, "second.txt").waitFor()
  await expect.poll(namesHere).toEqual(["of the other.txt", "second.txt"])
})

test("what has been typed stays, and is the name then", async () => {
  await page.keyboard.type("typed")
  await renameInOther()
  expect(await field().inputValue()).toBe("typed.txt")
  await page.keyboard.press("Enter")
  await row(page, "typed.txt").waitFor()
  await expect.poll(namesHere).toEqual(["two.txt", "typed.txt"])
})

test("the field of what is gone does not come back with it", async () => {
  await other.bringToFront()
  await row(other, "one.txt").click(rowSide)
  await other.keyboard.press("Delete")
  await row(page, "one.txt").waitFor({ state: "detached" })
  await other.keyboard.press("ControlOrMeta+z")
  await row(page, "one.txt").waitFor()
  expect(await field().count()).toBe(0)
})
