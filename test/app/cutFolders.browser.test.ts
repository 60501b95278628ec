/** A folder that was dropped and not read to its end when the page went: the next page asks for it again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, Dialog, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { holdParts } from "../browser/DrivePage.js"
import { openFolder, openFolderIn, setAppStage } from "./AppStage.js"
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

const kept = "Object.keys(localStorage).filter((key) => key.startsWith('drive.reading.'))"

/** What pages have marked, those that have gone among them. */
const marks = (page: Page): Promise<string> => page.evaluate(`${kept}.map((key) => localStorage.getItem(key)).join()`)

/** Pages that wait for the locks of others which read. */
const waiting = (page: Page): Promise<number> =>
  page.evaluate(`navigator.locks.query().then(({ pending }) =>
    pending.filter(({ name }) => name.startsWith("drive.reading.")).length)`)

const reload = async (page: Page): Promise<void> => {
  const accept = (dialog: Dialog) => void dialog.accept()
  page.on("dialog", accept)
  await page.reload()
  page.off("dialog", accept)
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
  await expect.poll(() => marks(page)).toBe("")
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
  await expect.poll(() => marks(page)).toBe("")
})

test("every tab asks for it once the tab that read it has gone, until one has an answer, and none after the sign-out", async () => {
  const folder = await stage().drive.files.ensureFolder("tabs", { spaceId: "s3-space" })
  const first = await openFolder(stage(), "s3", folder)
  context = first.context()
  const early = await openFolderIn(context, stage(), "s3", folder)
  holdParts(stage().emulator, { after: 0, times: 10_000 })
  await drop(first, [join(outside, "album"), join(outside, "second")])
  await expect.poll(() => marks(first)).toContain("album")
  await expect.poll(() => marks(first)).toContain("second")

  const second = await openFolderIn(context, stage(), "s3", folder)
  // the one that was there before, and this one
  await expect.poll(() => waiting(second)).toBe(2)
  // the first one reads on
  expect(await panel(second).getByText(question).count()).toBe(0)
  await first.close()
  await panel(second).getByText(question).waitFor()
  // it was there before the folders were dropped
  await panel(early).getByText(question).waitFor()

  const third = await openFolderIn(context, stage(), "s3", folder)
  await panel(third).getByText(question).waitFor()
  await panel(third).getByRole("button", { name: "Remove: album" }).click()
  await panel(second).getByText(question).waitFor({ state: "detached" })

  await panel(second).getByText(question.replace("album", "second")).waitFor()
  await third.getByRole("button", { name: "Account" }).click()
  await third.getByRole("menuitem", { name: "Sign out" }).click()
  await panel(second).getByText(question.replace("album", "second")).waitFor({ state: "detached" })
  expect(await marks(second)).toBe("")
})
