/** A list that does not come: the page says so, what support wants to know is folded below, and the button asks again. */
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "./AppStage.js"
import { findings } from "./findings.js"

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
