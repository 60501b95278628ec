/** What is dropped or pasted while the code of transfers is still on its way: it is uploaded, and listed once that is there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { afterAll, afterEach, expect, test } from "vitest"
import { newContext, setAppStage } from "./AppStage.js"
import { complaintsOf } from "./findings.js"
import { drop, panel, paste, row } from "./onPage.js"

const stage = setAppStage()
const outside = mkdtempSync(join(tmpdir(), "effect-drive-early-"))

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

afterAll(() => rmSync(outside, { recursive: true }))

const namesIn = async (parentFileId: string): Promise<ReadonlyArray<string>> => {
  const { items } = await stage().drive.files.list({ parentFileId, pageSize: 100 }, { spaceId: "s3-space" })
  return items.map(({ name }) => name).sort()
}

/** A page of a new folder whose code for transfers does not come until it is let in. */
const openEarly = async (name: string) => {
  const folder = await stage().drive.files.ensureFolder(name, { spaceId: "s3-space" })
  await stage().drive.files.ensureFolder(`${name}/inside`, { spaceId: "s3-space" })
  context = await newContext(stage())
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  let letIn = () => {}
  const held = new Promise<void>((resolve) => letIn = resolve)
  await page.route(/\/Transfers-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${stage().origin}/s3-space/f/${folder}#token=${encodeURIComponent(stage().emulator.accessToken)}`)
  await row(page, "inside").waitFor()
  return { complaints, folder, letIn, page }
}

test("a dropped folder and a file beside it", async () => {
  mkdirSync(join(outside, "album"))
  writeFileSync(join(outside, "album", "one.txt"), "one")
  writeFileSync(join(outside, "beside.txt"), "beside")
  const { complaints, folder, letIn, page } = await openEarly("early drop")
  await drop(page, [join(outside, "album"), join(outside, "beside.txt")])
  await row(page, "album").waitFor()
  await row(page, "beside.txt").waitFor()
  letIn()
  await panel(page).getByText("2 files uploaded").waitFor()
  expect(await namesIn(folder)).toEqual(["album", "beside.txt", "inside"])
  expect(complaints).toEqual([])
})

test("a pasted file", async () => {
  const { complaints, folder, letIn, page } = await openEarly("early paste")
  await paste(page, "pasted.txt")
  await row(page, "pasted.txt").waitFor()
  letIn()
  await panel(page).getByText("1 file uploaded").waitFor()
  expect(await namesIn(folder)).toEqual(["inside", "pasted.txt"])
  expect(complaints).toEqual([])
})
