/** What Esc does: what lies over the list goes first, then the selection, then the details, then the filter; the same in every room. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "../AppStage.js"
import { goOn, goToRegion, isOn, press, toRoom, toRow } from "../byKeys.js"
import { row } from "../onPage.js"

const stage = setAppStage({ motion: true })
const inSpace = { spaceId: "s3-space" }

let page: Page

beforeAll(async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("escaped", inSpace)
  for (const name of ["a.txt", "b.txt", "binned one.txt", "binned two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  const { items } = await drive.files.list({ parentFileId: folder }, inSpace)
  await drive.recycleBin.recycle(
    items.filter(({ name }) => name.startsWith("binned")).map(({ fileId }) => fileId),
    inSpace
  )
  for (const name of ["asset one.txt", "asset two.txt"]) {
    const upload = await drive.assets.create({ file: new Blob([name]), name }, inSpace)
    const { assetId } = await upload.done
    if (assetId !== undefined) await drive.assets.star({ assetId }, inSpace)
  }
  page = await openFolder(stage(), "s3", folder)
  await row(page, "b.txt").waitFor()
})

afterAll(() => page.context().close())

const details = () => page.getByRole("complementary", { name: "Details" })
const selected = (count: number) => page.getByRole("toolbar", { name: `${count} selected` })
const menu = () => page.getByRole("menu").first()

/** Of two rows the first is `one`. Leaves the room as it was found. */
const stepBack = async (one: string, other: string, hasDetails = true): Promise<void> => {
  await press(page, "/")
  await isOn(page, "Filter this list")
  const needle = one.slice(0, -".txt".length)
  await page.keyboard.type(needle)
  await row(page, other).waitFor({ state: "detached" })
  await toRow(page, one)
  if (hasDetails) {
    await press(page, "i")
    await details().getByRole("heading", { name: one }).waitFor()
  }
  await isOn(page, one)
  await press(page, "Shift+F10")
  await menu().waitFor()

  await press(page, "Escape")
  await menu().waitFor({ state: "detached" })
  await isOn(page, one)
  await selected(1).waitFor()
  await press(page, "Escape")
  await selected(1).waitFor({ state: "detached" })
  if (hasDetails) {
    expect(await details().count()).toBe(1)
    await press(page, "Escape")
    await details().waitFor({ state: "detached" })
  }
  expect(await page.getByRole("searchbox").inputValue()).toBe(needle)
  await isOn(page, one)
  await press(page, "Escape")
  await row(page, other).waitFor()
  expect(await page.getByRole("searchbox").inputValue()).toBe("")
  await isOn(page, one)
}

test("in a folder it goes back one step at a time, and empties the filter by kind too", async () => {
  await stepBack("a.txt", "b.txt")
  await goOn(page, "Shift+Tab", /^(Images|Folders)$/)
  await goOn(page, "ArrowRight", "Folders")
  await press(page, "Space")
  await page.getByText("No folders in this folder").waitFor()
  await press(page, "Escape")
  await row(page, "b.txt").waitFor()
})

test("in the field it empties the text, and goes to a row where there is none", async () => {
  await toRow(page, "b.txt")
  await press(page, "/")
  await page.keyboard.type("a")
  await row(page, "b.txt").waitFor({ state: "detached" })
  await press(page, "Escape")
  await row(page, "b.txt").waitFor()
  await isOn(page, "Filter this list")
  await press(page, "Escape")
  await expect.poll(() => page.evaluate("document.activeElement?.dataset.name ?? ''")).toMatch(/^[ab]\.txt$/)
  await press(page, "Escape")
})

test("in the details it closes them before it clears the selection", async () => {
  await toRow(page, "a.txt")
  await press(page, "i")
  await details().getByRole("heading", { name: "a.txt" }).waitFor()
  await goToRegion(page, "details")
  await goOn(page, "Tab", "Add a pair")
  await press(page, "Enter")
  await isOn(page, /^Key 1/)
  await press(page, "Escape")
  await details().waitFor({ state: "detached" })
  await selected(1).waitFor()
  await isOn(page, "a.txt")
  await press(page, "Escape")
  await selected(1).waitFor({ state: "detached" })
})

