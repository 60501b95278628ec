/** Files that the service does not put into the bin: the page says why, and tries again where that may help. */
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"
import { messages, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()

test("a refused deletion says why, and where it may succeed it is tried again", async () => {
  const inSpace = { spaceId: "s3-space" }
  const folder = await stage().drive.files.ensureFolder("refused", inSpace)
  await stage().drive.uploads.start({ source: new Blob(["x"]), name: "one.txt", parentFileId: folder }, inSpace).done
  const page = await openFolder(stage(), "s3", folder)
  const recycle = "**/api/v2/file/*/*/recycle"
  const refuse = (status: number, code?: string) =>
    page.route(
      recycle,
      (route) => route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ code }) })
    )

  await row(page, "one.txt").click(rowSide)
  await refuse(403, "Forbidden")
  await page.keyboard.press("Delete")
  await told(page, "1 item was not moved to the binYou don’t have permission to do this here.")
  await row(page, "one.txt").getByText("Not moved to the bin").waitFor()
  expect(await messages(page).getByRole("button", { name: "Try again" }).count()).toBe(0)
  await page.unroute(recycle)

  await refuse(500)
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Delete")
  await told(page, "1 item was not moved to the binThe service had a problem. Nothing is lost.")
  await page.unroute(recycle)
  await messages(page).getByRole("button", { name: "Try again" }).click()
  await row(page, "one.txt").waitFor({ state: "detached" })
  await told(page, "1 item moved to the recycle bin")
  await page.context().close()
})
