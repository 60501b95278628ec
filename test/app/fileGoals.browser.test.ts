/** Files from outside, dropped on what stands for a folder elsewhere on the page: they go there. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { afterAll, expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { panel, row } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const outside = mkdtempSync(join(tmpdir(), "effect-drive-goals-"))
afterAll(() => rmSync(outside, { recursive: true }))

const file = (name: string): string => {
  const path = join(outside, name)
  writeFileSync(path, name)
  return path
}

const namesIn = async (parentFileId: string): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId, pageSize: 100 }, inSpace)
  return items.map(({ name }) => name).sort()
}

type Drag = (type: "dragOver" | "drop", over: Locator) => Promise<void>

/** Begins over the list. */
const dragger = async (page: Page, path: string): Promise<Drag> => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  await session.send("Input.dispatchDragEvent", { type: "dragEnter", x: 900, y: 600, data })
  let moves = 0
  return async (type, over) => {
    const box = await over.boundingBox()
    if (box === null) throw new Error("it is not on the screen")
    // a browser tells of a drag that rests again and again, this driver of moves only
    const at = { x: box.x + box.width / 2 + 4 + moves++ % 2, y: box.y + box.height / 2 + 4 }
    await session.send("Input.dispatchDragEvent", { type, ...at, data })
  }
}

/** Drags it over, until that says that it takes it, and drops it there. */
const dropOnto = async (page: Page, drag: Drag, goal: Locator, title: string): Promise<void> => {
  await expect.poll(async () => {
    await drag("dragOver", goal)
    return goal.getAttribute("data-drop-target")
  }).not.toBeNull()
  await page.getByText(title).waitFor()
  await drag("drop", goal)
  await page.getByText(title).waitFor({ state: "detached" })
  expect(await page.locator("[data-drop-target]").count()).toBe(0)
  await panel(page).getByText("1 file uploaded").waitFor()
  await panel(page).getByRole("button", { name: "Close" }).click()
}

test("the folders of the way, also those in the middle of a long one, and the top in the sidebar", async () => {
  const { drive } = stage()
  const deep = await drive.files.ensureFolder("up a/up b/up c/up d/up e", inSpace)
  const page = await openFolder(stage(), "s3", deep)
  await page.getByText("Nothing in “up e” yet").waitFor()
  const crumb = page.getByRole("link", { name: "up d" })
  await dropOnto(page, await dragger(page, file("to d.txt")), crumb, "Upload to up d")
  expect(await namesIn(await drive.files.ensureFolder("up a/up b/up c/up d", inSpace))).toEqual(["to d.txt", "up e"])

  const drag = await dragger(page, file("to b.txt"))
  const middle = page.getByRole("button", { name: "Folders between" })
  const goal = page.locator("body > ul > li", { hasText: "up b" })

  await expect.poll(async () => {
    await drag("dragOver", middle)
    return goal.count()
  }).toBe(1)
  await dropOnto(page, drag, goal, "Upload to up b")
  expect(await namesIn(await drive.files.ensureFolder("up a/up b", inSpace))).toEqual(["to b.txt", "up c"])
  await goal.waitFor({ state: "detached" })

  const top = page.getByRole("navigation", { name: "Drive" }).getByRole("link", { name: "Files" })
  await dropOnto(page, await dragger(page, file("to top.txt")), top, "Upload to Files")
  expect(await namesIn("root")).toContain("to top.txt")
  expect(await namesIn(deep)).toEqual([])
  await page.context().close()
})

test("the top takes them from other rooms too, and what stands for no folder takes none", async () => {
  const page = await openRoom(stage(), "s3", "bin")
  await page.getByRole("heading", { level: 1, name: "Recycle bin" }).waitFor()
  const sidebar = page.getByRole("navigation", { name: "Drive" })
  const drag = await dragger(page, file("from the bin.txt"))
  const bin = sidebar.getByRole("link", { name: "Recycle bin" })
  await drag("dragOver", bin)
  await drag("dragOver", bin)
  expect(await bin.getAttribute("data-drop-target")).toBeNull()
  await dropOnto(
    page,
    drag,
    sidebar.getByRole("link", { name: "Files" }),
    "Upload to Files"
  )
  expect(await namesIn("root")).toContain("from the bin.txt")
  await sidebar.getByRole("link", { name: "Files" }).click()
  await row(page, "from the bin.txt").waitFor()
  await page.context().close()
})
