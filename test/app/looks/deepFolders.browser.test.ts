/** Folders in folders in folders: their names can still be read where one chooses between them. */
import type { Locator } from "playwright-core"
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { row, rowSide } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

test("the names of folders deep down can be read where things are moved to, on a phone too", async () => {
  const { drive } = stage()
  const levels = Array.from({ length: 25 }, (_, at) => `level ${at + 1}`)
  const parentFileId = await drive.files.ensureFolder(levels.join("/"), inSpace)
  await drive.uploads.start({ source: new Blob(["deep"]), name: "deep.txt", parentFileId }, inSpace).done
  const page = await openRoom(stage(), "s3", `f/${parentFileId}`, { viewport: { width: 390, height: 844 } })
  await row(page, "deep.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  const tree = page.getByRole("dialog").getByRole("tree")
  const name = (level: number) => tree.getByText(`level ${level}`, { exact: true })
  await name(25).waitFor()
  const startOf = (level: number) => name(level).evaluate((one) => one.getBoundingClientRect().x)
  const starts = await Promise.all([1, 2, 15, 16].map(startOf))
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  expect(new Set(starts).size).toBe(4)
  for (const level of [12, 24]) {
    expect(await name(level).evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  }
  expect(await tree.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  // where they are is in sight, from the first moment on
  const box = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON())
  const [here, all] = [await box(name(25)), await box(tree)]
  expect(here.top).toBeGreaterThanOrEqual(all.top)
  expect(here.bottom).toBeLessThanOrEqual(all.bottom)
  await page.context().close()
})
