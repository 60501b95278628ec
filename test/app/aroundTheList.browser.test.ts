/** Small things around a list that go unnoticed until they fail. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newContext, openFolder, openFolderIn, openRoom, setAppStage } from "./AppStage.js"
import { row, rowSide, told } from "./onPage.js"

const stage = setAppStage({ motion: true })
const inSpace = { spaceId: "s3-space" }

const folderWith = async (path: string, ...names: ReadonlyArray<string>): Promise<string> => {
  const folder = await stage().drive.files.ensureFolder(path, inSpace)
  for (const name of names) {
    await stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  return folder
}

const list = (page: Page) => page.locator("[role='rowgroup'][tabindex]")

test("a press of the right button beside the rows is about the folder, and not about what is selected", async () => {
  const folder = await folderWith("beside rows", "one.txt", "two.txt")
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Control+c")
  const box = await list(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 300, (box?.y ?? 0) + (box?.height ?? 0) - 40, { button: "right" })
  await page.getByRole("menuitem", { name: "New folder" }).waitFor()
  expect(await page.getByRole("menuitem").evaluateAll((items) => items.map((item) => item.textContent))).toEqual(
    ["Upload files", "Upload a folder", "New folder", "PasteCtrl+V"]
  )
  await page.getByRole("menuitem", { name: "Paste" }).click()
  await told(page, "1 item copied")
  expect(await row(page, "one.txt").first().getAttribute("aria-selected")).toBe("false")
  await page.context().close()
})

test("on Apple's machines the key beside the letters deletes, and leads to no other folder", async () => {
  const folder = await folderWith("apple", "one.txt", "two.txt")
  const context = await newContext(stage())
  await context.addInitScript("Object.defineProperty(Navigator.prototype, 'platform', { get: () => 'MacIntel' })")
  const page = await openFolderIn(context, stage(), "s3", folder)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Backspace")
  await told(page, "1 item moved to the recycle bin")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Backspace")
  await row(page, "two.txt").waitFor()
  await page.getByRole("heading", { level: 1, name: "apple" }).waitFor()
  // where it is shown large too
  await row(page, "two.txt").dblclick(rowSide)
  await page.locator("[data-viewer]").waitFor()
  await page.keyboard.press("Backspace")
  await told(page, "1 item moved to the recycle bin")
  await context.close()
})

test("what was cut looks so again after one was elsewhere, and stays where it is when it is pasted there", async () => {
  const folder = await folderWith("cut and back", "one.txt")
  const page = await openFolder(stage(), "s3", folder)
  const isCut = () => row(page, "one.txt").getAttribute("data-cut")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Control+x")
  await expect.poll(isCut).toBe("true")
  await page.keyboard.press("Alt+ArrowUp")
  await row(page, "cut and back").waitFor()
  await page.goBack()
  await row(page, "one.txt").waitFor()
  await expect.poll(isCut).toBe("true")
  let moves = 0
  await page.route("**/move", (route) => {
    moves++
    return route.continue()
  })
  await page.keyboard.press("Control+v")
  await expect.poll(isCut).toBe(null)
  expect(moves).toBe(0)
  await page.context().close()
})

test("a name is changed in a tile in a field as wide as the tile, and what is wrong below the last row can be read", async () => {
  const folder = await folderWith(
    "in tiles",
    ...Array.from({ length: 30 }, (_, at) => `a name that is long ${at + 10}.txt`)
  )
  const page = await openRoom(stage(), "s3", `f/${folder}?view=grid`)
  const tile = row(page, "a name that is long 10.txt")
  await tile.click()
  await page.keyboard.press("F2")
  const field = page.getByRole("textbox", { name: "Name" })
  await field.waitFor()
  const [outer, inner] = [await tile.boundingBox(), await field.boundingBox()]
  expect(inner?.width).toBeGreaterThan((outer?.width ?? 0) - 20)
  await page.keyboard.press("Escape")

  await page.getByRole("radio", { name: "List" }).or(page.getByRole("button", { name: "List" })).first().click()
  await list(page).evaluate((one) => one.scrollTo(0, one.scrollHeight))
  const last = row(page, "a name that is long 39.txt")
  await last.click(rowSide)
  await page.keyboard.press("F2")
  await page.keyboard.type("no/name")
  await page.keyboard.press("Enter")
  const reason = page.getByRole("alert").filter({ hasText: "/" })
  await reason.waitFor()
  const [area, text] = [await list(page).boundingBox(), await reason.boundingBox()]
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((area?.y ?? 0) + (area?.height ?? 0))
  await page.context().close()
})

test("places that lie over the page have the focus, and keep it until they are put away", async () => {
  const folder = await folderWith("under places", "one.txt")
  const page = await openFolder(stage(), "s3", folder)
  await page.setViewportSize({ width: 900, height: 800 })
  const open = page.getByRole("button", { name: "Places" }).first()
  await open.click()
  const places = page.getByRole("navigation", { name: "Drive" })
  const hasFocus = () => places.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(hasFocus).toBe(true)
  for (let stop = 0; stop < 9; stop++) {
    await page.keyboard.press("Tab")
    const isElsewhere = await page.evaluate(
      "document.activeElement.closest('main, header, [data-region=topbar]') !== null"
    )
    expect(isElsewhere).toBe(false)
  }
  await page.keyboard.press("Escape")
  await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true)
  // a page that is wide again is in no way behind them
  await open.click()
  await expect.poll(hasFocus).toBe(true)
  await page.setViewportSize({ width: 1440, height: 800 })
  await row(page, "one.txt").click(rowSide)
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  await page.context().close()
})

test("a folder that is made while things are moved is shown in the one that it is in", async () => {
  await folderWith("shut away/inside", "one.txt")
  const folder = await folderWith("moved with a new one", "one.txt")
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("treeitem", { name: "shut away" }).locator("> div").click()
  await dialog.getByRole("button", { name: "New folder" }).click()
  await dialog.getByRole("textbox").last().fill("brand new")
  await page.keyboard.press("Enter")
  const made = dialog.getByRole("treeitem", { name: "brand new" })
  await made.waitFor()
  expect(await made.getAttribute("aria-selected")).toBe("true")
  await expect.poll(() => made.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.context().close()
})

test.each([
  {
    what: "a page that has no clipboard says so",
    permissions: [],
    script: "delete Navigator.prototype.clipboard",
    message: "The browser did not allow copying"
  },
  {
    what: "a text that is copied is told of",
    permissions: ["clipboard-write", "clipboard-read"],
    script: "",
    message: "Copied"
  }
])("$what", async ({ message, permissions, script, what }) => {
  const folder = await folderWith(what, "one.txt")
  const context = await newContext(stage(), { permissions })
  await context.addInitScript(script)
  const page = await openFolderIn(context, stage(), "s3", folder)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("i")
  await page.getByRole("complementary").getByRole("button", { name: "Copy" }).click()
  await told(page, message)
  await context.close()
})

test("a copy that is still being made says so, and is not opened", async () => {
  const folder = await folderWith("being copied", "one.txt")
  const page = await openFolder(stage(), "s3", folder)
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route("**/copy", async (route) => {
    await held
    await route.continue()
  })
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Control+d")
  const made = page.locator("[data-index][aria-busy='true']")
  await made.getByText("Copying…").waitFor()
  await made.dblclick(rowSide)
  expect(await page.evaluate("location.search")).toBe("")
  letGo()
  await told(page, "1 item copied")
  await page.context().close()
})
