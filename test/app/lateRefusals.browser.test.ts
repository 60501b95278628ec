/** What is refused after the place that would have said so is gone: a message says it. */
import type { Page, Request } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { messages, row, rowSide, told } from "./onPage.js"
import { uploadTo } from "./visitors.js"

const stage = setAppStage()

const calls = "**/api/**"

/** The calls that are meant wait for `refuse`; after `allow` they are answered as all others. */
const refuseLate = async (page: Page, isMeant: (request: Request) => boolean) => {
  let refuse = () => {}
  const isRefused = new Promise<void>((resolve) => refuse = resolve)
  await page.route(calls, async (route) => {
    if (!isMeant(route.request())) return route.continue()
    await isRefused
    await route.fulfill({ status: 400, contentType: "application/json", body: "{}" })
  })
  return { refuse, allow: () => page.unroute(calls) }
}

test("a tag that is refused when another file is shown already", async () => {
  const { fileId, parentFileId } = await uploadTo(stage(), "s3", "tags refused late", "one.txt", "a")
  await uploadTo(stage(), "s3", "tags refused late", "two.txt", "b")
  const page = await openFolder(stage(), "s3", parentFileId)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("i")
  await page.getByRole("button", { name: "Add a pair" }).click()
  await page.getByRole("combobox", { name: "Key 1" }).fill("quay")
  const { allow, refuse } = await refuseLate(page, (request) => request.postData()?.includes("quay") === true)
  await row(page, "two.txt").click(rowSide)
  await page.getByRole("complementary", { name: "Details" }).getByRole("heading", { name: "two.txt" }).waitFor()
  refuse()
  await messages(page).getByText("Tags of “one.txt” not saved").waitFor()
  await allow()
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "Tags of “one.txt” saved")
  expect((await stage().drive.files.info(fileId, { spaceId: "s3-space" })).userTags)
    .toEqual([{ key: "quay", value: "" }])
  await page.context().close()
})

test.each([
  ["a folder's page", "f"],
  ["the library", "assets"]
])("a new folder whose dialog has gone with %s, by Back", async (what, room) => {
  const page = await openRoom(stage(), "s3", room)
  await page.getByRole("link", { name: "Recycle bin" }).click()
  await page.getByRole("heading", { level: 1, name: "Recycle bin" }).waitFor()
  await page.getByRole("link", { name: room === "f" ? "Files" : "Assets", exact: true }).click()
  await page.getByRole("button", { name: "New folder" }).first().click()
  await page.getByRole("dialog").getByRole("textbox").fill(what)
  const isMeant = (request: Request) => request.postData()?.includes(what) === true
  const { allow, refuse } = await refuseLate(page, isMeant)
  const isSent = page.waitForRequest(isMeant)
  await page.keyboard.press("Enter")
  await isSent
  await page.goBack()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  refuse()
  await messages(page).getByText("Not created").waitFor()
  await allow()
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, `“${what}”`)
  await page.goForward()
  await row(page, what).waitFor()
  await page.context().close()
})

test("a new folder of assets whose dialog has gone by Back: the message makes it", async () => {
  const { fileId } = await uploadTo(stage(), "s3", "assets moved late", "moved late.txt", "a")
  await stage().drive.assets.create({ fileId }, { spaceId: "s3-space" })
  const page = await openRoom(stage(), "s3", "f")
  await page.getByRole("link", { name: "Assets", exact: true }).click()
  await row(page, "moved late.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  await page.getByRole("dialog").getByRole("button", { name: "New folder" }).click()
  await page.getByRole("dialog").getByRole("textbox", { name: "New folder" }).fill("made late")
  const isMeant = (request: Request) => request.url().endsWith("/asset/folders")
  const { allow, refuse } = await refuseLate(page, isMeant)
  const isSent = page.waitForRequest(isMeant)
  await page.keyboard.press("Enter")
  await isSent
  await page.goBack()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  refuse()
  await messages(page).getByText("Not created").waitFor()
  await allow()
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await told(page, "“made late” created")
  await page.goForward()
  await row(page, "made late").waitFor()
  await page.context().close()
})
