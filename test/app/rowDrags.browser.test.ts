/** Rows that are dragged out of their list: to the places of the sidebar, and to the middle of a long way. */
import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { row, rowSide, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const put = async (parentFileId: string, ...names: ReadonlyArray<string>): Promise<void> => {
  for (const name of names) {
    await stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId }, inSpace).done
  }
}

const namesIn = async (parentFileId: string): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId, pageSize: 100 }, inSpace)
  return items.map(({ name }) => name).sort()
}

const centre = async (of: Locator) => {
  const box = await of.boundingBox()
  if (box === null) throw new Error("it is not on the screen")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Takes the row by its name. */
const grip = async (page: Page, name: string): Promise<void> => {
  const box = await row(page, name).boundingBox()
  if (box === null) throw new Error(`${name} is not on the screen`)
  const at = { x: box.x + 90, y: box.y + box.height / 2 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 12, at.y + 12, { steps: 4 })
}

/** The first move onto something only enters it. */
const over = async (page: Page, goal: Locator): Promise<void> => {
  const { x, y } = await centre(goal)
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.move(x + 2, y)
}

const isGoal = (goal: Locator) => goal.getAttribute("data-drop-target").then((mark) => mark === "true")

const dropOnto = async (page: Page, goal: Locator): Promise<void> => {
  await over(page, goal)
  await expect.poll(() => isGoal(goal)).toBe(true)
  await page.mouse.up()
}

const places = (page: Page) => page.getByRole("navigation", { name: "Drive" })

test("the sidebar takes rows of a folder where it can do something with them", async () => {
  const folder = await stage().drive.files.ensureFolder("to places", inSpace)
  await put(folder, "one to bin.txt", "two to bin.txt", "to top.txt", "is an asset.txt")
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one to bin.txt").click(rowSide)
  await row(page, "two to bin.txt").click({ ...rowSide, modifiers: ["ControlOrMeta"] })
  await grip(page, "one to bin.txt")
  const starred = places(page).getByRole("link", { name: "Starred" })
  await over(page, starred)
  expect(await isGoal(starred)).toBe(false)
  await dropOnto(page, places(page).getByRole("link", { name: "Recycle bin" }))
  await told(page, "2 items moved to the recycle bin")
  expect(await namesIn(folder)).toEqual(["is an asset.txt", "to top.txt"])

  await grip(page, "to top.txt")
  await dropOnto(page, places(page).getByRole("link", { name: "Files" }))
  await told(page, "1 item moved to “Files”")
  expect(await namesIn("root")).toContain("to top.txt")

  // what was uploaded is an asset already
  const assets = places(page).getByRole("link", { name: "Assets" })
  await grip(page, "is an asset.txt")
  await over(page, assets)
  expect(await isGoal(assets)).toBe(false)
  await page.context().close()
})

test("the sidebar takes assets into a pinned folder, out of it, to what has a star, and to the bin", async () => {
  const { drive } = stage()
  const { folderId } = await drive.assetFolders.create({ name: "pinned plans" }, inSpace)
  await drive.assetFolders.pin({ folderId, pinned: true }, inSpace)
  for (const name of ["plan one.txt", "plan two.txt"]) {
    await (await drive.assets.create({ file: new Blob([name]), name }, inSpace)).done
  }
  const page = await openRoom(stage(), "s3", "assets")
  const pinned = places(page).getByRole("link", { name: "pinned plans" })
  // a folder lies in no other one
  await row(page, "pinned plans").click(rowSide)
  await grip(page, "pinned plans")
  await over(page, pinned)
  expect(await isGoal(pinned)).toBe(false)
  await page.mouse.up()
  await page.keyboard.press("Escape")

  await grip(page, "plan one.txt")
  await dropOnto(page, pinned)
  await told(page, "1 asset moved to “pinned plans”")
  await row(page, "plan one.txt").waitFor({ state: "detached" })

  await pinned.click()
  await grip(page, "plan one.txt")
  await dropOnto(page, places(page).getByRole("link", { name: "Starred" }))
  await told(page, "1 asset starred")
  await grip(page, "plan one.txt")
  await dropOnto(page, places(page).getByRole("link", { name: "Assets" }))
  await row(page, "plan one.txt").waitFor({ state: "detached" })

  await places(page).getByRole("link", { name: "Assets" }).click()
  await grip(page, "plan two.txt")
  await dropOnto(page, places(page).getByRole("link", { name: "Recycle bin" }))
  await row(page, "plan two.txt").waitFor({ state: "detached" })
  await row(page, "plan one.txt").waitFor()
  await page.context().close()
})

test("the folders in the middle of a long way come out under a drag, and take it", async () => {
  const { drive } = stage()
  const deep = await drive.files.ensureFolder("way a/way b/way c/way d/way e", inSpace)
  const middle = await drive.files.ensureFolder("way a/way b", inSpace)
  await put(deep, "goes up.txt", "stays.txt")
  const page = await openFolder(stage(), "s3", deep)
  await row(page, "goes up.txt").waitFor()
  await grip(page, "goes up.txt")
  const button = page.getByRole("button", { name: "Folders between" })
  const goal = page.locator("body > ul > li", { hasText: "way b" })
  // a drag that rests is told of again and again, but not by this driver
  await expect.poll(async () => {
    await over(page, button)
    return goal.count()
  }).toBe(1)
  await dropOnto(page, goal)
  await told(page, "1 item moved to “way b”")
  expect(await namesIn(middle)).toEqual(["goes up.txt", "way c"])
  await goal.waitFor({ state: "detached" })
  // a press opens the menu as before
  await button.click()
  await page.getByRole("menuitem", { name: "way b" }).click()
  await row(page, "goes up.txt").waitFor()
  await page.context().close()
})

test("with the key for copies down, rows are copied where they are dropped, and that is undone", async () => {
  const folder = await stage().drive.files.ensureFolder("copies/by drag", inSpace)
  const inner = await stage().drive.files.ensureFolder("copies/by drag/inner", inSpace)
  const above = await stage().drive.files.ensureFolder("copies", inSpace)
  await put(folder, "one.txt", "two.txt")
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "one.txt").click(rowSide)
  await row(page, "two.txt").click({ ...rowSide, modifiers: ["Control"] })
  // pressed before the drag it takes nothing out of what is selected
  await page.keyboard.down("Control")
  await grip(page, "two.txt")
  await page.evaluate(
    `document.addEventListener("dragover", ({ dataTransfer }) => { window.effect = dataTransfer.dropEffect })`
  )
  await dropOnto(page, row(page, "inner"))
  await page.keyboard.up("Control")
  await told(page, "2 items copied")
  expect(await page.evaluate("window.effect")).toBe("copy")
  expect(await namesIn(inner)).toEqual(["one.txt", "two.txt"])
  expect(await namesIn(folder)).toEqual(["inner", "one.txt", "two.txt"])
  await page.keyboard.press("ControlOrMeta+z")
  await expect.poll(() => namesIn(inner)).toEqual([])

  // pressed while it is dragged
  await page.keyboard.press("Escape")
  await grip(page, "one.txt")
  await page.keyboard.down("Control")
  await dropOnto(page, page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "copies" }))
  await page.keyboard.up("Control")
  await told(page, "1 item copied")
  expect(await namesIn(above)).toEqual(["by drag", "one.txt"])
  // a press without a drag takes it out as before
  await row(page, "one.txt").click(rowSide)
  await row(page, "one.txt").click({ ...rowSide, modifiers: ["Control"] })
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor({ state: "detached" })
  await page.context().close()
})
