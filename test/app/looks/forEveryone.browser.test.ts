/** What the drive says aloud, and how it looks to people who need more contrast or little room. */
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { newContext, openFolder, openFolderIn, openRoom, setAppStage } from "../AppStage.js"
import { findings } from "../findings.js"
import { panel, pick, row, rowSide, slowDown } from "../onPage.js"

const stage = setAppStage({
  more: [{ spaceId: "tight-space", platform: "s3", name: "Tight", fileSizeLimit: 1_000 }]
})
const inSpace = { spaceId: "s3-space" }

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

/** All that is said from now on, in the order in which it is. */
const listen = (page: Page) =>
  page.evaluate(`{
    const said = window.said = []
    for (const region of document.querySelectorAll("body [aria-live][aria-atomic]")) {
      new MutationObserver(() => region.textContent && said.push(region.ariaLive + ": " + region.textContent.trim()))
        .observe(region, { childList: true, characterData: true, subtree: true })
    }
  }`)

const said = (page: Page) => page.evaluate<ReadonlyArray<string>>("window.said")

test("of a batch the start, each quarter and the end are said, of a failure that there is one, and no tick in between", async () => {
  const folder = await stage().drive.files.ensureFolder("said", inSpace)
  const page = await openFolder(stage(), "s3", folder)
  context = page.context()
  await listen(page)
  const stop = await slowDown(page, 4_000_000)
  await pick(page, [{ name: "long.bin", buffer: Buffer.alloc(12_000_000, 7) }])
  await panel(page).getByText("1 file uploaded").waitFor()
  await stop()
  const about = async (pattern: RegExp) => (await said(page)).filter((words) => pattern.test(words))
  await expect.poll(() => about(/1 file uploaded/)).toEqual(["polite: 1 file uploaded"])
  expect(await about(/Uploading|upload.*start/i)).toHaveLength(1)
  const quarters = await about(/\d\d ?%|percent/)
  expect(quarters.length).toBeGreaterThan(0)
  expect(quarters.length).toBeLessThanOrEqual(3)
  expect(new Set(quarters).size).toBe(quarters.length)

  await page.goto(`${stage().origin}/tight-space/f`)
  await page.getByText(/^Nothing in /).waitFor()
  await listen(page)
  await pick(page, [{ name: "too large.bin", buffer: Buffer.alloc(2_000) }])
  await expect.poll(async () => (await said(page)).some((words) => words.startsWith("assertive: "))).toBe(true)
})

test("in forced colours what is selected has an edge, and with more contrast hairlines become edges", async () => {
  const folder = await stage().drive.files.ensureFolder("in contrast", inSpace)
  await stage().drive.files.ensureFolder("in contrast/inner", inSpace)
  const page = await openFolder(stage(), "s3", folder)
  context = page.context()
  await row(page, "inner").click(rowSide)
  const edge = () => row(page, "inner").evaluate((one) => getComputedStyle(one).outlineStyle)
  const hairline = () =>
    page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--border')")
  const usual = await hairline()
  await page.keyboard.press("F6")
  expect(await edge()).toBe("none")
  await page.emulateMedia({ forcedColors: "active" })
  expect(await edge()).toBe("solid")
  await page.emulateMedia({ forcedColors: "none", contrast: "more" })
  expect(await hairline()).not.toBe(usual)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ contrast: "more", colorScheme, reducedMotion: "reduce" })
    expect(await findings(page)).toEqual([])
  }
})

/** Words that are cut where nothing says so, and what stands out of the page. */
const cutOff = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`{
    const isSeen = (one) => {
      const box = one.getBoundingClientRect()
      return box.width > 1 && box.height > 1 && one.checkVisibility({ visibilityProperty: true })
    }
    const around = (one) => one === null ? [] : [one, ...around(one.parentElement)]
    const mayScroll = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth
    const isMeant = (one) => around(one).some((parent) => mayScroll(parent) || getComputedStyle(parent).textOverflow === "ellipsis")
    const withWords = [...document.body.querySelectorAll("*")].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ""))
    withWords.filter((one) => {
      if (!isSeen(one) || isMeant(one)) return false
      const box = one.getBoundingClientRect()
      const isOutside = box.right > innerWidth + 1 || box.left < -1
      const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible"
      return isOutside || isCut
    }).map((one) => one.textContent.trim())
      .concat(document.scrollingElement.scrollWidth > innerWidth ? ["the page is wider than its window"] : [])
  }`)

test.each(["en", "zh-CN"])("at 360 px nothing is cut in any room, in %s", async (locale) => {
  const { drive } = stage()
  const long = "Pier 4 structural survey, revised after the tide inspection of 14 October, with the divers’ notes"
  const folder = await drive.files.ensureFolder(long, inSpace)
  const name = `${long} 港口改造总平面图送审稿含给排水与电气及消防.txt`
  await drive.uploads.start({ source: new Blob(["words"]), name, parentFileId: folder }, inSpace).done
  context = await newContext(stage(), { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale })
  const page = await openFolderIn(context, stage(), "s3", folder)
  await page.locator("[data-index]").first().waitFor()
  const found: Array<string> = []
  const look = async (what: string) => {
    for (const words of await cutOff(page)) found.push(`${what}: ${words}`)
  }
  await look("folder")
  await page.locator("[data-index] button").last().tap()
  await page.getByRole("menu").first().waitFor()
  await look("menu")
  await page.keyboard.press("Escape")
  for (const room of ["f", "f?view=grid", "starred", "assets", "assets?view=grid", "bin", "about"]) {
    await page.goto(`${stage().origin}/s3-space/${room}`)
    await page.locator("main h1").first().waitFor()
    await page.locator("[aria-busy='true']").first().waitFor({ state: "detached" })
    await look(room)
  }
  expect(found).toEqual([])
})

test("nothing of a folder jumps while it comes", async () => {
  const folder = await stage().drive.files.ensureFolder("still", inSpace)
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => stage().drive.files.ensureFolder(`still/folder ${index}`, inSpace))
  )
  const page = await openRoom(stage(), "s3", "starred")
  context = page.context()
  await context.addInitScript(`
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries()) {
        if (!hadRecentInput) window.shifts.push([value, ...sources.map(({ node }) => node?.nodeName + "." + (node?.className ?? ""))].join(" "))
      }
    }).observe({ type: "layout-shift", buffered: true })`)
  await page.goto(`${stage().origin}/s3-space/f/${folder}`)
  await row(page, "folder 7").waitFor()
  await page.waitForLoadState("networkidle")
  expect(await page.evaluate("window.shifts")).toEqual([])
})
