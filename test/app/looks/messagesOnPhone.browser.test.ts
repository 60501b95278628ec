/** On a phone a message lies over nothing that is pressed, and the last rows can be scrolled up from under it. */
import type { Locator, Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { openFolderWithoutPickers, setAppStage } from "../AppStage.js"
import { drawn } from "../findings.js"
import { messages, panel, row } from "../onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const there = { spaceId: "s3-space" }
  folder = await stage().drive.files.ensureFolder("messages", there)
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => stage().drive.files.ensureFolder(`messages/folder ${at + 10}`, there))
  )
})

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error("it is not on the screen")
  return { top: box.y, bottom: box.y + box.height }
}

/** Puts a row into the bin, whose message stays: a pointer is on it. */
const recycle = async (page: Page, name: string): Promise<void> => {
  await row(page, name).getByRole("button", { name: "More" }).tap()
  const sheet = page.getByRole("dialog")
  await sheet.getByRole("button", { name: "Recycle" }).or(sheet.getByRole("menuitem", { name: "Move to recycle bin" }))
    .first()
    .tap()
  await row(page, name).waitFor({ state: "detached" })
  await messages(page).getByRole("listitem").first().waitFor()
  await messages(page).dispatchEvent("pointerover")
}

const isAbove = async (one: Locator, other: Locator): Promise<void> =>
  expect((await boxOf(one)).bottom).toBeLessThanOrEqual((await boxOf(other)).top)

test("alone, over the folded panel and over the open one", async () => {
  const page = await openFolderWithoutPickers(stage(), "s3", folder, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true
  })
  const list = page.locator("[role='rowgroup'][tabindex]")
  const toEnd = async () => {
    await list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await drawn(page)
  }
  const toTop = () => list.evaluate((one) => one.scrollTo(0, 0))
  const last = row(page, "folder 29")
  const said = messages(page).getByRole("listitem")
  const add = page.getByRole("button", { name: "Add", exact: true })

  await recycle(page, "folder 10")
  await toEnd()
  await isAbove(said, add)
  await isAbove(last, said)

  await add.tap()
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("dialog").getByRole("menuitem", { name: "Upload files" }).tap()
  await (await chooser).setFiles([{ name: "zero.bin", mimeType: "", buffer: Buffer.from("0") }])
  await panel(page).getByText("1 file uploaded").waitFor()
  const end = row(page, "zero.bin")
  await toEnd()
  await end.waitFor()
  await isAbove(said.first(), panel(page))
  await said.first().getByRole("button", { name: "Close" }).tap()
  await said.waitFor({ state: "detached" })
  await isAbove(end, panel(page))
  // and is not out of sight at the top
  expect((await boxOf(end)).top).toBeGreaterThanOrEqual((await boxOf(list)).top)

  await panel(page).getByRole("button", { name: "Collapse" }).tap()
  await page.locator("[data-folded]").waitFor()
  await toEnd()
  await isAbove(end, add)
  await isAbove(add, panel(page))
  await toTop()
  await row(page, "folder 11").waitFor()
  await recycle(page, "folder 11")
  await toEnd()
  await isAbove(said, add)
  await isAbove(end, said)
  await toTop()
  await recycle(page, "folder 12")
  // the row goes before the drive has answered
  await expect.poll(() => said.count()).toBe(2)
  await toEnd()
  await isAbove(said.last(), add)
  await isAbove(end, said.first())
  await page.context().close()
})

test("not over a dialog", async () => {
  const page = await openFolderWithoutPickers(stage(), "s3", folder, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true
  })
  await recycle(page, "folder 13")
  await page.getByRole("button", { name: "Add", exact: true }).tap()
  await page.getByRole("dialog").getByRole("menuitem", { name: "New folder" }).tap()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Create" }).waitFor()
  await drawn(page)
  await isAbove(messages(page).getByRole("listitem"), dialog)
  await page.context().close()
})
