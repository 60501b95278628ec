/** What axe finds in states that come and go, in both themes, narrow and wide: nothing. All on one page. */
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "../AppStage.js"
import { goToRegion, press } from "../byKeys.js"
import { findingsEverywhere } from "../findings.js"
import { messages, panel, pick, refuseBytes, row } from "../onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const narrow = { width: 360, height: 740 }
const wide = { width: 1440, height: 900 }

test("messages, the network away, a failed upload, the narrow filter, details and questions have no findings", async () => {
  const { drive } = stage()
  const folder = await drive.files.ensureFolder("states", inSpace)
  for (const name of ["kept.txt", "taken.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done
  }
  const page = await openFolder(stage(), "s3", folder)
  const context = page.context()
  const found: Array<string> = []
  const look = async (state: string): Promise<void> => {
    for (const finding of await findingsEverywhere(page)) found.push(`${state}, ${finding}`)
  }
  const dialog = page.getByRole("dialog")
  await row(page, "kept.txt").waitFor()

  // what a narrow page needs is loaded before the network goes
  await page.setViewportSize(narrow)
  await page.getByRole("button", { name: "Add", exact: true }).waitFor()
  await page.getByRole("button", { name: "Filter this list" }).waitFor()
  await context.setOffline(true)
  const banner = page.getByText(/^This page was loaded at \d/)
  await banner.waitFor()
  await look("offline")
  await context.setOffline(false)
  await banner.waitFor({ state: "detached" })

  await page.setViewportSize(narrow)
  await page.getByRole("button", { name: "Filter this list" }).click()
  const field = page.getByRole("searchbox")
  await field.fill("kept")
  await row(page, "taken.txt").waitFor({ state: "detached" })
  await look("narrow filter")
  await page.setViewportSize(narrow)
  await page.getByRole("button", { name: "Close the filter" }).click()
  await row(page, "taken.txt").waitFor()
  await row(page, "kept.txt").focus()
  await press(page, "x", "i")
  const details = page.getByRole("complementary", { name: "Details" })
  await details.getByRole("heading", { name: "kept.txt" }).waitFor()
  await look("sheet of details")
  await page.setViewportSize(narrow)
  await details.getByRole("button", { name: "Close" }).click()
  await details.waitFor({ state: "detached" })
  await page.setViewportSize(wide)

  await row(page, "kept.txt").focus()
  await press(page, "Shift+S")
  await dialog.getByRole("switch").first().waitFor()
  await look("link to be made")
  await dialog.getByRole("switch").first().press("Space")
  await dialog.getByRole("button", { name: "Copy link" }).waitFor()
  await look("link")
  await press(page, "Escape")
  await dialog.waitFor({ state: "detached" })

  await press(page, "Escape")
  const accept = await refuseBytes(page, stage().origin)
  await pick(page, [{ name: "refused.bin", buffer: Buffer.alloc(70_000, "refused") }])
  await panel(page).getByRole("button", { name: "Try again: refused.bin" }).waitFor()
  await look("failed upload")
  await accept()
  await pick(page, [{ name: "taken.txt", buffer: Buffer.from("another one") }])
  await panel(page).getByRole("button", { name: "Choose: taken.txt" }).click()
  await dialog.waitFor()
  await look("name that is taken")
  await press(page, "Escape")
  await dialog.waitFor({ state: "detached" })

  await row(page, "kept.txt").focus()
  await press(page, "x", "Delete")
  await messages(page).getByRole("button", { name: "Undo" }).waitFor()
  // a message stays as long as the focus is in it
  await goToRegion(page, "toasts")
  await look("message")
  await messages(page).getByRole("button", { name: "Undo" }).waitFor()
  expect(found).toEqual([])
  await context.close()
})
