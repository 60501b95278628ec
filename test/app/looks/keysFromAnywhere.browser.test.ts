/** Keys of a list that work where the list has not the focus: after the page has loaded, after a click beside it, on its buttons. */
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"

const stage = setAppStage()

let folder = ""
let empty = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("keys from anywhere", there)
  empty = await drive.files.ensureFolder("keys in nothing", there)
  for (const name of ["a.txt", "b.txt", "c.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
})

const markedWords = (page: Page) => page.evaluate<string>("getSelection().toString()")

describe("Ctrl+A", () => {
  test("selects the items of a list that nobody has touched, and not the words of the page", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "a.txt").waitFor()
    await page.keyboard.press("Control+a")
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor()
    expect(await markedWords(page)).toBe("")
    await page.context().close()
  })

  test("does so from a filter that was pressed last, and from the menu button of a row", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "a.txt").waitFor()
    await page.getByRole("button", { name: "Documents", exact: true }).click()
    await page.keyboard.press("Control+a")
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor()
    await page.keyboard.press("Escape")
    await row(page, "b.txt").hover()
    await row(page, "b.txt").getByRole("button", { name: /^More/ }).focus()
    await page.keyboard.press("Control+a")
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor()
    expect(await markedWords(page)).toBe("")
    await page.context().close()
  })

  test.each(["an empty folder", "an empty bin"])("marks nothing in %s", async (where) => {
    const page = await openRoom(stage(), "s3", where === "an empty folder" ? `f/${empty}` : "bin")
    await page.locator("[data-picture]").waitFor()
    await page.keyboard.press("Control+a")
    expect(await markedWords(page)).toBe("")
    await page.context().close()
  })

  test("marks the words of a field that is being written in", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "a.txt").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("txt")
    await page.keyboard.press("Control+a")
    await page.keyboard.type("b.t")
    await row(page, "a.txt").waitFor({ state: "detached" })
    expect(await page.getByRole("searchbox").inputValue()).toBe("b.t")
    expect(await page.getByRole("toolbar", { name: "1 selected" }).count()).toBe(0)
    await page.context().close()
  })
})

test("arrows lead into a list that nobody has touched, and not out of a dialog", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "a.txt").waitFor()
  await page.keyboard.press("ArrowDown")
  await expect.poll(() => row(page, "a.txt").evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press("ArrowDown")
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  await page.keyboard.press("Escape")
  await page.evaluate("document.activeElement.blur()")
  await page.keyboard.press("?")
  await page.getByRole("dialog").waitFor()
  await page.evaluate("document.activeElement.blur()")
  await page.keyboard.press("ArrowDown")
  expect(await row(page, "b.txt").evaluate((one) => one === document.activeElement)).toBe(false)
  await page.context().close()
})
