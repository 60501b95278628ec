/** The panel of transfers by the keys alone, all on one page. */
import type { Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { openFolderWithoutPickers, setAppStage } from "../AppStage.js"
import { goOn, goToRegion, hasFocus, inRegion, isOn, press, toRow } from "../byKeys.js"
import { panel, refuseBytes, row } from "../onPage.js"

const stage = setAppStage({ motion: true })
const inSpace = { spaceId: "s3-space" }

let page: Page

beforeAll(async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("panel by keys", inSpace)
  await drive.uploads.start({ source: new Blob(["words"]), name: "a.txt", parentFileId: folder }, inSpace).done
  page = await openFolderWithoutPickers(stage(), "s3", folder)
  await row(page, "a.txt").waitFor()
})

// no test leaves the focus nowhere
afterEach(() => hasFocus(page))

afterAll(() => page.context().close())

const upload = async (name: string, size: number): Promise<void> => {
  await goToRegion(page, "list")
  const chooser = page.waitForEvent("filechooser")
  await press(page, "Shift+U")
  await (await chooser).setFiles([{ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(size, name) }])
  await panel(page).getByText(name).first().waitFor()
}

const closePanel = async (): Promise<void> => {
  await goToRegion(page, "panel")
  await goOn(page, "Shift+Tab", "Close")
  await press(page, "Enter")
  await panel(page).waitFor({ state: "detached" })
}

/** Until the function that this gives is called no bytes arrive. */
const holdBytes = async (): Promise<() => Promise<void>> => {
  const isElsewhere = (url: URL) => url.origin !== stage().origin
  await page.route(isElsewhere, async (route) => {
    if (route.request().method() !== "PUT") await route.continue()
  })
  return () => page.unroute(isElsewhere)
}

test("cancels an upload, and closes the panel", async () => {
  const letGo = await holdBytes()
  await upload("held.bin", 2_000_000)
  await goToRegion(page, "panel")
  await goOn(page, "Tab", "Cancel: held.bin")
  await press(page, "Enter")
  await panel(page).getByText("No files uploaded").first().waitFor()
  await expect.poll(() => inRegion(page)).toBe("panel")
  await closePanel()
  await letGo()
})

test("closes in the moment in which the last one is cancelled, and nothing is asked about it", async () => {
  const letGo = await holdBytes()
  await upload("hasty.bin", 2_000_000)
  // a row says at once what the head says some time later
  await page.evaluate(`{
    const panel = document.querySelector("[data-region='panel']")
    window.asked = []
    new MutationObserver((_, observer) => {
      if (panel.querySelector("[aria-label='Undo: hasty.bin']") === null) return
      observer.disconnect()
      panel.querySelector("[aria-label='Close']").click()
    }).observe(panel, { attributes: true, childList: true, subtree: true })
    new MutationObserver(() => {
      const question = document.querySelector("[role='alertdialog']")
      if (question !== null) window.asked.push(question.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  }`)
  await goToRegion(page, "panel")
  await goOn(page, "Tab", "Cancel: hasty.bin")
  await press(page, "Enter")
  await panel(page).or(page.getByRole("alertdialog")).first().waitFor({ state: "detached" })
  expect(await page.evaluate("window.asked")).toEqual([])
  await letGo()
})

test("tries one again that has failed, and is still in the panel then", async () => {
  const accept = await refuseBytes(page, stage().origin)
  await upload("refused.bin", 70_000)
  await panel(page).getByRole("button", { name: "Try again: refused.bin" }).waitFor()
  await accept()
  await goToRegion(page, "panel")
  await goOn(page, "Tab", "Try again: refused.bin")
  await press(page, "Enter")
  await panel(page).getByText("1 file uploaded").waitFor()
  expect(await inRegion(page)).toBe("panel")
  await hasFocus(page)
  await row(page, "refused.bin").waitFor()
})

test("goes from tab to tab by the arrows, and Tab passes those that are not open", async () => {
  await toRow(page, "a.txt")
  const saved = page.waitForEvent("download")
  await press(page, "Shift+D")
  await saved
  const tab = (name: RegExp) => panel(page).getByRole("tab", { name })
  await tab(/^Downloads/).waitFor()
  await goToRegion(page, "panel")
  await goOn(page, "Tab", /^(Uploads|Downloads)/)
  await press(page, "Home")
  await isOn(page, /^Uploads/)
  await panel(page).getByText("refused.bin").waitFor()
  await press(page, "ArrowRight")
  await isOn(page, /^Downloads/)
  await panel(page).getByText("Your browser is saving it").waitFor()
  expect(await tab(/^Downloads/).getAttribute("aria-selected")).toBe("true")
  await press(page, "ArrowRight")
  await isOn(page, /^Uploads/)
  await press(page, "ArrowLeft")
  await isOn(page, /^Downloads/)
  // one stop for all of them: the one before it is the last button of the head
  await press(page, "Shift+Tab")
  await isOn(page, "Close")
  await press(page, "Tab")
  await isOn(page, /^Downloads/)
  await closePanel()
})
