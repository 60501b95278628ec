/** One user leaves and another one signs in on the same page: what was the first one's is not there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, openRoom, setAppStage } from "./AppStage.js"
import { drop, messages, panel, row, rowSide, told } from "./onPage.js"

const stage = setAppStage()
const inSpace = { spaceId: "s3-space" }

const put = (folder: string, name: string) =>
  stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, inSpace).done

const anotherSignsIn = async (page: Page): Promise<void> => {
  await page.route("**/api/v2/user/login", async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body: body.replace(/("wsid":\s*")/, "$1another-") })
  })
  await page.getByRole("textbox", { name: "Access token" }).fill(stage().emulator.accessToken)
  await page.keyboard.press("Enter")
}

const signInAsAnother = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Account" }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await anotherSignsIn(page)
}

test("the folders that things were moved to are not offered", async () => {
  const folder = await stage().drive.files.ensureFolder("moved by users", inSpace)
  const goal = await stage().drive.files.ensureFolder("moved by users/goal", inSpace)
  for (const name of ["one.txt", "two.txt", "three.txt"]) await put(folder, name)
  const page = await openFolder(stage(), "s3", folder)
  const dialog = page.getByRole("dialog")
  const openMove = async (name: string) => {
    await row(page, name).click(rowSide)
    await page.keyboard.press("Shift+M")
    await dialog.getByRole("treeitem", { name: "goal", exact: true }).waitFor()
  }
  const offered = dialog.getByRole("button", { name: "goal", exact: true })
  const move = async (name: string) => {
    await dialog.getByRole("treeitem", { name: "goal", exact: true }).click()
    await dialog.getByRole("button", { name: "Move to goal" }).click()
    await row(page, name).waitFor({ state: "detached" })
  }
  await openMove("one.txt")
  await move("one.txt")
  await openMove("two.txt")
  await offered.waitFor()
  await move("two.txt")

  await signInAsAnother(page)
  await openMove("three.txt")
  expect(await offered.count()).toBe(0)
  const { items } = await stage().drive.files.list({ parentFileId: goal }, inSpace)
  expect(items.map(({ name }) => name).sort()).toEqual(["one.txt", "two.txt"])
  await page.context().close()
})

test("a task of the drive is not listed", async () => {
  const folder = await stage().drive.files.ensureFolder("binned by users", inSpace)
  const { fileId } = await put(folder, "binned.txt")
  await stage().drive.recycleBin.recycle([fileId], inSpace)
  const page = await openRoom(stage(), "s3", "bin")
  await page.route(/\/task\//, () => new Promise<void>(() => {}))
  await page.getByRole("button", { name: "Clear the bin…" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear the bin" }).click()
  await page.getByRole("button", { name: "Transfers", exact: true }).click()
  await panel(page).getByText("1 task in the drive").waitFor()

  await signInAsAnother(page)
  await page.getByRole("heading", { level: 1, name: "Recycle bin" }).waitFor()
  expect(await panel(page).count()).toBe(0)
  await page.context().close()
})

test("a file of a dropped folder that waited for an answer is not asked about", async () => {
  const folder = await stage().drive.files.ensureFolder("dropped by users", inSpace)
  await put(await stage().drive.files.ensureFolder("dropped by users/album", inSpace), "taken.txt")
  const outside = mkdtempSync(join(tmpdir(), "effect-drive-users-"))
  mkdirSync(join(outside, "album"))
  writeFileSync(join(outside, "album", "taken.txt"), "of the first user")
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "album").waitFor()
  await drop(page, [join(outside, "album")])
  await panel(page).getByRole("button", { name: "Choose: album" }).waitFor()
  rmSync(outside, { recursive: true })

  await signInAsAnother(page)
  await row(page, "album").waitFor()
  expect(await panel(page).count()).toBe(0)
  await page.context().close()
})

test("where the sign-in has run out, nothing of before is taken back, pasted, told or kept", async () => {
  const folder = await stage().drive.files.ensureFolder("ran out", inSpace)
  for (const name of ["one.txt", "two.txt", "cut.txt"]) await put(folder, name)
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "cut.txt").click(rowSide)
  await page.keyboard.press("ControlOrMeta+x")
  await page.locator("[data-name='cut.txt'][data-cut]").waitFor()
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("Delete")
  await told(page, "1 item moved to the recycle bin")
  await page.evaluate("localStorage.setItem('drive.reading.before', '{}')")
  // the message stays: a pointer is on it
  await messages(page).dispatchEvent("pointerover")
  const ended = "**/api/**"
  await page.route(ended, (route) => route.fulfill({ status: 401, contentType: "application/json", body: "{}" }))
  await page.keyboard.press("Shift+N")
  await page.getByRole("dialog").getByRole("textbox").fill("refused")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  await page.unroute(ended)

  await anotherSignsIn(page)
  await row(page, "two.txt").waitFor()
  expect(await messages(page).getByRole("button", { name: "Undo" }).count()).toBe(0)
  expect(await page.locator("[data-cut]").count()).toBe(0)
  expect(await page.evaluate("localStorage.getItem('drive.reading.before')")).toBeNull()
  await row(page, "two.txt").click(rowSide)
  await page.keyboard.press("ControlOrMeta+z")
  // what would be taken back by then has come before the next change
  await page.keyboard.press("Delete")
  await row(page, "two.txt").waitFor({ state: "detached" })
  await told(page, "1 item moved to the recycle bin")
  const { items } = await stage().drive.files.list({ parentFileId: folder }, inSpace)
  expect(items.map(({ name }) => name)).toEqual(["cut.txt"])
  await page.context().close()
})
