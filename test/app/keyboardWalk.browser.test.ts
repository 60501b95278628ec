/** What people do all day, one after the other on one page, with the keys alone: whatever they do, something has the focus. */
import { text } from "node:stream/consumers"
import type { Download, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { newContext, openFolderIn, openFolderWithoutPickers, setAppStage, triedPlatforms } from "./AppStage.js"
import { focused, goOn, goToRegion, hasFocus, inRegion, isOn, press, toRow } from "./byKeys.js"
import { findings } from "./findings.js"
import { panel, row, slowDown } from "./onPage.js"

const stage = setAppStage({ motion: true })

const texts = ["a.txt", "b.txt", "c.txt", "d.txt"]

const fill = async (spaceId: string, path: string): Promise<string> => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder(path, { spaceId })
  await drive.files.ensureFolder(`${path}/inner`, { spaceId })
  // each larger than the one before
  for (const [at, name] of texts.entries()) {
    const source = new Blob([name.repeat(at + 1)])
    await drive.uploads.start({ source, name, parentFileId: folder }, { spaceId }).done
  }
  return folder
}

const names = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("[data-index]").evaluateAll((rows) => rows.map((element) => element.getAttribute("data-name") ?? ""))

describe("on one page", () => {
  let page: Page
  let folder: string

  beforeAll(async () => {
    folder = await fill("s3-space", "walked by keys")
    page = await openFolderWithoutPickers(stage(), "s3", folder)
    await row(page, "d.txt").waitFor()
  })

  // no test leaves the focus nowhere
  afterEach(() => hasFocus(page))

  afterAll(() => page.context().close())

  const namesOf = async (path: string) => {
    const parentFileId = await stage().drive.files.resolve(path, { spaceId: "s3-space" })
    const { items } = await stage().drive.files.list({ parentFileId }, { spaceId: "s3-space" })
    return items.map(({ name }) => name).toSorted()
  }

  test("sorts by a head of the list, which keeps the focus", async () => {
    await toRow(page, "inner")
    await goOn(page, "Shift+Tab", "Size")
    await press(page, "Enter", "Enter")
    await expect.poll(() => names(page)).toEqual(["inner", "d.txt", "c.txt", "b.txt", "a.txt"])
    await isOn(page, "Size")
    await goOn(page, "Shift+Tab", "Name")
    await press(page, "Space")
    await expect.poll(() => names(page)).toEqual(["inner", ...texts])
    await isOn(page, "Name")
  })

  test("sorts the grid, which has no heads, by the menu that says what it is sorted by", async () => {
    await goOn(page, "Shift+Tab", /^(List|Grid)$/)
    await goOn(page, "ArrowRight", "Grid")
    await press(page, "Space")
    await row(page, "d.txt").getByText("20 B").waitFor()
    await goOn(page, "Shift+Tab", "Sort by: Name")
    await press(page, "Enter")
    await goOn(page, "ArrowDown", "Size")
    await press(page, "Enter")
    await isOn(page, "Sort by: Size")
    await press(page, "Enter")
    await goOn(page, "ArrowDown", "Size")
    await press(page, "Enter")
    await expect.poll(() => names(page)).toEqual(["inner", "d.txt", "c.txt", "b.txt", "a.txt"])
    expect(await findings(page)).toEqual([])
    await isOn(page, "Sort by: Size")
    await press(page, "Enter")
    await goOn(page, "ArrowDown", "Name")
    await press(page, "Enter")
    await expect.poll(() => names(page)).toEqual(["inner", ...texts])
    await isOn(page, "Sort by: Name")
    await goOn(page, "Tab", /^(List|Grid)$/)
    await goOn(page, "ArrowLeft", "List")
    await press(page, "Space")
    await page.getByRole("columnheader", { name: "Size" }).waitFor()
    expect(await page.getByRole("button", { name: /^Sort by/ }).count()).toBe(0)
  })

  test("filters by a kind and by a text, and is back in the list after it", async () => {
    await goOn(page, "Shift+Tab", /^(Images|Folders)$/)
    await goOn(page, "ArrowLeft", "Audio")
    // all of them are one stop, which is left, and come back to where it was left
    await press(page, "Tab")
    expect(await focused(page)).toMatch(/^(List|Grid)$/)
    await press(page, "Shift+Tab")
    await isOn(page, "Audio")
    await goOn(page, "ArrowRight", "Folders")
    await press(page, "Space")
    await expect.poll(() => names(page)).toEqual(["inner"])
    await press(page, "Space")
    await row(page, "d.txt").waitFor()
    await press(page, "/")
    await isOn(page, "Filter this list")
    await page.keyboard.type("b.")
    await expect.poll(() => names(page)).toEqual(["b.txt"])
    await press(page, "Escape")
    await row(page, "d.txt").waitFor()
    await press(page, "Escape")
    await hasFocus(page)
    expect(await inRegion(page)).not.toBe("topbar")
  })

  test("selects several, opens a folder and goes back up", async () => {
    await toRow(page, "a.txt")
    await press(page, "Shift+ArrowDown", "Shift+ArrowDown")
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor()
    await press(page, "Escape")
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor({ state: "detached" })
    await isOn(page, "c.txt")
    await toRow(page, "inner")
    await press(page, "Enter")
    await page.getByRole("heading", { level: 1, name: "inner" }).waitFor()
    await page.getByText("Nothing in “inner” yet").waitFor()
    await hasFocus(page)
    await press(page, "Alt+ArrowUp")
    await row(page, "d.txt").waitFor()
    await hasFocus(page)
  })

  test("makes a folder, and copies and moves into it by the clipboard", async () => {
    await press(page, "Shift+N")
    await page.getByRole("dialog").getByRole("textbox").waitFor()
    await page.keyboard.type("made")
    await press(page, "Enter")
    await isOn(page, "made")
    await toRow(page, "a.txt")
    await press(page, "Control+c")
    await toRow(page, "made")
    await press(page, "Enter")
    await page.getByText("Nothing in “made” yet").waitFor()
    await press(page, "Control+v")
    await row(page, "a.txt").waitFor()
    await press(page, "Alt+ArrowUp")
    await row(page, "b.txt").waitFor()
    await toRow(page, "b.txt")
    await press(page, "Control+x")
    await toRow(page, "made")
    await press(page, "Enter")
    await row(page, "a.txt").waitFor()
    await press(page, "Control+v")
    await row(page, "b.txt").waitFor()
    await press(page, "Alt+ArrowUp")
    await row(page, "c.txt").waitFor()
    await expect.poll(() => namesOf("walked by keys/made")).toEqual(["a.txt", "b.txt"])
    expect(await namesOf("walked by keys")).toEqual(["a.txt", "c.txt", "d.txt", "inner", "made"])
  })

  test("uploads, pauses, goes on and answers for a name that is taken", async () => {
    const letGo = await slowDown(page, 200_000)
    const upload = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent("filechooser")
      await press(page, "Shift+U")
      await (await chooser).setFiles([{ name, mimeType: "application/octet-stream", buffer }])
    }
    await upload("long.bin", Buffer.alloc(2_000_000, "long"))
    await panel(page).waitFor()
    await goToRegion(page, "panel")
    await goOn(page, "Tab", "Pause: long.bin")
    await press(page, "Enter")
    await isOn(page, "Resume: long.bin")
    await press(page, "Enter")
    await expect.poll(() => focused(page)).toMatch(/^(Pause|Cancel): long.bin$/)
    await letGo()
    await row(page, "long.bin").waitFor()
    await hasFocus(page)

    await upload("c.txt", Buffer.from("other bytes"))
    await panel(page).getByRole("button", { name: "Choose: c.txt" }).waitFor()
    await goToRegion(page, "panel")
    await goOn(page, "Tab", "Choose: c.txt")
    await press(page, "Enter")
    await page.getByRole("dialog").waitFor()
    await goOn(page, "Tab", "Keep both")
    await press(page, "Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await expect.poll(() => inRegion(page)).toBe("panel")
    await row(page, "c (1).txt").waitFor()
    await panel(page).getByText("2 files uploaded").waitFor()
    await goOn(page, "Tab", "Close")
    await press(page, "Enter")
    await panel(page).waitFor({ state: "detached" })
    await hasFocus(page)
  })

  test("downloads one, and several as an archive", async () => {
    const saved: Array<Download> = []
    page.on("download", (download) => saved.push(download))
    await toRow(page, "d.txt")
    await press(page, "Shift+D")
    await expect.poll(() => saved.length).toBe(1)
    const [first] = saved
    expect(first === undefined ? "" : await text(await first.createReadStream())).toBe("d.txt".repeat(4))
    await toRow(page, "a.txt")
    await press(page, "Control+a", "Shift+D")
    await expect.poll(() => saved.length).toBe(2)
    expect(saved[1]?.suggestedFilename()).toMatch(/\.zip$/)
    await press(page, "Escape")
    await hasFocus(page)
  })

  test("looks at one file after the other, and is back at the last one", async () => {
    await toRow(page, "a.txt")
    await press(page, "Space")
    await page.getByRole("dialog", { name: "a.txt" }).waitFor()
    await press(page, "ArrowRight")
    await page.getByRole("dialog", { name: "c (1).txt" }).waitFor()
    await press(page, "ArrowRight")
    await page.getByRole("dialog", { name: "c.txt", exact: true }).waitFor()
    await press(page, "ArrowLeft")
    await page.getByRole("dialog", { name: "c (1).txt" }).waitFor()
    await press(page, "Escape")
    await isOn(page, "c (1).txt")
  })
})

