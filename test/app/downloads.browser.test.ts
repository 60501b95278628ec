/** Files saved from the web drive, in a real Chromium: what arrives is compared with what was sent, byte for byte. */
import { randomBytes } from "node:crypto"
import { buffer } from "node:stream/consumers"
import type { Download, Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { unzip } from "../seldom/tasks/unzip.js"
import type { TestedPlatform } from "./AppStage.js"
import { openFolder, platforms, setAppStage, triedPlatforms } from "./AppStage.js"
import { complaintsOf, findingsEverywhere } from "./findings.js"
import { panel, row, rowSide, told } from "./onPage.js"

const pace = 400_000

const stage = setAppStage({ more: [{ spaceId: "slow-space", platform: "s3", name: "Slow", downloadSpeed: pace }] })

type Files = Readonly<Record<string, BlobPart>>

const putFiles = async (spaceId: string, folder: string, files: Files): Promise<string> => {
  const { drive } = stage()
  const folderId = await drive.files.ensureFolder(folder, { spaceId })
  await Promise.all(
    Object.entries(files).map(([name, content]) =>
      drive.uploads.start({ source: new Blob([content]), name, parentFileId: folderId }, { spaceId })
        .done
    )
  )
  return folderId
}

const select = async (page: Page, ...names: ReadonlyArray<string>) => {
  for (const [at, name] of names.entries()) {
    await row(page, name).click({ ...rowSide, modifiers: at === 0 ? [] : ["ControlOrMeta"] })
  }
}

const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())

/** What the browser saves when the keys of a download are pressed. */
const saved = async (page: Page): Promise<Download> => {
  const download = page.waitForEvent("download")
  await page.keyboard.press("Shift+D")
  return download
}

