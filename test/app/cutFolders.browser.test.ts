/** A folder that was dropped and not read to its end when the page went: the next page asks for it again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, Dialog, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { holdParts } from "../browser/DrivePage.js"
import { openFolder, setAppStage } from "./AppStage.js"
import { findings } from "./findings.js"
import { drop, panel } from "./onPage.js"

const stage = setAppStage()
const outside = mkdtempSync(join(tmpdir(), "effect-drive-cut-"))
const question = "“album” was still being read. Drop it again"

let context: BrowserContext | undefined

beforeAll(() => {
  for (const name of ["album", "second"]) {
    for (let part = 0; part < 20; part++) {
      mkdirSync(join(outside, name, String(part)), { recursive: true })
      for (let index = 0; index < 250; index++) writeFileSync(join(outside, name, String(part), `${index}.txt`), "")
    }
  }
  mkdirSync(join(outside, "short"))
  writeFileSync(join(outside, "short", "one.txt"), "one")
})

afterEach(async () => {
  await context?.close()
  context = undefined
})

afterAll(() => rmSync(outside, { recursive: true }))

const marks = (page: Page): Promise<string | null> => page.evaluate("sessionStorage.getItem('drive.reading')")

const reload = async (page: Page): Promise<void> => {
  const answer = (dialog: Dialog) => void dialog.accept()
  page.on("dialog", answer)
  await page.reload()
  page.off("dialog", answer)
  await page.getByRole("heading", { level: 1 }).waitFor()
}

const openWithout = async (name: string) => {
  const folder = await stage().drive.files.ensureFolder(name, { spaceId: "s3-space" })
  const page = await openFolder(stage(), "s3", folder)
  context = page.context()
  return page
}

test("of one that was read to its end nothing is kept", async () => {
  const page = await openWithout("read")
  await drop(page, [join(outside, "short")])
  await panel(page).getByRole("heading", { name: "1 file uploaded" }).waitFor()
  await expect.poll(() => marks(page)).toBeNull()
})

test("it is asked for until it is chosen again or left", async () => {
  const page = await openWithout("cut")
  // none gets through, so that the folder is still being read
  holdParts(stage().emulator, { after: 0, times: 10_000 })
  await drop(page, [join(outside, "album"), join(outside, "second")])
  await panel(page).getByText(/^[\d,]+ of [\d,]+\+ files$/).first().waitFor()
  await expect.poll(() => marks(page)).toContain("album")
  await expect.poll(() => marks(page)).toContain("second")
  await reload(page)
  await panel(page).getByText(question).waitFor()
  expect(await findings(page)).toEqual([])
  await reload(page)
  await panel(page).getByText(question).waitFor()

  const chooser = page.waitForEvent("filechooser")
  await panel(page).getByRole("button", { name: "Choose folder" }).first().click()
  await (await chooser).setFiles(join(outside, "short"))
  // another folder is no answer
  await panel(page).getByText(question).waitFor()
  await panel(page).getByRole("button", { name: "Remove: album" }).click()
  await panel(page).getByText(question).waitFor({ state: "detached" })
  // what is dropped together is asked for one by one
  await panel(page).getByText(question.replace("album", "second")).waitFor()
  await panel(page).getByRole("button", { name: "Remove: second" }).click()
  await expect.poll(() => marks(page)).toBeNull()
})