describe.each(triedPlatforms)("on %s", (platform) => {
  test("gives a file a star", async () => {
    const spaceId = `${platform}-space`
    const folder = await fill(spaceId, "starred by keys")
    const context = await newContext(stage())
    const page = await openFolderIn(context, stage(), platform, folder)
    await row(page, "d.txt").waitFor()
    await toRow(page, "d.txt")
    // where files have no stars of their own, the asset of a file has one
    if (platform === "pds") {
      await press(page, "s")
    } else {
      await press(page, "Shift+A")
      await page.getByRole("dialog").getByRole("switch").waitFor()
      await goOn(page, "Tab", "Star")
      await press(page, "Space")
      await goOn(page, "Tab", /^(Save|Add to assets)$/)
      await press(page, "Enter")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
    await isOn(page, "d.txt")
    const isStarred = async () => {
      const { items } = await stage().drive.files.list({ parentFileId: folder }, { spaceId })
      const file = items.find(({ name }) => name === "d.txt")
      const assets = platform === "pds" ? [] : (await stage().drive.assets.list({}, { spaceId })).items
      return file?.starred === true || assets.some((asset) => asset.fileId === file?.fileId && asset.starred === true)
    }
    await expect.poll(isStarred).toBe(true)
    await context.close()
  })
})
