/** A page that is killed while many small files are queued: the next page has each of them, and each is in the drive once. */
import { defaultParallelParts } from "effect-drive"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { afterEach, describe, expect, test } from "vitest"
import { crash } from "../browser/DrivePage.js"
import type { TestedPlatform } from "./AppStage.js"
import { newContext, openFolder, openFolderIn, setAppStage, triedPlatforms } from "./AppStage.js"
import { complaintsOf, findings } from "./findings.js"
import { panel } from "./onPage.js"

const stage = setAppStage()

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

/** So many files, of which so many bodies get through before the page is killed. */
const amounts = {
  s3: { count: 300, through: 154 },
  oss: { count: 60, through: 31 },
  pds: { count: 60, through: 31 }
} satisfies Record<TestedPlatform, { readonly count: number; readonly through: number }>

const contentOf = (word: string, index: number): string => `${word} ${index} `.repeat(20 + index)
const namesOf = (platform: TestedPlatform): ReadonlyArray<string> =>
  Array.from({ length: amounts[platform].count }, (_, index) => `small-${index + 100}.txt`)

const inSpace = (platform: TestedPlatform) => ({ spaceId: `${platform}-space` })

const sizesIn = async (platform: TestedPlatform, parentFileId: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  let cursor: string | undefined
  do {
    const page = await stage().drive.files.list({ parentFileId, pageSize: 100, cursor }, inSpace(platform))
    found.push(...page.items.map(({ name, size }) => `${name} ${size}`))
    cursor = page.next
  } while (cursor !== undefined)
  return found.toSorted()
}

const expected = (platform: TestedPlatform): ReadonlyArray<string> =>
  namesOf(platform).map((name, index) => `${name} ${contentOf(platform, index).length}`).toSorted()

/** Files of the browser's own disk, by their handles. */
const pickerOfHandles = (platform: TestedPlatform): string => `
  window.showOpenFilePicker = async () => {
    const folder = await navigator.storage.getDirectory()
    return Promise.all(${JSON.stringify(namesOf(platform))}.map(async (name, index) => {
      const handle = await folder.getFileHandle(name, { create: true })
      const writer = await handle.createWritable()
      await writer.write((${JSON.stringify(platform)} + " " + index + " ").repeat(20 + index))
      await writer.close()
      return handle
    }))
  }`

/** Then the line stands: as many bodies as a page sends at once are held for longer than any test lasts. */
const letThrough = (platform: TestedPlatform): void =>
  stage().emulator.faults.add([{
    match: { target: platform, method: "PUT" },
    skip: amounts[platform].through,
    times: defaultParallelParts,
    action: { _tag: "delay", millis: 300_000 }
  }])

const savedUploads = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open("effect-drive")
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counting = opening.result.transaction("sessions").objectStore("sessions").count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })`)

const choose = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Upload", exact: true }).first().click()
  await page.getByRole("menuitem", { name: /^Upload files/ }).click()
}

/** What has got through is in the drive, and all others are written down. */
const killInTheMiddle = async (page: Page, platform: TestedPlatform, folder: string): Promise<void> => {
  const { count, through } = amounts[platform]
  await expect.poll(() => stage().emulator.remainingFaults()).toEqual([])
  await expect.poll(async () => (await sizesIn(platform, folder)).length).toBeGreaterThan(through / 2)
  await expect.poll(() => savedUploads(page)).toBeGreaterThanOrEqual(count - through)
  await crash(page)
}

const allUploaded = async (page: Page, platform: TestedPlatform, folder: string): Promise<void> => {
  await panel(page).getByText(/^\d+ files uploaded$/).waitFor()
  expect(await sizesIn(platform, folder)).toEqual(expected(platform))
}

describe.each(triedPlatforms)("%s", (platform) => {
  test("with their handles they resume by themselves", async () => {
    const folder = await stage().drive.files.ensureFolder("killed", inSpace(platform))
    context = await newContext(stage())
    await context.addInitScript(pickerOfHandles(platform))
    const first = await openFolderIn(context, stage(), platform, folder)
    letThrough(platform)
    await choose(first)
    await killInTheMiddle(first, platform, folder)

    const second = await openFolderIn(context, stage(), platform, folder)
    const complaints = complaintsOf(second)
    await allUploaded(second, platform, folder)
    await expect.poll(() => savedUploads(second)).toBe(0)
    // The browser itself tells of objects that are not there, and of bodies that are there already.
    expect(complaints.filter((line) => !/40[49] \((Not Found|Conflict)\)/.test(line))).toEqual([])
  })
})

describe("without handles", () => {
  test("they are listed, and one pick of all files brings them on", async () => {
    const outside = mkdtempSync(join(tmpdir(), "effect-drive-queued-"))
    const paths = namesOf("s3").map((name, index) => {
      const path = join(outside, name)
      // as long as the bytes of the tests above, but others: those are in the drive, and would not be sent
      writeFileSync(path, contentOf("S3", index))
      return path
    })
    const folder = await stage().drive.files.ensureFolder("killed-without-handles", inSpace("s3"))
    const first = await openFolder(stage(), "s3", folder)
    context = first.context()
    letThrough("s3")
    const chooser = first.waitForEvent("filechooser")
    await choose(first)
    await (await chooser).setFiles(paths)
    await killInTheMiddle(first, "s3", folder)

    const second = await openFolderIn(context, stage(), "s3", folder)
    const again = panel(second).getByRole("button", { name: "Choose files" })
    await again.waitFor()
    await panel(second).getByText(/^\d+ files to choose again$/).waitFor()
    expect(await findings(second)).toEqual([])
    const secondChooser = second.waitForEvent("filechooser")
    await again.click()
    await (await secondChooser).setFiles(paths)
    await allUploaded(second, "s3", folder)
    rmSync(outside, { recursive: true })
  })
})