test("of a preview and of the inspector it closes no more than these", async () => {
  await toRow(page, "a.txt")
  await press(page, "Space")
  await page.getByRole("dialog", { name: "a.txt" }).waitFor()
  await press(page, "Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await selected(1).waitFor()
  await isOn(page, "a.txt")
  await press(page, "Control+.")
  await page.locator("[data-region='dock']").waitFor()
  await press(page, "Escape")
  await page.locator("[data-region='dock']").waitFor({ state: "detached" })
  await selected(1).waitFor()
  await press(page, "Escape")
  await selected(1).waitFor({ state: "detached" })
})

test("the overlay says so", async () => {
  await press(page, "?")
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Clear selection, close details, empty filter", { exact: true }).waitFor()
  await press(page, "Escape")
  await dialog.waitFor({ state: "detached" })
})

test("it does the same in the bin, in the library and under starred", async () => {
  await toRoom(page, "Recycle bin")
  await row(page, "binned two.txt").waitFor()
  await stepBack("binned one.txt", "binned two.txt", false)
  for (const room of ["Assets", "Starred"]) {
    await toRoom(page, room)
    await row(page, "asset two.txt").waitFor()
    await stepBack("asset one.txt", "asset two.txt")
  }
})

test("on a narrow page it closes the places, the details before what they cover, and then the filter, and says so in Chinese", async () => {
  const folder = await stage().drive.files.resolve("escaped", inSpace)
  const narrow = await openRoom(stage(), "s3", `f/${folder}`, {
    viewport: { width: 360, height: 740 },
    locale: "zh-CN"
  })
  await row(narrow, "a.txt").waitFor()
  const cover = narrow.getByRole("complementary", { name: "详情" })
  const bar = narrow.getByRole("toolbar", { name: "已选 1 项" })
  await narrow.getByRole("button", { name: "筛选此列表" }).waitFor()
  await press(narrow, "/")
  const field = narrow.getByRole("searchbox", { name: "筛选此列表" })
  await isOn(narrow, "筛选此列表")
  await field.fill("a")
  await row(narrow, "b.txt").waitFor({ state: "detached" })
  await row(narrow, "a.txt").focus()
  await press(narrow, "x", "i")
  await cover.waitFor()
  await press(narrow, "Escape")
  await cover.waitFor({ state: "detached" })
  await bar.waitFor()
  await press(narrow, "Escape")
  await bar.waitFor({ state: "detached" })
  await press(narrow, "Escape")
  await row(narrow, "b.txt").waitFor()
  await press(narrow, "/")
  await isOn(narrow, "筛选此列表")
  await field.fill("b")
  await row(narrow, "a.txt").waitFor({ state: "detached" })
  await press(narrow, "Escape")
  await row(narrow, "a.txt").waitFor()
  await press(narrow, "Escape")
  await field.waitFor({ state: "detached" })
  await expect.poll(() => narrow.evaluate("document.activeElement?.dataset.name ?? ''")).toMatch(/^[ab]\.txt$/)

  await row(narrow, "a.txt").focus()
  await press(narrow, "x")
  await bar.waitFor()
  await press(narrow, "?")
  await narrow.getByRole("dialog").getByText("取消选择、关闭详情、清空筛选").waitFor()
  await press(narrow, "Escape")
  await narrow.getByRole("dialog").waitFor({ state: "detached" })
  await press(narrow, "Escape")
  await bar.waitFor({ state: "detached" })
  await narrow.getByRole("button", { name: "更多" }).first().click()
  await narrow.getByRole("menuitem", { name: "位置" }).click()
  const places = narrow.locator("nav[data-open]")
  await places.waitFor()
  await press(narrow, "Escape")
  await places.waitFor({ state: "detached" })
  await narrow.context().close()
})
