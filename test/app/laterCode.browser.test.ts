/** Code that comes with its first use, and does not come: offline, on a page that no worker has kept it for. */
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { newContext, openFolder, openFolderIn, setAppStage } from "./AppStage.js"
import { messages, row, told } from "./onPage.js"

const stage = setAppStage()

const notLoaded = "This part of the page could not be loaded"

let folder = ""

beforeAll(async () => {
  const there = { spaceId: "s3-space" }
  folder = await stage().drive.files.ensureFolder("without code", there)
  const source = new Blob(["words"])
  await stage().drive.uploads.start({ source, name: "stays.txt", parentFileId: folder }, there).done
})

/** Classes on the page whose styles have not come. */
const unstyled = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`{
    const styles = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText).join()
    const names = [...document.querySelectorAll("[class]")].flatMap(({ classList }) => [...classList])
    names.filter((name) => name.startsWith("_") && !styles.includes("." + CSS.escape(name)))
  }`)

interface Opened {
  readonly what: string
  readonly open: (page: Page) => Promise<void>
  /** Of what is opened. */
  readonly selector: string
}

const press = (name: string) => (page: Page): Promise<void> =>
  page.getByRole("button", { name, exact: true }).first().click()

const opened: ReadonlyArray<Opened> = [
  { what: "a menu", open: press("Settings"), selector: "[role='menu']" },
  { what: "a dialog", open: press("New folder"), selector: "[role='dialog']" },
  { what: "the shortcuts", open: press("Keyboard shortcuts"), selector: "[role='dialog']" },
  { what: "the details", open: press("Details"), selector: "[data-region='details']" },
  { what: "the panel of transfers", open: press("Transfers"), selector: "[data-region='panel']" },
  { what: "the inspector", open: press("Inspector"), selector: "[data-region='dock']" },
  { what: "a file shown large", open: (page) => row(page, "stays.txt").dblclick(), selector: "[data-viewer]" }
]

describe("what opens over the page, or beside the list", () => {
  test.each(opened)("$what does not take the page with it, and opens the next time", async ({ open, selector }) => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    // what stands beside the list comes after it
    await page.getByRole("button", { name: "Transfers", exact: true }).waitFor()
    await page.waitForLoadState("networkidle")
    await page.context().setOffline(true)
    for (const _ of [1, 2]) {
      await open(page)
      await told(page, `${notLoaded}It is tried again the next time.`)
      await row(page, "stays.txt").waitFor()
      expect(await page.locator(selector).count()).toBe(0)
    }
    await page.context().setOffline(false)
    await open(page)
    await page.locator(selector).waitFor()
    expect(await unstyled(page)).toEqual([])
    await page.context().close()
  })
})

describe("what stands in the place of a page", () => {
  test("a room says so in its place, and is there when it is tried again", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    let isThere = false
    await page.route(/\/BinPage-/, (route) => isThere ? route.continue() : route.abort())
    await page.getByRole("link", { name: "Recycle bin" }).click()
    await page.getByRole("heading", { level: 1, name: notLoaded }).waitFor()
    isThere = true
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("heading", { level: 1, name: "Recycle bin" }).waitFor()
    expect(await unstyled(page)).toEqual([])
    await page.context().close()
  })

  test("tiles leave what is around the list, and the list itself", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    await page.context().setOffline(true)
    await page.getByRole("radio", { name: "Grid" }).click()
    await page.getByRole("heading", { level: 2, name: notLoaded }).waitFor()
    await page.getByRole("radio", { name: "List" }).click()
    await row(page, "stays.txt").waitFor()
    await page.getByRole("radio", { name: "Grid" }).click()
    await page.getByRole("heading", { level: 2, name: notLoaded }).waitFor()
    // the network is back: nobody has to press anything
    await page.context().setOffline(false)
    await row(page, "stays.txt").waitFor()
    await page.context().close()
  })

  test("the way a file is shown leaves its name and the arrows", async () => {
    const page = await openFolder(stage(), "s3", folder)
    let isThere = false
    await page.route(/\/TextStage-/, (route) => isThere ? route.continue() : route.abort())
    await row(page, "stays.txt").dblclick()
    const viewer = page.getByRole("dialog", { name: "stays.txt" })
    await viewer.getByRole("heading", { name: notLoaded }).waitFor()
    isThere = true
    await viewer.getByRole("button", { name: "Try again" }).click()
    await viewer.getByText("words", { exact: true }).waitFor()
    await page.context().close()
  })
})

describe("what stands on the page", () => {
  test("a page that becomes narrow has its tools when the network is back", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    await page.context().setOffline(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await told(page, `${notLoaded}Try again`)
    await row(page, "stays.txt").waitFor()
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "Add", exact: true }).waitFor()
    await page.locator("[data-region='bar']").getByRole("button", { name: "More" }).waitFor()
    await page.context().close()
  })

  test("a page has its tools though the network is back before it is known that they did not come", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    let fail = () => {}
    const failed = new Promise<void>((resolve) => {
      fail = resolve
    })
    let isFirst = true
    await page.route(/\/NarrowTools-/, async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await failed
      return route.abort()
    })
    const asked = page.waitForRequest(/\/NarrowTools-/)
    await page.setViewportSize({ width: 390, height: 844 })
    await asked
    await page.evaluate("window.dispatchEvent(new Event('online'))")
    fail()
    await page.locator("[data-region='bar']").getByRole("button", { name: "More" }).waitFor()
    expect(await messages(page).getByRole("button", { name: "Try again" }).count()).toBe(0)
    await page.context().close()
  })

  test("the button of the message tries all of it again", async () => {
    const context = await newContext(stage(), { viewport: { width: 390, height: 844 } })
    let isThere = false
    await context.route(/\/(?:NarrowTools|AddButton|Transfers)-/, (route) => isThere ? route.continue() : route.abort())
    const page = await openFolderIn(context, stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    await page.keyboard.press("Shift+T")
    const again = messages(page).getByRole("button", { name: "Try again" })
    await again.waitFor()
    isThere = true
    // the panel lies over the button that adds, which is there all the same
    const parts = page.locator("[aria-label='Add'], [data-region='bar'] [aria-label='More'], [data-region='panel']")
    // one message speaks for all that have failed by then
    await expect.poll(async () => {
      expect(await again.count()).toBeLessThan(2)
      await again.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
      return parts.count()
    }).toBe(3)
    await context.close()
  })

  test("a language that does not come leaves the page in the one that it has", async () => {
    const page = await openFolder(stage(), "s3", folder)
    await row(page, "stays.txt").waitFor()
    let isThere = false
    await page.route(/\/catalogue\.zh-/, (route) => isThere ? route.continue() : route.abort())
    const choose = async () => {
      await page.getByRole("button", { name: "Settings", exact: true }).click()
      await page.getByRole("menuitem", { name: "中文" }).click()
    }
    await choose()
    await told(page, notLoaded)
    await page.getByRole("button", { name: "New folder" }).waitFor()
    isThere = true
    await choose()
    await page.getByRole("button", { name: "新建文件夹" }).waitFor()
    await page.context().close()
  })
})
