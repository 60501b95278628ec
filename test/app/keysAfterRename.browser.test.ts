/** Once a name is sent its field is gone: keys and clicks are for the list, and a refusal takes them from nothing else. */
import type { Page } from "playwright-core"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { row, rowSide, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let page: Page
let folder: string
let letGo: () => void

beforeEach(async ({ task }) => {
  const { drive } = stage()
  folder = await drive.files.ensureFolder(task.name, inSpace)
  for (const name of ["one.txt", "three.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  await drive.files.ensureFolder(`${task.name}/inside`, inSpace)
  page = await openFolder(stage(), "s3", folder)
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route("**/api/v2/file/*/rename", async (route) => {
    await held
    await route.continue()
  })
})

afterEach(async () => {
  letGo()
  await page.context().close()
})

const field = () => page.getByRole("textbox", { name: "New name" })
const reason = () => page.getByRole("row").getByRole("alert")
const focused = () => page.evaluate("document.activeElement.dataset.name")
const names = async () =>
  (await stage().drive.files.list({ parentFileId: folder }, inSpace)).items.map(({ name }) => name).sort()

const write = async (name: string, newName: string): Promise<void> => {
  await row(page, name).click(rowSide)
  await page.keyboard.press("F2")
  await field().fill(newName)
  await page.keyboard.press("Enter")
}

test("keys are for the row, and the name that comes takes none from where they have led", async () => {
  await write("one.txt", "other.txt")
  await page.keyboard.press("Shift+M")
  await page.getByRole("dialog").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.keyboard.press("ArrowDown")
  await expect.poll(focused).toBe("three.txt")
  letGo()
  await told(page, "Renamed to “other.txt”")
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
  expect(await focused()).toBe("three.txt")
})

test("a click elsewhere leads the keys there", async () => {
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("F2")
  await field().fill("other.txt")
  await row(page, "two.txt").click(rowSide)
  letGo()
  await told(page, "Renamed to “other.txt”")
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
  expect(await focused()).toBe("two.txt")
})

test("the field comes back with what was typed, and has the keys", async () => {
  await write("one.txt", "two.txt")
  await field().waitFor({ state: "detached" })
  letGo()
  await reason().waitFor()
  await page.keyboard.type("!")
  expect(await field().inputValue()).toBe("two.txt!")
})

test("a refusal takes no keys from another row, and no letters from another name", async () => {
  await write("one.txt", "three.txt")
  await row(page, "two.txt").click(rowSide)
  letGo()
  await reason().waitFor()
  expect(await focused()).toBe("two.txt")
  await page.keyboard.press("F2")
  await page.keyboard.type("second")
  expect(await field().inputValue()).toBe("second.txt")
})

test("a refusal is told where another name is written", async () => {
  await write("one.txt", "two.txt")
  await row(page, "three.txt").click(rowSide)
  await page.keyboard.press("F2")
  await page.keyboard.type("half")
  letGo()
  await told(page, "Not renamed")
  expect(await field().inputValue()).toBe("half.txt")
})

test("a refusal is told where its row is not shown", async () => {
  await write("one.txt", "two.txt")
  await row(page, "inside").dblclick(rowSide)
  await page.getByText(/^Nothing in /).waitFor()
  letGo()
  await told(page, "Not renamed")
})

test("two names of one file arrive in their order", async () => {
  await write("one.txt", "first.txt")
  await row(page, "first.txt").waitFor()
  await write("first.txt", "second.txt")
  await row(page, "first.txt").waitFor({ state: "attached" })
  letGo()
  await told(page, "Renamed to “second.txt”")
  await expect.poll(names).toEqual(["inside", "second.txt", "three.txt", "two.txt"])
})