describe.each(platforms)("%s", (platform: TestedPlatform) => {
  test("one file is saved as it is, and several with a folder as an archive that the drive packs first", async () => {
    const one = randomBytes(300_000).toString("base64")
    const two = randomBytes(70_000).toString("base64")
    const spaceId = `${platform}-space`
    const folder = await putFiles(spaceId, "saved", { "one & 三.bin": one, "two.bin": two })
    await putFiles(spaceId, "saved/deep", { "three.bin": two })
    const page = await openFolder(stage(), platform, folder)
    const complaints = complaintsOf(page)
    await select(page, "one & 三.bin")
    const single = await saved(page)
    expect(single.suggestedFilename()).toBe("one & 三.bin")
    expect((await bytesOf(single)).toString()).toBe(one)
    await panel(page).getByText("Your browser is saving it").waitFor()

    await select(page, "one & 三.bin", "two.bin", "deep")
    const packed = await saved(page)
    expect(packed.suggestedFilename()).toMatch(/\.zip$/)
    const inside = new Map(unzip(await bytesOf(packed)))
    expect(inside.get("one & 三.bin")).toBe(one)
    expect(inside.get("two.bin")).toBe(two)
    expect(inside.get("deep/three.bin")).toBe(two)
    await panel(page).getByText(/^2 files saved$/).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe.each(triedPlatforms)("an archive on %s", (platform: TestedPlatform) => {
  /** Every question for a task waits until it is released. */
  const holdTasks = async (page: Page) => {
    let ask = () => {}
    let release = () => {}
    const asked = new Promise<void>((resolve) => ask = resolve)
    const released = new Promise<void>((resolve) => release = resolve)
    await page.context().route(/\/task\/|\/async_task\/get/, async (route) => {
      ask()
      await released
      await route.fallback()
    })
    return { asked, release }
  }

  test("is a task while it is packed, and the download from then on", async () => {
    const folder = await putFiles(`${platform}-space`, "packed", { "one.txt": "one", "two.txt": "two" })
    const page = await openFolder(stage(), platform, folder)
    const complaints = complaintsOf(page)
    const { asked, release } = await holdTasks(page)
    await select(page, "one.txt", "two.txt")
    const download = page.waitForEvent("download")
    await page.keyboard.press("Shift+D")
    await asked
    await panel(page).getByText("The archive is being prepared").waitFor()
    await panel(page).getByRole("tab", { name: /^Tasks/ }).click()
    await panel(page).getByText("1 task in the drive").waitFor()
    await panel(page).getByText("The archive is being prepared").waitFor()
    await panel(page).getByRole("progressbar", { name: `${platform.toUpperCase()}.zip` }).waitFor()
    await page.keyboard.press("Escape")
    if (platform === "s3") expect(await findingsEverywhere(page)).toEqual([])
    release()
    const inside = new Map(unzip(await bytesOf(await download)))
    expect(inside.get("two.txt")).toBe("two")
    await panel(page).getByRole("tab", { name: /^Tasks/ }).waitFor({ state: "detached" })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("is followed no longer when that is wished, and the drive hears nothing", async () => {
    const folder = await putFiles(`${platform}-space`, "left", { "one.txt": "one", "two.txt": "two" })
    const page = await openFolder(stage(), platform, folder)
    const { asked, release } = await holdTasks(page)
    let downloads = 0
    page.on("download", () => downloads++)
    await select(page, "one.txt", "two.txt")
    await page.keyboard.press("Shift+D")
    await asked
    await panel(page).getByRole("tab", { name: /^Tasks/ }).click()
    await panel(page).getByText("The drive cannot stop its tasks. You can close this window.").waitFor()
    // the panel stays while the pointer rests on it
    await panel(page).hover()
    await panel(page).getByRole("button", { name: /^Stop following: .*\.zip$/ }).click()
    await told(page, "continues in the driveThe archive will not be downloaded.")
    await panel(page).getByText("Cancelled").waitFor()
    release()
    expect(await panel(page).getByRole("tab", { name: /^Tasks/ }).count()).toBe(0)
    await panel(page).getByRole("button", { name: "Close" }).click()
    expect(downloads).toBe(0)
    await page.context().close()
  })
})

describe("a space that sets the pace", () => {
  const openSlow = async (folder: string): Promise<Page> => {
    const page = await openFolder(stage(), "s3", "root")
    // Playwright cannot answer the browser's own dialog
    await page.addInitScript("delete window.showSaveFilePicker")
    await page.goto(`${stage().origin}/slow-space/f/${folder}`)
    return page
  }

  test("says so, is paused and continues, and what arrives is whole and verified", async () => {
    const content = randomBytes(12 * pace)
    const folder = await putFiles("slow-space", "slow", { "long.bin": content })
    const page = await openSlow(folder)
    const complaints = complaintsOf(page)
    await select(page, "long.bin")
    const download = page.waitForEvent("download")
    await page.keyboard.press("Shift+D")
    await panel(page).getByText(/391 KB\/s in this space/).first().waitFor()
    await panel(page).getByText("Slow gives downloads up to 391 KB/s").waitFor()
    await panel(page).getByRole("button", { name: "Pause: long.bin" }).click()
    await panel(page).getByText(/^Paused · /).waitFor()
    await row(page, "long.bin").press("Escape")
    expect(await findingsEverywhere(page)).toEqual([])
    await panel(page).getByRole("button", { name: "Resume: long.bin" }).click()
    expect((await bytesOf(await download)).equals(content)).toBe(true)
    await panel(page).getByText("Saved and verified").waitFor()
    await panel(page).getByText("1 file saved").waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test("a refusal is shown in a sentence, one button tries again, and a file that is gone is cleared away", async () => {
    const content = randomBytes(20_000)
    const folder = await putFiles("slow-space", "refused", { "kept.bin": content, "gone.bin": content })
    const page = await openSlow(folder)
    const refused = (url: URL) => url.origin !== stage().origin && url.searchParams.has("X-Amz-Signature")
    await page.route(refused, (route) =>
      route.fulfill({
        status: 403,
        headers: { "access-control-allow-origin": "*" },
        body: "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"
      }))
    await select(page, "kept.bin")
    await page.keyboard.press("Shift+D")
    await panel(page).getByText("You can see this file but not download it.").waitFor()
    await panel(page).getByText("0 saved, 1 failed").waitFor()
    await row(page, "kept.bin").press("Escape")
    expect(await findingsEverywhere(page)).toEqual([])
    await page.unroute(refused)
    const download = page.waitForEvent("download")
    await panel(page).getByRole("button", { name: "Try again: kept.bin" }).click()
    expect((await bytesOf(await download)).equals(content)).toBe(true)
    await panel(page).getByText("1 file saved").waitFor()

    await select(page, "gone.bin")
    const { items } = await stage().drive.files.list({ parentFileId: folder }, { spaceId: "slow-space" })
    const fileIds = items.flatMap(({ fileId, name }) => name === "gone.bin" ? [fileId] : [])
    await stage().drive.recycleBin.recycle(fileIds, { spaceId: "slow-space" })
    await page.keyboard.press("Shift+D")
    await panel(page).getByText("It is no longer here. Someone moved or deleted it.").waitFor()
    await panel(page).getByRole("button", { name: "Remove: gone.bin" }).click()
    await panel(page).getByText("gone.bin").waitFor({ state: "detached" })
    await page.context().close()
  })
})
