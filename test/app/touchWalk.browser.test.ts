/** What people do all day, one after the other on a phone, with a finger alone. */
import type { Download, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newContext, setAppStage } from "./AppStage.js"
import { complaintsOf, isFailedRequest } from "./findings.js"
import { messages, panel, row, slowDown, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "oss-space" }
const side = { position: { x: 140, y: 30 } }

const names = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("[data-index]").evaluateAll((rows) => rows.map((element) => element.getAttribute("data-name") ?? ""))

/** Opens the sheet of what can be done with a row. */
const sheetOf = async (page: Page, name: string) => {
  await row(page, name).getByRole("button", { name: "More" }).tap()
  const sheet = page.getByRole("dialog")
  await sheet.waitFor()
  return sheet
}

const clearSelection = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Clear selection" }).tap()
  await page.getByRole("toolbar", { name: /selected/ }).waitFor({ state: "detached" })
}

/** By the one round button. */
const add = async (page: Page, entry: RegExp): Promise<void> => {
  await page.getByRole("button", { name: "Add", exact: true }).tap()
  await page.getByRole("menuitem", { name: entry }).tap()
}

const upload = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  const chooser = page.waitForEvent("filechooser")
  await add(page, /^Upload files/)
  await (await chooser).setFiles([{ name, mimeType: "application/octet-stream", buffer }])
}

