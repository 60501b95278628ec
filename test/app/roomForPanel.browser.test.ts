/** The panel of transfers lies over the end of a list, of which all can be scrolled out from under it. */
import { randomBytes } from "node:crypto"
import { beforeAll, expect, test } from "vitest"
import { holdParts } from "../browser/DrivePage.js"
import { openRoom, setAppStage } from "./AppStage.js"
import { panel, pick, row } from "./onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const there = { spaceId: "s3-space" }
  folder = await stage().drive.files.ensureFolder("longer than the page", there)
  const names = Array.from({ length: 40 }, (_, index) => `note ${index + 10}.txt`)
  await Promise.all(
    names.map((name) =>
      stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
    )
  )
})

test.each([1440, 700])("on a page of %i px, open and folded, and no longer when it is closed", async (width) => {
  const page = await openRoom(stage(), "s3", `f/${folder}`, { viewport: { width, height: 800 } })
  await row(page, "note 10.txt").waitFor()
  holdParts(stage().emulator, { after: 0, times: 2 })
  const last = row(page, "note 49.txt")
  /** How much of the last row lies under what stands at the foot of the page. */
  const covered = async (): Promise<number> => {
    await page.locator("[role='rowgroup']").evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await last.waitFor()
    const of = await last.boundingBox()
    const over = await panel(page).boundingBox()
    return of === null || over === null ? Number.NaN : of.y + of.height - over.y
  }
  await pick(page, [{ name: "c.bin", buffer: randomBytes(6_000_000) }])
  await panel(page).getByRole("button", { name: "Cancel: c.bin" }).waitFor()
  await expect.poll(covered).toBeLessThanOrEqual(0)
  await last.getByRole("button", { name: /^More/ }).click({ trial: true })
  await panel(page).getByRole("button", { name: "Collapse" }).click()
  await page.locator("[data-region='panel'][data-folded]").waitFor()
  await expect.poll(covered).toBeLessThanOrEqual(0)
  await panel(page).getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "Stop the uploads" }).click()
  await panel(page).waitFor({ state: "detached" })
  const atRest = page.locator("[role='rowgroup']").evaluate((list) => getComputedStyle(list).paddingBottom)
  expect(await atRest).toBe("0px")
  await page.context().close()
})
