/** The page of a space: its limits, what it can do, and its migration, in a real Chromium. */
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { setAppStage } from "./AppStage.js"
import { findingsEverywhere } from "./findings.js"

const stage = setAppStage()
let emulator: RunningEmulator | undefined

beforeAll(async () => {
  emulator = await startEmulator({
    webDrive: stage().webDrive,
    taskDuration: "2 seconds",
    spaces: [
      {
        spaceId: "limited",
        platform: "s3",
        name: "Limited",
        fileSizeLimit: 5 * 1024 ** 3,
        downloadSpeed: 20 * 1024 ** 2
      },
      { spaceId: "free", platform: "pds", name: "Free" },
      { spaceId: "old", platform: "cos", name: "Old backups" }
    ]
  })
})

afterAll(async () => {
  await emulator?.close()
})

const open = async (path: string): Promise<Page> => {
  const context = await stage().browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en" })
  const page = await context.newPage()
  const { apiHost = "", accessToken = "" } = emulator ?? {}
  await page.goto(`${apiHost}${path}#token=${encodeURIComponent(accessToken)}`)
  return page
}

const fact = (page: Page, name: string) =>
  page.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd")

describe("the page of a space", () => {
  test("keeps the room of its limits until they are known: what stands below stays where it is", async () => {
    const page = await open("/free/f")
    await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/drive\/info/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole("link", { name: "This space" }).click()
    const below = page.getByRole("heading", { name: "What this space can do" })
    await below.waitFor()
    expect(await page.getByText("Not limited").count()).toBe(0)
    const before = await below.boundingBox()
    answer()
    await page.getByText("Not limited").first().waitFor()
    expect((await below.boundingBox())?.y).toBe(before?.y)
    await page.context().close()
  })

  test.each([1440, 390])("keeps the room of its migration until that is known, at %i px", async (width) => {
    const page = await open("/free/f")
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/space\/free\/handle/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(page.url().replace(/\/f$/, "/about"))
    await page.getByText("Not limited").first().waitFor()
    const below = page.getByRole("heading", { name: "For support" })
    const before = await below.boundingBox()
    expect(await page.getByRole("heading", { name: "Migration" }).count()).toBe(0)
    answer()
    await page.getByRole("button", { name: "Start the migration" }).waitFor()
    expect((await below.boundingBox())?.y).toBe(before?.y)
    await page.context().close()
  })

  test("says what the service says about its limits, and leads to the other spaces", async () => {
    const page = await open("/limited/about")
    await page.getByRole("heading", { name: "Limited", level: 2 }).waitFor()
    expect(await fact(page, "One file up to").innerText()).toBe("5 GB")
    expect(await fact(page, "Download speed").innerText()).toBe("20 MB/s")
    await page.getByText("one file downloads at up to 20 MB/s").waitFor()
    await page.getByRole("listitem").filter({ hasText: "No:Star single files" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.getByRole("navigation", { name: "Spaces" }).getByRole("link", { name: /^Free/ }).click()
    await page.getByRole("heading", { name: "Free", level: 2 }).waitFor()
    expect(await fact(page, "One file up to").innerText()).toBe("Not limited")
    await page.getByRole("listitem").filter({ hasText: "Yes:Star single files" }).waitFor()
    await page.getByRole("button", { name: "Open the files" }).click()
    await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
    await page.context().close()
  })

  test("starts a migration, follows it, and says when it is done", async () => {
    const page = await open("/limited/about")
    const start = page.getByRole("button", { name: "Start the migration" })
    await start.click()
    await page.getByText("Without this word the service does not start.").waitFor()
    await page.getByRole("textbox", { name: "What the move is for" }).fill("drive")
    await page.keyboard.press("Enter")
    await page.getByRole("progressbar", { name: "The space is being moved" }).waitFor()
    await page.getByText("For “drive”.").waitFor()
    await page.getByText("The space has been moved").first().waitFor()
    await page.getByRole("button", { name: "Move it again" }).waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.context().close()
  })

  test("of a storage that this drive does not know says so and shows no more of it", async () => {
    const page = await open("/old/f")
    await page.getByRole("heading", { name: "This kind of space can’t be opened here yet" }).waitFor()
    expect(await page.getByRole("link", { name: "Files", exact: true }).count()).toBe(0)
    expect(await findingsEverywhere(page)).toEqual([])
    await page.getByRole("button", { name: "Other spaces" }).click()
    await page.getByText("This app can’t open COS spaces yet").waitFor()
    expect(await findingsEverywhere(page)).toEqual([])
    await page.context().close()
  })
})
