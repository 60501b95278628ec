/** The list in the hands of somebody with a mouse: framing rows, and coming back to where one was. */
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { openFolder, setAppStage } from "../AppStage.js"
import { row, rowSide } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

const numbers = Array.from({ length: 40 }, (_, index) => index + 10)

/** Folders `folder 10` to `folder 49`, of which some half fits on the screen. */
const openLong = async (name: string): Promise<Page> => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder(name, inSpace)
  await Promise.all(numbers.map((number) => drive.files.ensureFolder(`${name}/folder ${number}`, inSpace)))
  const page = await openFolder(stage(), "s3", folder)
  context = page.context()
  await row(page, "folder 10").waitFor()
  return page
}

const list = (page: Page) => page.locator("[role='rowgroup'][tabindex]")
const scrolled = (page: Page) => list(page).evaluate((one) => one.scrollTop)
const count = (page: Page) => page.getByText(/^\d+ selected/).first()

/** Beside the name: what begins there draws a frame, and drags nothing. */
const beside = async (page: Page, name: string) => {
  const box = await row(page, name).boundingBox()
  if (box === null) throw new Error(`${name} is not on the screen`)
  return { x: box.x + box.width - 120, y: box.y + box.height / 2 }
}

test("a frame selects what it touches, with Control more of it, and scrolls the list at its edge", async () => {
  const page = await openLong("framed")
  const drag = async (from: string, to: string) => {
    const [start, end] = [await beside(page, from), await beside(page, to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x - 200, end.y, { steps: 6 })
  }
  await drag("folder 12", "folder 15")
  await count(page).getByText("4 selected").or(page.getByText("4 selected")).first().waitFor()
  await page.mouse.up()
  await page.keyboard.down("Control")
  await drag("folder 18", "folder 19")
  await page.mouse.up()
  await page.keyboard.up("Control")
  await page.getByText("6 selected").first().waitFor()
  expect(await row(page, "folder 16").getAttribute("aria-selected")).toBe("false")

  const start = await beside(page, "folder 20")
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  const box = await list(page).boundingBox()
  await page.mouse.move(start.x - 100, (box?.y ?? 0) + (box?.height ?? 0) - 4, { steps: 6 })
  await page.getByText("30 selected").first().waitFor()
  await page.mouse.up()
  expect(await scrolled(page)).toBeGreaterThan(0)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "New folder" }).first().waitFor()
})

test("back and forward bring the place, the selection and the focus of the list back", async () => {
  const page = await openLong("come back to")
  await list(page).evaluate((one) => one.scrollTo(0, one.scrollHeight))
  await row(page, "folder 40").click(rowSide)
  await row(page, "folder 44").click({ ...rowSide, modifiers: ["Control"] })
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(0)
  await row(page, "folder 44").dblclick(rowSide)
  await page.getByText(/^Nothing in .*folder 44/).waitFor()

  await page.goBack()
  await row(page, "folder 44").waitFor()
  await expect.poll(() => scrolled(page)).toBe(place)
  await expect.poll(() => row(page, "folder 44").getAttribute("aria-selected")).toBe("true")
  // the first Tab into the list goes to the row that had the focus
  expect(await row(page, "folder 44").getAttribute("tabindex")).toBe("0")
  await page.goForward()
  await page.getByText(/^Nothing in .*folder 44/).waitFor()
})

const gate = () => {
  let open: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { isOpen, open: () => open() }
}

test("the list stays until the folder that was opened is there, and the heading says no other name in between", async () => {
  const page = await openLong("opened from")
  const id = await row(page, "folder 12").getAttribute("data-id")
  const asked = gate()
  const answered = gate()
  await page.route((url) => url.searchParams.get("parent_file_id") === id, async (route) => {
    asked.open()
    await answered.isOpen
    await route.continue()
  })
  await page.evaluate(`{
    window.headings = []
    window.isKept = false
    new MutationObserver(() => {
      window.headings.push(document.querySelector("main h1")?.textContent)
      window.isKept ||= document.querySelector("[data-dimmed] [data-name='folder 13']") !== null
    }).observe(document.querySelector("main"), { attributeFilter: ["data-dimmed"], childList: true, characterData: true, subtree: true })
  }`)
  await row(page, "folder 12").dblclick(rowSide)
  await asked.isOpen
  await expect.poll(() => page.evaluate("window.isKept")).toBe(true)
  answered.open()
  await page.getByText(/^Nothing in .*folder 12/).waitFor()
  expect([...new Set(await page.evaluate<ReadonlyArray<string>>("window.headings"))].slice(-2))
    .toEqual(["opened from", "folder 12"])
})

test("the middle button on a name opens a folder in a tab beside this one, signed in; Control still selects", async () => {
  const page = await openLong("opened beside")
  const name = row(page, "folder 12").locator("[data-grip]").last()
  const beside = page.context().waitForEvent("page")
  await name.click({ button: "middle" })
  const tab = await beside
  await tab.getByRole("heading", { level: 1, name: "folder 12" }).waitFor()
  await tab.getByText(/^Nothing in .*folder 12/).waitFor()
  await tab.close()
  // this page stays, and nothing in it is selected
  await page.getByRole("heading", { level: 1, name: "opened beside" }).waitFor()
  expect(await count(page).count()).toBe(0)
  await name.click({ modifiers: ["ControlOrMeta"] })
  await count(page).waitFor()
  expect(page.context().pages().length).toBe(1)
})
