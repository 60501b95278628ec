/** What is paused is continued or given up, from its own row. */
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, expect, test } from "vitest"
import { holdParts } from "../browser/DrivePage.js"
import { openFolder, openFolderWithoutPickers, setAppStage } from "./AppStage.js"
import { drop, panel, pick, row, rowSide, slowDown } from "./onPage.js"

const pace = 400_000
const there = { spaceId: "s3-space" }

const stage = setAppStage({ more: [{ spaceId: "slow-space", platform: "s3", name: "Slow", downloadSpeed: pace }] })

const work = mkdtempSync(join(tmpdir(), "effect-drive-paused-"))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const namesIn = async (parentFileId: string): Promise<ReadonlyArray<string>> =>
  (await stage().drive.files.list({ parentFileId }, there)).items.map(({ name }) => name)

/** Both buttons stand in the row, the one that goes on where the one that paused was. */
const pauseAndCancel = async (page: Page, name: string): Promise<void> => {
  const button = (what: string) => panel(page).getByRole("button", { name: `${what}: ${name}` })
  await button("Pause").click()
  await panel(page).getByText(/^Paused · /).first().waitFor()
  await button("Resume").waitFor()
  expect(await panel(page).getByRole("progressbar", { name }).count()).toBe(1)
  await button("Cancel").click()
  await panel(page).getByText("Cancelled").first().waitFor()
  expect(await button("Resume").count()).toBe(0)
}

test("a file that is paused is cancelled, and that is undone", async () => {
  const folder = await stage().drive.files.ensureFolder("paused file", there)
  const page = await openFolder(stage(), "s3", folder)
  const speedUp = await slowDown(page)
  await pick(page, [{ name: "long.bin", buffer: randomBytes(6_000_000) }])
  await pauseAndCancel(page, "long.bin")
  expect(await namesIn(folder)).toEqual([])
  await speedUp()
  await panel(page).getByRole("button", { name: "Undo: long.bin" }).click()
  await panel(page).getByText("1 file uploaded").waitFor()
  expect(await namesIn(folder)).toEqual(["long.bin"])
  await page.context().close()
})

test("a folder that is paused is cancelled, and nothing more of it is sent", async () => {
  const top = join(work, "letters")
  mkdirSync(top)
  writeFileSync(join(top, "a.bin"), randomBytes(6_000_000))
  const folder = await stage().drive.files.ensureFolder("paused folder", there)
  const page = await openFolder(stage(), "s3", folder)
  holdParts(stage().emulator, { after: 0, times: 2 })
  await drop(page, [top])
  await pauseAndCancel(page, "letters")
  await panel(page).getByRole("button", { name: "Remove: letters" }).click()
  await panel(page).getByRole("button", { name: "Remove: letters" }).waitFor({ state: "detached" })
  expect(await namesIn(await stage().drive.files.ensureFolder("paused folder/letters", there))).toEqual([])
  await page.context().close()
})

test("a download that is paused is cancelled", async () => {
  const slow = { spaceId: "slow-space" }
  const folder = await stage().drive.files.ensureFolder("paused download", slow)
  const source = new Blob([randomBytes(12 * pace)])
  await stage().drive.uploads.start({ source, name: "long.bin", parentFileId: folder }, slow).done
  const page = await openFolderWithoutPickers(stage(), "s3", "root")
  await page.goto(`${stage().origin}/slow-space/f/${folder}`)
  await row(page, "long.bin").click(rowSide)
  await page.keyboard.press("Shift+D")
  await pauseAndCancel(page, "long.bin")
  await page.context().close()
})
