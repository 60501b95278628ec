/** Back leads to a long list as it stood, though its rows take a while to be put in order. */
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { row } from "./onPage.js"

const stage = setAppStage()

test("a list of 2,100 rows is where it was, and the folder that was opened is in sight", async () => {
  const { drive } = stage()
  const inSpace = { spaceId: "s3-space" }
  const parentFileId = await drive.files.ensureFolder("long", inSpace)
  // the service gives the last one first, which is not their order
  for (let at = 0; at < 2_100; at += 50) {
    await Promise.all(
      Array.from(
        { length: 50 },
        (_, more) => drive.files.createFolder({ name: `item ${1_000 + at + more}`, parentFileId }, inSpace)
      )
    )
  }
  const page = await openFolder(stage(), "s3", parentFileId)
  await page.getByText("2,100 items", { exact: true }).waitFor()
  const list = page.locator("[role='rowgroup'][tabindex]")
  await expect.poll(() => page.locator("[data-index='0']").getAttribute("data-name")).toBe("item 1000")
  await list.evaluate((area) => area.scrollTo(0, 44 * 120))
  await row(page, "item 1125").dblclick()
  await page.getByRole("heading", { level: 1, name: "item 1125" }).waitFor()
  await page.goBack()
  await row(page, "item 1125").waitFor()
  await page.waitForLoadState("networkidle")
  expect(await list.evaluate((area) => area.scrollTop)).toBe(44 * 120)
  expect(await page.evaluate("document.activeElement.dataset.name")).toBe("item 1125")
  await page.context().close()
})
