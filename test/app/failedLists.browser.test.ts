/** A list that does not come: the page says so, what support wants to know is folded below, and the button asks again. */
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "./AppStage.js"
import { findings } from "./findings.js"
import { row, rowSide } from "./onPage.js"

const stage = setAppStage()

test.each([
  ["bin", "**/recycles*"],
  ["starred", "**/asset/list"],
  ["assets", "**/asset/list"],
  ["f", "**/file/*/list*"]
])("of %s", async (room, address) => {
  const page = await openRoom(stage(), "s3", room)
  const main = page.locator("main")
  await page.route(address, (route) => route.fulfill({ status: 400, contentType: "application/json", body: "{}" }))
  await page.reload()
  await main.locator("summary").getByText("Details").click()
  await main.getByText(/^TransportError: /).waitFor()
  expect(await main.getByRole("button", { name: "Copy the details" }).count()).toBe(1)
  expect(await findings(page)).toEqual([])
  await page.unroute(address)
  await main.getByRole("button", { name: "Try again" }).click()
  await main.locator("summary").waitFor({ state: "detached" })
  await page.context().close()
})

test("of folders in the dialog that moves: it is told, and who unfolds again asks again", async () => {
  const { drive } = stage()
  const inSpace = { spaceId: "s3-space" }
  const parent = await drive.files.ensureFolder("folded", inSpace)
  await drive.files.ensureFolder("folded/inner", inSpace)
  await drive.files.ensureFolder("to move", inSpace)
  const page = await openRoom(stage(), "s3", "f")
  await row(page, "to move").click(rowSide)
  await page.keyboard.press("Shift+M")
  const dialog = page.getByRole("dialog")
  const item = dialog.getByRole("treeitem", { name: "folded" })
  await item.focus()
  const isOfIt = (url: URL) => url.searchParams.get("parent_file_id") === parent
  await page.route(isOfIt, (route) => route.fulfill({ status: 400, contentType: "application/json", body: "{}" }))
  await page.keyboard.press("ArrowRight")
  const reason = dialog.getByText("The service had a problem.")
  await reason.waitFor()
  // beside the dialog, and still to be heard
  await page.locator("[aria-live='assertive']").getByText("The service had a problem.").waitFor()
  expect(await findings(page)).toEqual([])
  await page.unroute(isOfIt)
  await page.keyboard.press("ArrowLeft")
  await reason.waitFor({ state: "detached" })
  await page.keyboard.press("ArrowRight")
  await dialog.getByRole("treeitem", { name: "inner" }).waitFor()
  await page.context().close()
})
