/** A tag is saved however its field goes. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { row, rowSide } from "./onPage.js"
import { uploadTo } from "./visitors.js"

const stage = setAppStage()

test.each([
  ["another file is selected", (page: Page) => row(page, "two.txt").click(rowSide)],
  ["Esc closes its panel", (page: Page) => page.keyboard.press("Escape")],
  [
    "its panel is closed",
    (page: Page) => page.getByRole("complementary", { name: "Details" }).getByRole("button", { name: "Close" }).click()
  ]
])("a tag is saved where %s, once", async (how, leave) => {
  const { fileId, parentFileId } = await uploadTo(stage(), "s3", how, "one.txt", "a")
  await uploadTo(stage(), "s3", how, "two.txt", "b")
  const page = await openFolder(stage(), "s3", parentFileId)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("i")
  await page.getByRole("button", { name: "Add a pair" }).click()
  await page.getByRole("combobox", { name: "Key 1" }).fill("quay")
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.postData()?.includes("quay") === true) sent.push(request.url())
  })
  await leave(page)
  const tags = async () => (await stage().drive.files.info(fileId, { spaceId: "s3-space" })).userTags
  await expect.poll(tags).toEqual([{ key: "quay", value: "" }])
  await page.waitForLoadState("networkidle")
  expect(sent).toHaveLength(1)
  await page.context().close()
})
