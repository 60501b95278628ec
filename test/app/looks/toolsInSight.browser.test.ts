/** What lies over a list leaves in sight what can be done there: uploading, and the tools of what is selected. */
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { panel, pick, row, rowSide } from "../onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("tools in sight", there)
  await drive.uploads.start({ source: new Blob(["a"]), name: "a.txt", parentFileId: folder }, there).done
})

/** A click of a person: what lies over the button would get it. */
const canPress = (page: Page, name: string) =>
  page.locator("#list").getByRole("button", { name, exact: true }).first().click({ trial: true, timeout: 5_000 })

const details = (page: Page) => page.getByRole("complementary", { name: "Details" })

test.each([
  { width: 1280, height: 720 },
  { width: 1366, height: 650 },
  { width: 1280, height: 560 },
  { width: 768, height: 1024 }
])("beside the details on a page of $width × $height", async (viewport) => {
  const page = await openRoom(stage(), "s3", `f/${folder}`, { viewport })
  await row(page, "a.txt").waitFor()
  await page.getByRole("button", { name: "Details", exact: true }).click()
  await details(page).getByText("Select one item for details.").waitFor()
  await canPress(page, "Upload")
  await row(page, "a.txt").click(rowSide)
  await details(page).getByRole("heading", { name: "a.txt" }).waitFor()
  for (const name of ["Download", "Move to recycle bin", "More"]) await canPress(page, name)
  await page.context().setOffline(true)
  await page.locator("#list").getByText("You are offline.").waitFor()
  for (const name of ["Check again", "Move to recycle bin"]) await canPress(page, name)
  await page.context().setOffline(false)
  // and the button that opened them closes them
  await canPress(page, "Details")
  await page.getByRole("button", { name: "Details", exact: true }).click()
  await details(page).waitFor({ state: "detached" })
  await page.context().close()
})

test.each([false, true])("beside the details on a phone on its side, by touch: %s", async (hasTouch) => {
  const page = await openRoom(stage(), "s3", `f/${folder}`, { viewport: { width: 844, height: 390 }, hasTouch })
  await row(page, "a.txt").click(rowSide)
  await page.getByRole("button", { name: "Details", exact: true }).click()
  await details(page).getByRole("heading", { name: "a.txt" }).waitFor()
  for (const name of ["Download", "Move to recycle bin", "More", "Clear selection"]) await canPress(page, name)
  const of = await details(page).boundingBox()
  // there is room to read in
  expect(of?.height).toBeGreaterThan(200)
  await details(page).getByRole("button", { name: "Close" }).click()
  await details(page).waitFor({ state: "detached" })
  await page.context().close()
})

test("beside a panel of many uploads on a low page", async () => {
  const page = await openRoom(stage(), "s3", `f/${folder}`, { viewport: { width: 1280, height: 660 } })
  await row(page, "a.txt").waitFor()
  // a panel of uploads that are done folds up
  const action = { _tag: "delay", millis: 300_000 } as const
  stage().emulator.faults.add([{ match: { target: "s3", method: "PUT" }, times: 40, action }])
  await pick(page, Array.from({ length: 40 }, (_, at) => ({ name: `${at}.bin`, buffer: randomBytes(9_000) })))
  await row(page, "a.txt").click(rowSide)
  const bar = page.getByRole("toolbar", { name: "1 selected" })
  await bar.waitFor()
  await expect.poll(async () => (await panel(page).boundingBox())?.height).toBeGreaterThan(400)
  const of = await bar.boundingBox()
  const over = await panel(page).boundingBox()
  expect((of?.y ?? Number.NaN) + (of?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
  await canPress(page, "Details")
  await page.context().close()
})
