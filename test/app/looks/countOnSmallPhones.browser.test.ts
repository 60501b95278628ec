/** How many items are selected is read whole, however small the phone: the next tap may delete them. */
import { beforeAll, expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("count on small phones", there)
  const names = Array.from({ length: 12 }, (_, at) => `${at + 10}`)
  await Promise.all(
    names.map((name) => drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done)
  )
})

test.each([
  { locale: "en", width: 320 },
  { locale: "zh-CN", width: 320 },
  { locale: "zh-CN", width: 340 },
  { locale: "en", width: 360 }
])("in $locale at $width px", async ({ locale, width }) => {
  const viewport = { width, height: 640 }
  const page = await openRoom(stage(), "s3", `f/${folder}`, { viewport, locale, hasTouch: true, isMobile: true })
  await row(page, "10").focus()
  await page.keyboard.press("Control+a")
  const bar = page.getByRole("toolbar", { name: /12/ })
  await bar.waitFor()
  const cut = await bar.locator("span").first().evaluate((words) => words.scrollWidth - words.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
  await page.context().close()
})
