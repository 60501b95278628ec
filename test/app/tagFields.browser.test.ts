/** A tag is saved however its field goes. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { newContext, openFolder, openFolderIn, setAppStage } from "./AppStage.js"
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

test("what another tab makes of them is shown in open details, and what is typed here stays", async () => {
  const { fileId, parentFileId } = await uploadTo(stage(), "s3", "tags in two tabs", "one.txt", "a")
  const inSpace = { spaceId: "s3-space" }
  await stage().drive.files.updateInfo({ fileId, userTags: [{ key: "quay", value: "4" }] }, inSpace)
  const context = await newContext(stage())
  const open = async () => {
    const page = await openFolderIn(context, stage(), "s3", parentFileId)
    await row(page, "one.txt").click(rowSide)
    await page.keyboard.press("i")
    await page.getByRole("combobox", { name: "Value 1" }).waitFor()
    return page
  }
  const page = await open()
  const other = await open()
  await page.bringToFront()
  await page.getByRole("button", { name: "Add a pair" }).click()
  await page.getByRole("combobox", { name: "Key 2" }).fill("mine")
  await other.bringToFront()
  await other.getByRole("combobox", { name: "Value 1" }).fill("5")
  await other.keyboard.press("Tab")
  const value = page.getByRole("combobox", { name: "Value 1" })
  await expect.poll(() => value.inputValue()).toBe("5")
  await page.bringToFront()
  expect(await page.getByRole("combobox", { name: "Key 2" }).inputValue()).toBe("mine")
  await page.getByRole("combobox", { name: "Key 2" }).press("Tab")
  await expect.poll(async () => (await stage().drive.files.info(fileId, inSpace)).userTags)
    .toEqual([{ key: "quay", value: "5" }, { key: "mine", value: "" }])
  await expect.poll(() => other.getByRole("combobox", { name: "Key 2" }).inputValue()).toBe("mine")
  await context.close()
})
