/** What is closed moves away, and nobody waits for it: it is gone for the focus, for keys and for what asks the page. */
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { row } from "./onPage.js"

const stage = setAppStage({ motion: true })

let folder = ""

beforeAll(async () => {
  const there = { spaceId: "s3-space" }
  folder = await stage().drive.files.ensureFolder("leaving", there)
  await stage().drive.uploads.start({ source: new Blob(["1"]), name: "one.txt", parentFileId: folder }, there).done
})

/** Pictures of what was closed hardly move until `moveOn`: a slow machine sees them too. */
const holdPictures = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const time of ["--m-fast", "--m-out"]) document.documentElement.style.setProperty(time, "1000s")`)

const moveOn = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const picture of document.querySelectorAll("[data-leaving]")) {
    for (const animation of picture.getAnimations({ subtree: true })) animation.finish()
  }`)

const pictures = (page: Page) => page.locator("[data-leaving]")

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")

interface Closed {
  readonly what: string
  /** The button that opens it, which has the focus afterwards. */
  readonly by: string
  readonly selector: string
  /** That button closes it too, and not Esc. */
  readonly isToggle?: boolean
}

const closed: ReadonlyArray<Closed> = [
  { what: "a menu", by: "Settings", selector: "[role='menu']" },
  { what: "a dialog", by: "New folder", selector: "[role='dialog']" },
  { what: "the shortcuts", by: "Keyboard shortcuts", selector: "[role='dialog']" },
  { what: "the details", by: "Details", selector: "[data-region='details']", isToggle: true },
  { what: "the inspector", by: "Inspector", selector: "[data-region='dock']" },
  { what: "the panel of transfers", by: "Transfers", selector: "[data-region='panel']", isToggle: true }
]

describe.each([["wide", 1440], ["narrow", 800]] as const)("on a %s page", (_, width) => {
  test.each(closed)(
    "$what is gone at once, and opens while its picture moves away",
    async ({ by, isToggle = false, selector }) => {
      const page = await openFolder(stage(), "s3", folder)
      await page.setViewportSize({ width, height: 900 })
      await row(page, "one.txt").waitFor()
      await holdPictures(page)
      const button = page.getByRole("button", { name: by, exact: true }).first()
      const press = async () => {
        await button.focus()
        await page.keyboard.press("Enter")
      }
      const open = async () => {
        await press()
        await page.locator(selector).waitFor()
      }
      const shut = async () => {
        if (isToggle) await press()
        else await page.keyboard.press("Escape")
        await page.locator(selector).waitFor({ state: "detached" })
      }
      await open()
      await shut()
      await pictures(page).waitFor()
      expect(await pictures(page).evaluate((one) => (one as HTMLElement).inert)).toBe(true)
      await expect.poll(() => focused(page)).toBe(by)
      await open()
      expect(await pictures(page).count()).toBe(1)
      await shut()
      await expect.poll(() => pictures(page).count()).toBe(2)
      await moveOn(page)
      await pictures(page).first().waitFor({ state: "detached" })
      expect(await pictures(page).count()).toBe(0)
      await page.context().close()
    }
  )
})

test("for people who want less motion nothing is left behind", async () => {
  const page = await openFolder(stage(), "s3", folder)
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.evaluate(`{
    window.hasLeft = false
    new MutationObserver(() => window.hasLeft ||= document.querySelector("[data-leaving]") !== null)
      .observe(document, { childList: true, subtree: true })
  }`)
  for (const { by, isToggle = false, selector } of closed) {
    const button = page.getByRole("button", { name: by, exact: true }).first()
    await button.click()
    await page.locator(selector).waitFor()
    if (isToggle) await button.click()
    else await page.keyboard.press("Escape")
    await page.locator(selector).waitFor({ state: "detached" })
  }
  expect(await page.evaluate("window.hasLeft")).toBe(false)
  await page.context().close()
})
