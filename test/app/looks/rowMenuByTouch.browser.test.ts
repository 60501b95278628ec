/** The menu at the end of a row, by touch: what was selected before is selected after it, so that the next tap opens again. */
import type { Locator, Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const names = ["one.txt", "two.txt", "three.txt"]
const bin = "bin"
const library = "assets"
const tablet = { width: 820, height: 1180 }
const phone = { width: 390, height: 844 }

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  folder = await drive.files.ensureFolder("menus by touch", inSpace)
  for (const name of names) {
    const { fileId } = await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
    await drive.assets.create({ fileId }, inSpace)
  }
  for (const name of names) {
    const { fileId } = await drive.uploads.start({ source: new Blob([name]), name: `old ${name}` }, inSpace).done
    await drive.recycleBin.recycle([fileId], inSpace)
  }
})

const open = (path: string, viewport: typeof phone): Promise<Page> =>
  openRoom(stage(), "s3", path, { viewport, hasTouch: true, isMobile: true })

const selected = (page: Page): Locator => page.locator("[data-index][aria-selected='true']")

const openMenu = async (page: Page, name: string): Promise<void> => {
  await row(page, name).getByRole("button", { name: "More" }).tap()
  await page.getByRole("menu").waitFor()
}

/** Beside the menu or the sheet. */
const closeMenu = async (page: Page): Promise<void> => {
  await page.touchscreen.tap(200, 20)
  await page.getByRole("menu").waitFor({ state: "detached" })
}

describe.each([["a phone", phone], ["a tablet", tablet]])("on %s", (_, viewport) => {
  test.each([
    ["a folder", () => `f/${folder}`, "one.txt"],
    ["the library", () => library, "one.txt"],
    ["the bin", () => bin, "old one.txt"]
  ])("a menu in %s that is put away leaves nothing selected", async (_room, path, name) => {
    const page = await open(path(), viewport)
    await openMenu(page, name)
    // what it is about can be seen
    expect(await selected(page).count()).toBe(1)
    await closeMenu(page)
    expect(await selected(page).count()).toBe(0)
    await page.context().close()
  })
})

test("what was chosen in it is done, and nothing stays selected", async () => {
  const page = await open(`f/${folder}`, phone)
  await openMenu(page, "one.txt")
  await page.getByRole("dialog").getByRole("button", { name: "Copy" }).tap()
  await page.getByRole("menu").waitFor({ state: "detached" })
  await row(page, "one (1).txt").waitFor()
  expect(await selected(page).count()).toBe(0)
  await openMenu(page, "two.txt")
  await page.getByRole("menuitem", { name: "Details" }).tap()
  await page.getByRole("complementary", { name: "Details" }).getByRole("heading", { name: "two.txt" }).waitFor()
  await page.context().close()
})

test("in the midst of selecting, the rows of before are selected again", async () => {
  const page = await open(`f/${folder}`, tablet)
  for (const name of ["one.txt", "two.txt"]) {
    await row(page, name).focus()
    await page.keyboard.press("x")
  }
  await openMenu(page, "three.txt")
  expect(await selected(page).count()).toBe(1)
  await closeMenu(page)
  expect(await selected(page).evaluateAll((rows) => rows.map((one) => one.getAttribute("data-name"))))
    .toEqual(["one.txt", "two.txt"])
  await page.context().close()
})
