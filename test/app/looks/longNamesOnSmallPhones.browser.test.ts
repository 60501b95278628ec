/** The longest of names, without a space, where there is the least room. */
import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { openRoom, setAppStage } from "../AppStage.js"
import { messages, row } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }
const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }

const menuOf = async (page: Page, name: string): Promise<Locator> => {
  await row(page, name).getByRole("button", { name: "More" }).tap()
  return page.getByRole("dialog")
}

/** Whether it is seen whole, from its left to its right. */
const isInside = (part: Locator, whole: Locator): Promise<boolean> =>
  Promise.all([part.boundingBox(), whole.boundingBox()]).then(([inner, outer]) =>
    inner !== null && outer !== null && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width
  )

test("in the dialogs that move, the field for a new folder is whole, and so is the name above it", async () => {
  const long = "m".repeat(120)
  const folder = await stage().drive.files.ensureFolder(long, inSpace)
  const { assetId } = await stage().drive.uploads.start(
    { source: new Blob(["a"]), name: "a.txt", parentFileId: folder },
    inSpace
  ).done
  expect(assetId).toBeDefined()
  for (const room of [`f/${folder}`, "assets"]) {
    const page = await openRoom(stage(), "s3", room, phone)
    const menu = await menuOf(page, "a.txt")
    await menu.getByRole("button", { name: "Move" }).or(menu.getByRole("menuitem", { name: /^Move/ })).first().tap()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "New folder" }).tap()
    const field = dialog.getByRole("textbox", { name: /^New folder/ })
    await field.waitFor()
    expect(await isInside(field, dialog)).toBe(true)
    expect(await isInside(dialog.getByText(/^New folder/).last(), dialog)).toBe(true)
    await page.context().close()
  }
})

test("a message leaves most of the page in sight, and says all of it to who cannot see it", async () => {
  const folder = await stage().drive.files.ensureFolder("long messages", inSpace)
  const page = await openRoom(stage(), "s3", `f/${folder}`, phone)
  const name = "q".repeat(190)
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").fill(name)
  await page.keyboard.press("Enter")
  const message = messages(page).getByRole("listitem")
  await message.waitFor()
  expect((await message.boundingBox())?.height).toBeLessThan(130)
  expect(await message.textContent()).toContain(`“${name}” created`)
  await page.context().close()
})

test("the same key twice is told inside of the details", async () => {
  const parentFileId = await stage().drive.files.ensureFolder("long keys", inSpace)
  await stage().drive.uploads.start({ source: new Blob(["a"]), name: "a.txt", parentFileId }, inSpace).done
  const page = await openRoom(stage(), "s3", `f/${parentFileId}`, phone)
  await (await menuOf(page, "a.txt")).getByRole("menuitem", { name: "Details" }).tap()
  const panel = page.getByRole("dialog", { name: "Details" }).or(page.getByRole("complementary", { name: "Details" }))
  for (const pair of [1, 2]) {
    await panel.getByRole("button", { name: "Add a pair" }).tap()
    await panel.getByRole("combobox", { name: `Key ${pair}` }).fill("k".repeat(80))
  }
  const told = panel.getByText(/already exists\.$/)
  await told.waitFor()
  expect(await told.evaluate((sentence) => sentence.scrollWidth - sentence.clientWidth)).toBe(0)
  await page.context().close()
})