describe("on one page", () => {
  let page: Page
  let complaints: ReadonlyArray<string>

  beforeAll(async () => {
    const { drive, emulator, origin } = stage()
    const folder = await drive.files.ensureFolder("walked by touch", inSpace)
    await drive.files.ensureFolder("walked by touch/inner", inSpace)
    for (const name of ["a.txt", "b.txt", "c.txt"]) {
      await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
    }
    const context = await newContext(stage(), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      permissions: ["clipboard-read", "clipboard-write"]
    })
    await context.addInitScript("delete window.showOpenFilePicker; delete window.showSaveFilePicker")
    page = await context.newPage()
    page.setDefaultTimeout(8000) // DEV
    complaints = complaintsOf(page, isFailedRequest)
    await page.goto(origin)
    await page.getByLabel("Access token", { exact: true }).tap()
    await page.keyboard.insertText(emulator.accessToken)
    await page.getByRole("button", { name: "Sign in" }).tap()
    await page.getByRole("heading", { level: 1 }).waitFor()
  })

  afterAll(() => page.context().close())

  const namesOf = async (path: string) => {
    const parentFileId = await stage().drive.files.resolve(path, inSpace)
    return (await stage().drive.files.list({ parentFileId }, inSpace)).items.map(({ name }) => name).toSorted()
  }

  test("changes the space and opens a folder", async () => {
    await page.getByRole("button", { name: "Places" }).tap()
    await page.getByRole("navigation", { name: "Drive" }).getByRole("button", { name: /S3/ }).tap()
    await page.getByRole("menuitem", { name: /^OSS/ }).or(page.getByRole("menuitemradio", { name: /^OSS/ })).tap()
    await page.waitForURL(/\/oss-space\/f/)
    await row(page, "walked by touch").tap(side)
    await row(page, "c.txt").waitFor()
  })

  test("sorts, filters by a text and by a kind", async () => {
    const head = page.getByRole("columnheader", { name: "Name" }).getByRole("button")
    await head.tap()
    await expect.poll(() => names(page)).toEqual(["inner", "c.txt", "b.txt", "a.txt"])
    await head.tap()
    await expect.poll(() => names(page)).toEqual(["inner", "a.txt", "b.txt", "c.txt"])
    await page.getByRole("button", { name: "Filter this list" }).tap()
    await page.keyboard.insertText("b.")
    await expect.poll(() => names(page)).toEqual(["b.txt"])
    await page.getByRole("button", { name: "Close the filter" }).tap()
    await row(page, "c.txt").waitFor()
    const chip = page.getByRole("toolbar", { name: "Filters" }).getByRole("button", { name: "Folders" })
    await chip.tap()
    await expect.poll(() => names(page)).toEqual(["inner"])
    await chip.tap()
    await row(page, "c.txt").waitFor()
  })

  test("makes a folder, renames a file, copies and moves it there", async () => {
    await add(page, /^New folder/)
    await page.getByRole("dialog").getByRole("textbox").fill("made")
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).tap()
    await row(page, "made").waitFor()
    await (await sheetOf(page, "a.txt")).getByRole("menuitem", { name: "Rename" }).tap()
    await page.getByRole("textbox", { name: "New name" }).fill("first.txt")
    await page.keyboard.press("Enter")
    await row(page, "first.txt").waitFor()
    const goal = () => page.getByRole("treeitem", { name: "made" }).locator("> div")
    await (await sheetOf(page, "first.txt")).getByRole("button", { name: "Move" }).tap()
    await goal().tap()
    await page.getByRole("button", { name: "Copy here" }).tap()
    await told(page, "1 item copied")
    await (await sheetOf(page, "b.txt")).getByRole("button", { name: "Move" }).tap()
    await goal().tap()
    await page.getByRole("button", { name: "Move to made" }).tap()
    await row(page, "b.txt").waitFor({ state: "detached" })
    await expect.poll(() => namesOf("walked by touch/made")).toEqual(["b.txt", "first.txt"])
    expect(await namesOf("walked by touch")).toEqual(["c.txt", "first.txt", "inner", "made"])
  })

  test("uploads, pauses, goes on and answers for a name that is taken", async () => {
    const letGo = await slowDown(page, 200_000)
    await upload(page, "long.bin", Buffer.alloc(2_000_000, "long"))
    await panel(page).getByRole("button", { name: "Pause: long.bin" }).tap()
    await panel(page).getByRole("button", { name: "Resume: long.bin" }).tap()
    await letGo()
    await panel(page).getByText("1 file uploaded").waitFor()
    await panel(page).getByRole("button", { name: "Close" }).tap()
    await row(page, "long.bin").waitFor()
    await upload(page, "c.txt", Buffer.from("other bytes"))
    await panel(page).getByRole("button", { name: "Choose: c.txt" }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Keep both" }).tap()
    await row(page, "c (2).txt").waitFor()
    await panel(page).getByRole("button", { name: "Close" }).tap()
    await panel(page).waitFor({ state: "detached" })
  })

  test("downloads one, and several as an archive", async () => {
    const saved: Array<Download> = []
    page.on("download", (download) => saved.push(download))
    await (await sheetOf(page, "c.txt")).getByRole("button", { name: "Download" })
      .or(page.getByRole("menuitem", { name: "Download" })).tap()
    await expect.poll(() => saved.length).toBe(1)
    await panel(page).getByRole("button", { name: "Close" }).tap()
    // its row is still selected, and a tap selects one more
    await row(page, "first.txt").tap(side)
    const bar = page.getByRole("toolbar", { name: "2 selected" })
    await bar.getByRole("button", { name: "Download" }).tap()
    await expect.poll(() => saved.length).toBe(2)
    expect(saved[1]?.suggestedFilename()).toMatch(/\.zip$/)
    await panel(page).getByRole("button", { name: "Close" }).tap()
    await clearSelection(page)
  })

  test("looks at one file after the other", async () => {
    await row(page, "c (2).txt").tap(side)
    await page.getByRole("dialog", { name: "c (2).txt" }).waitFor()
    await page.getByRole("button", { name: "Next", exact: true }).tap()
    await page.getByRole("dialog", { name: "c.txt", exact: true }).waitFor()
    await page.getByRole("button", { name: "Previous", exact: true }).tap()
    await page.getByRole("dialog", { name: "c (2).txt" }).waitFor()
    await page.getByRole("button", { name: "Back to the list" }).tap()
    await row(page, "c.txt").waitFor()
  })

  test("puts files into the bin, takes that back, and restores one", async () => {
    if (await page.getByRole("button", { name: "Clear selection" }).isVisible()) await clearSelection(page)
    await (await sheetOf(page, "c (2).txt")).getByRole("menuitem", { name: "Move to recycle bin" }).tap()
    await row(page, "c (2).txt").waitFor({ state: "detached" })
    await messages(page).getByRole("button", { name: "Undo" }).tap()
    await row(page, "c (2).txt").waitFor()
    await (await sheetOf(page, "c (2).txt")).getByRole("menuitem", { name: "Move to recycle bin" }).tap()
    await row(page, "c (2).txt").waitFor({ state: "detached" })
    await page.getByLabel(/^Up to /).tap()
    await page.getByRole("button", { name: "Places" }).tap()
    await page.getByRole("link", { name: "Recycle bin" }).tap()
    await (await sheetOf(page, "c (2).txt")).getByText("Restore", { exact: true }).tap()
    await row(page, "c (2).txt").waitFor({ state: "detached" })
    await expect.poll(() => namesOf("walked by touch")).toContain("c (2).txt")
  })

  test("shares a file and copies its link", async () => {
    await page.getByRole("button", { name: "Places" }).tap()
    await page.getByRole("link", { name: "Files" }).tap()
    await row(page, "walked by touch").tap(side)
    await (await sheetOf(page, "c.txt")).getByRole("button", { name: "Share" })
      .or(page.getByRole("menuitem", { name: /^Share/ })).tap()
    const dialog = page.getByRole("dialog", { name: /^Share/ })
    await dialog.getByRole("switch").first().waitFor()
    await dialog.getByText("Link", { exact: true }).tap()
    await dialog.getByRole("button", { name: "Copy link" }).tap()
    await dialog.getByText("The link is copied").waitFor()
    await dialog.getByRole("button", { name: "Done" }).tap()
    await dialog.waitFor({ state: "detached" })
  })

  test("adds a file to the assets with a star, and makes a folder there", async () => {
    await (await sheetOf(page, "c.txt")).getByRole("menuitem", { name: /^(Assets|Add to assets)/ }).tap()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("Star", { exact: true }).tap()
    await dialog.getByRole("button", { name: /^(Save|Add to assets)$/ }).tap()
    await dialog.waitFor({ state: "detached" })
    if (await page.getByRole("button", { name: "Clear selection" }).isVisible()) await clearSelection(page)
    await page.getByLabel(/^Up to /).tap()
    await page.getByRole("button", { name: "Places" }).tap()
    await page.getByRole("link", { name: "Starred" }).tap()
    await row(page, "c.txt").waitFor()
    await page.getByRole("button", { name: "Places" }).tap()
    await page.getByRole("link", { name: "Assets" }).tap()
    await page.getByRole("heading", { level: 1, name: "Assets" }).waitFor()
    await add(page, /^New folder/)
    await page.getByRole("dialog").getByRole("textbox").fill("gathered")
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).tap()
    await row(page, "gathered").waitFor()
  })

  test("opens the inspector, closes it and signs out", async () => {
    const more = async (entry: string) => {
      await page.locator("[data-region='bar']").getByRole("button", { name: "More" }).tap()
      await page.getByRole("menuitem", { name: entry }).tap()
    }
    await more("Inspector")
    const inspector = page.getByRole("region", { name: "Inspector" })
    await inspector.getByRole("button", { name: "Close" }).tap()
    await inspector.waitFor({ state: "detached" })
    await more("Sign out")
    await page.getByLabel("Access token", { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})
