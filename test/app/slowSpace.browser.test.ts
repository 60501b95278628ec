/** A service that does not answer for a space: one is told what is waited for, then that it takes long, and can ask again for what is not all of the page. */
import { expect, test } from "vitest"
import { newContext, openRoom, setAppStage } from "./AppStage.js"

const stage = setAppStage()

const address = /drive\/info/

test.each([
  ["its limits", address],
  ["its credential", /space\/s3-space\/token/]
])("while it is opened, and the question for %s hangs: asked again it is asked anew", async (_what, address) => {
  const page = await (await newContext(stage())).newPage()
  let isSilent = true
  await page.route(address, async (route) => {
    if (!isSilent) await route.continue()
  })
  const { emulator, origin } = stage()
  await page.goto(`${origin}/s3-space/f#token=${encodeURIComponent(emulator.accessToken)}`)
  const status = page.locator("main").getByRole("status")
  await status.getByText("Opening the space…").waitFor()
  await status.getByText("This takes longer than usual.").waitFor()
  // what was asked before never gets its answer
  isSilent = false
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("heading", { level: 1, name: "Files" }).waitFor()
  await page.getByRole("heading", { name: "Nothing in “Files” yet" }).waitFor()
  expect(await page.getByText("Opening the space…").count()).toBe(0)
  await page.context().close()
})

test("on its own page: the rest of it is there, and stays where it is", async () => {
  const page = await openRoom(stage(), "s3", "f")
  let isSilent = true
  await page.route(address, async (route) => {
    if (!isSilent) await route.continue()
  })
  await page.getByRole("link", { name: "This space" }).click()
  const below = page.getByRole("heading", { name: "What this space can do" })
  await below.waitFor()
  const before = await below.boundingBox()
  const status = page.locator("main").getByRole("status")
  await status.getByText("Asking for the limits…").waitFor()
  await status.getByText("This takes longer than usual.").waitFor()
  expect((await below.boundingBox())?.y).toBe(before?.y)
  // what was asked before never gets its answer
  isSilent = false
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByText("Not limited").first().waitFor()
  expect((await below.boundingBox())?.y).toBe(before?.y)
  await page.context().close()
})
