/** The list as somebody walks it who has read the overlay of the keys and nothing else. */
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { openFolder, setAppStage } from "../AppStage.js"
import { drawn } from "../findings.js"
import { row, rowSide } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

/** A folder of more rows than fit on the screen: folders first, then files. */
const openLong = async (): Promise<Page> => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder("long", inSpace)
  const numbers = Array.from({ length: 30 }, (_, index) => index + 10)
  await Promise.all(numbers.map((number) => drive.files.ensureFolder(`long/folder ${number}`, inSpace)))
  await Promise.all(
    ["notes.md", "note book.txt"].map((name) =>
      drive.uploads.start({ source: new Blob(["words"]), name, parentFileId }, inSpace).done
    )
  )
  const page = await openFolder(stage(), "s3", parentFileId)
  context = page.context()
  await row(page, "folder 10").waitFor()
  return page
}

const isSelected = (page: Page, name: string) => row(page, name).getAttribute("aria-selected")
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.dataset.name ?? ''")
const scrolled = (page: Page) => page.evaluate<number>("document.querySelector('[role=rowgroup][tabindex]').scrollTop")

test("Space selects the folder and shows the file that has the focus, and the list stays where it is", async () => {
  const page = await openLong()
  for (let steps = 0; await focused(page) === ""; steps++) {
    expect(steps).toBeLessThan(40)
    await page.keyboard.press("Tab")
  }
  expect([await focused(page), await isSelected(page, "folder 10")]).toEqual(["folder 10", "false"])
  await page.keyboard.press("Space")
  await expect.poll(() => isSelected(page, "folder 10")).toBe("true")
  expect(await scrolled(page)).toBe(0)

  await page.keyboard.press("Escape")
  await expect.poll(() => isSelected(page, "folder 10")).toBe("false")
  await page.keyboard.press("Control+End")
  await expect.poll(() => focused(page)).toBe("notes.md")
  expect(await isSelected(page, "notes.md")).toBe("false")
  await page.keyboard.press("Space")
  await page.getByRole("dialog", { name: "notes.md" }).waitFor()
  await page.keyboard.press("Escape")
  await expect.poll(() => focused(page)).toBe("notes.md")
  expect(await isSelected(page, "notes.md")).toBe("true")
})

test("X and Space with Control select one more, and the overlay says so", async () => {
  const page = await openLong()
  await row(page, "folder 10").focus()
  await page.keyboard.press("x")
  await page.keyboard.press("Control+ArrowDown")
  await page.keyboard.press("Control+Space")
  await page.getByText("2 selected").first().waitFor()
  // of two none is shown
  await page.keyboard.press("Space")
  expect(await scrolled(page)).toBe(0)
  await page.getByText("2 selected").first().waitFor()
  await page.keyboard.press("?")
  await page.getByRole("dialog").getByText("Select or deselect").waitFor()
})

test("F2 is for the row that has the keys where nothing is selected, and for what is selected elsewhere", async () => {
  const page = await openLong()
  await row(page, "folder 10").focus()
  await page.keyboard.press("F2")
  const field = page.getByRole("textbox", { name: "New name" })
  expect(await field.inputValue()).toBe("folder 10")
  await page.keyboard.press("Escape")
  await field.waitFor({ state: "detached" })
  await page.keyboard.press("x")
  await page.keyboard.press("Control+ArrowDown")
  await page.keyboard.press("F2")
  expect(await field.inputValue()).toBe("folder 10")
  await page.keyboard.press("Escape")
})

test("Tab saves a name and begins with the next one", async () => {
  const page = await openLong()
  await row(page, "folder 10").click(rowSide)
  await page.keyboard.press("F2")
  await page.keyboard.type("folder 09")
  await page.keyboard.press("Tab")
  await row(page, "folder 09").waitFor()
  const field = page.getByRole("textbox", { name: "New name" })
  await expect.poll(() => field.inputValue()).toBe("folder 11")
  await drawn(page)
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press("Escape")
  await field.waitFor({ state: "detached" })
})
