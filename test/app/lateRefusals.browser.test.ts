/** What is refused after the place that would have said so is gone: a message says it. */
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { messages, row, rowSide, told } from "./onPage.js"
import { uploadTo } from "./visitors.js"

const stage = setAppStage()

test("a tag that is refused when another file is shown already", async () => {
  const { fileId, parentFileId } = await uploadTo(stage(), "s3", "tags refused late", "one.txt", "a")
  await uploadTo(stage(), "s3", "tags refused late", "two.txt", "b")
  const page = await openFolder(stage(), "s3", parentFileId)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("i")
  await page.getByRole("button", { name: "Add a pair" }).click()
  await page.getByRole("combobox", { name: "Key 1" }).fill("quay")
  let refuse = () => {}
  const isRefused = new Promise<void>((resolve) => refuse = resolve)
  const everything = "**/api/**"
  await page.route(everything, async (route) => {
    if (route.request().method() === "GET" || !route.request().postData()?.includes("quay")) return route.continue()
    await isRefused
    await route.fulfill({ status: 400, contentType: "application/json", body: "{}" })
  })
  await row(page, "two.txt").click(rowSide)
  await page.getByRole("complementary", { name: "Details" }).getByRole("heading", { name: "two.txt" }).waitFor()
  refuse()
  await messages(page).getByText("Tags of “one.txt” not saved").waitFor()
  await page.unroute(everything)
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "Tags of “one.txt” saved")
  expect((await stage().drive.files.info(fileId, { spaceId: "s3-space" })).userTags)
    .toEqual([{ key: "quay", value: "" }])
  await page.context().close()
})
