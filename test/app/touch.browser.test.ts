/** A phone in a real Chromium: a tap opens, a finger that rests selects, and further taps select more. */
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { newContext, openFolderIn, setAppStage } from "./AppStage.js"
import { complaintsOf } from "./findings.js"
import { row } from "./onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("touched", there)
  await drive.files.ensureFolder("touched/inner", there)
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
})

const side = { position: { x: 140, y: 30 } }

/** Rests a finger on a row until it is selected. */
const rest = async (page: Page, name: string): Promise<void> => {
  const box = await row(page, name).boundingBox()
  if (box === null) throw new Error("the row is on the screen")
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + 140, y: box.y + 30 }
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] })
  await page.locator(`[data-name="${name}"][aria-selected="true"]`).waitFor()
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
}

test("by touch alone: opened, gone up, selected, some more, put away", async () => {
  const context = await newContext(stage(), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true
  })
  const page = await openFolderIn(context, stage(), "s3", folder)
  const complaints = complaintsOf(page)
  await row(page, "inner").tap(side)
  await page.getByRole("heading", { level: 1, name: "inner" }).waitFor()
  await page.getByLabel("Up to touched").tap()
  await row(page, "one.txt").waitFor()

  await rest(page, "one.txt")
  const bar = (count: number) => page.getByRole("toolbar", { name: `${count} selected` })
  await bar(1).waitFor()
  await row(page, "two.txt").tap(side)
  await bar(2).waitFor()
  await row(page, "one.txt").tap(side)
  await bar(1).waitFor()
  await page.getByRole("button", { name: "Clear selection" }).tap()
  await page.getByRole("heading", { level: 1, name: "touched" }).waitFor()
  await row(page, "one.txt").tap(side)
  await page.getByRole("dialog", { name: "one.txt" }).or(page.locator("[data-viewer]")).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test("by touch alone: another space is chosen, and its list is not hidden by the places", async () => {
  const context = await newContext(stage(), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true
  })
  const page = await openFolderIn(context, stage(), "s3", "root")
  const places = page.getByRole("button", { name: "Places", exact: true }).locator("visible=true")
  expect(await places.getAttribute("aria-expanded")).toBe("false")
  await places.tap()
  expect(await places.getAttribute("aria-expanded")).toBe("true")
  await page.getByRole("navigation", { name: "Drive" }).getByRole("button", { name: /S3/ }).tap()
  await page.getByRole("menuitemradio", { name: /^OSS/ }).or(page.getByRole("menuitem", { name: /^OSS/ })).tap()
  await page.waitForURL(/\/oss-space\/f/)
  await page.locator("nav[data-open]").waitFor({ state: "detached" })
  await context.close()
})
