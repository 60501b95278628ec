/** What moves under the finger by itself while a page comes: nothing. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newContext, openFolderIn, setAppStage } from "../AppStage.js"
import { drawn } from "../findings.js"
import { row } from "../onPage.js"
import { uploadTo } from "../visitors.js"

const stage = setAppStage()

const watchShifts = `{
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { sources, value } of list.getEntries()) {
      window.shifts.push(value.toFixed(4) + " " + sources.map(({ node }) => node?.nodeName ?? "gone").join(" "))
    }
  }).observe({ type: "layout-shift", buffered: true })
}`

const shifts = async (page: Page): Promise<ReadonlyArray<string>> => {
  await drawn(page)
  return page.evaluate("window.shifts")
}

/** Answers that match come when they are let in. */
const hold = async (page: Page, address: RegExp): Promise<() => void> => {
  let letIn = () => {}
  const held = new Promise<void>((resolve) => letIn = resolve)
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letIn
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test.each(["bin", "assets", "starred"])("on a phone nothing moves when the code of a room comes: %s", async (room) => {
  const context = await newContext(stage(), phone)
  await context.addInitScript(watchShifts)
  const { parentFileId } = await uploadTo(stage(), "s3", "shifts", "one.txt", "a")
  const page = await openFolderIn(context, stage(), "s3", parentFileId)
  await row(page, "one.txt").waitFor()
  expect(await shifts(page)).toEqual([])
  const letIn = await hold(page, /\/(BinPage|AssetsPage|StarredPage)-[^/]*\.js$/)
  await page.goto(`${stage().origin}/s3-space/${room}`)
  await page.locator("main").getByRole("img", { name: /^Loading/ }).waitFor()
  // until the room is there the top bar is
  await page.getByRole("button", { name: "Places", exact: true }).waitFor()
  await drawn(page)
  letIn()
  await page.getByRole("heading", { level: 1 }).waitFor()
  expect(await shifts(page)).toEqual([])
  await context.close()
})
