/** What the panel says of an upload for which the space has no room: the sentence and the button that helps. */
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"

const stage = setAppStage({ faultSwitches: true })

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("full", there)
  await drive.uploads.start({ source: new Blob(["one"]), name: "one.txt", parentFileId: folder }, there).done
})

const fillDisk = (page: Page, full: boolean) =>
  page.evaluate(`fetch("/api/v2/emulator/faults", {
    method: "PUT",
    credentials: "include",
    headers: {
      "content-type": "application/json",
      "x-prod-id": "test",
      "x-prod-ver": "1",
      "x-lang": "en",
      "x-client-type": "7"
    },
    body: JSON.stringify({ full: ${full} })
  }).then(() => {})`)

test.each([[360, "en", "Open the bin: "], [1440, "en", "Open the bin: "], [360, "zh-CN", "打开回收站："]] as const)(
  "what helps a failed upload fits its button at %i px in %s",
  async (width, locale, words) => {
    const context = await stage().browser.newContext({ viewport: { width: 1440, height: 860 }, locale })
    await context.addInitScript("delete window.showOpenFilePicker; delete Navigator.prototype.serviceWorker")
    const page = await context.newPage()
    const token = encodeURIComponent(stage().emulator.accessToken)
    await page.goto(`${stage().origin}/s3-space/f/${folder}#token=${token}`)
    await row(page, "one.txt").waitFor()
    await fillDisk(page, true)
    const name = `too much ${width} ${locale}.bin`
    const chooser = page.waitForEvent("filechooser")
    await page.getByRole("button", { name: /^(Upload|上传)$/ }).first().click()
    await page.getByRole("menuitem", { name: /^(Upload files|上传文件(?!夹))/ }).click()
    await (await chooser).setFiles([{ name, mimeType: "", buffer: Buffer.alloc(70_000, name) }])
    const button = page.getByRole("button", { name: `${words}${name}` })
    await button.waitFor()
    await fillDisk(page, false)
    await page.setViewportSize({ width, height: 740 })
    const room = await button.evaluate((element) => {
      const line = element.closest("li")
      const texts = [...line?.querySelectorAll("[title]") ?? []].map((one) => one.getBoundingClientRect().bottom)
      const around = element.parentElement?.parentElement?.getBoundingClientRect()
      return {
        inButton: element.clientWidth - element.scrollWidth,
        below: (line?.getBoundingClientRect().bottom ?? 0) - Math.max(...texts),
        inRow: (around?.right ?? 0) - element.getBoundingClientRect().right
      }
    })
    expect(room.inButton).toBeGreaterThanOrEqual(0)
    expect(room.below).toBeGreaterThanOrEqual(6)
    expect(room.inRow).toBeGreaterThanOrEqual(8)
    const sentence = page.locator("[data-region='panel'] li [title]").filter({ hasText: /space is full|空间已满/ })
      .first()
    expect(await sentence.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    // a longer one ends in dots after its second line, and is whole in its tip
    const lines = await sentence.evaluate((element) => {
      element.textContent = `${element.textContent ?? ""} `.repeat(4)
      const { lineHeight, webkitLineClamp } = getComputedStyle(element)
      return [webkitLineClamp, element.clientHeight / Number.parseFloat(lineHeight)]
    })
    expect(lines).toEqual(["2", 2])
    await context.close()
  }
)
