/** Uploads of the web drive whose page, tab, network or sign-in ends in the middle of them; nothing is lost. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext, Dialog, Locator, Page, Request } from "playwright-core"
import { afterEach, describe, expect, test } from "vitest"
import { crash, holdParts, partPuts } from "../browser/DrivePage.js"
import type { TestedPlatform } from "./AppStage.js"
import { newContext, openFolder, openFolderIn, platforms, setAppStage } from "./AppStage.js"
import { complaintsOf, findings } from "./findings.js"
import { drop, panel, pick, row, slowDown } from "./onPage.js"

const stage = setAppStage()

let context: BrowserContext | undefined

afterEach(async () => {
  await context?.close()
  context = undefined
})

const mebibyte = 1024 * 1024

/** No two tests upload the same bytes, which the drive would know. */
let made = 0
const bytes = (count: number): Buffer => {
  const seed = ++made
  return Buffer.from(Uint8Array.from({ length: count }, (_, index) => (index * 31 + seed * 7 + (index >> 11)) % 251))
}

const inSpace = (platform: TestedPlatform) => ({ spaceId: `${platform}-space` })

const makeFolder = (platform: TestedPlatform, name: string) => stage().drive.files.ensureFolder(name, inSpace(platform))

const sizesIn = async (platform: TestedPlatform, parentFileId: string): Promise<Readonly<Record<string, number>>> => {
  const { items } = await stage().drive.files.list({ parentFileId, pageSize: 100 }, inSpace(platform))
  return Object.fromEntries(items.map(({ name, size }) => [name, size]))
}

/** The picker gives a file of the browser's own disk: as any handle, it can be read again after a reload. */
const pickerOfHandles = (name: string, size: number): string => `
  window.showOpenFilePicker = async () => {
    const folder = await navigator.storage.getDirectory()
    const handle = await folder.getFileHandle(${JSON.stringify(name)}, { create: true })
    const writer = await handle.createWritable()
    await writer.write(Uint8Array.from({ length: ${size} }, (_, index) => (index * 17 + ${++made} + (index >> 9)) % 251))
    await writer.close()
    return [handle]
  }`

const chooseHandle = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Upload", exact: true }).first().click()
  await page.getByRole("menuitem", { name: /^Upload files/ }).click()
}

const isMoving = (page: Page, name: string) => panel(page).getByRole("button", { name: `Pause: ${name}` }).waitFor()

/** Reloads the page, and leaves it although bytes move. */
const leaveAndReload = async (page: Page): Promise<string | undefined> => {
  let asked: string | undefined
  const accept = (dialog: Dialog) => {
    asked = dialog.type()
    void dialog.accept()
  }
  page.on("dialog", accept)
  await page.reload()
  // a page that asked nothing leaves the listener behind, and the next question would have two answers
  page.off("dialog", accept)
  await page.getByRole("heading", { level: 1 }).waitFor()
  return asked
}

/** Of the picture of a row: it steps back where the list is of before. */
const opacityOf = (shown: Locator): Promise<string> =>
  shown.locator("[data-grip]").first().evaluate((picture) => getComputedStyle(picture).opacity)

/** Whether the page would ask before it is left. */
const holdsPage = (page: Page): Promise<boolean> =>
  page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")

describe.each(platforms)("%s", (platform) => {
  test("after a reload in the middle an upload resumes by itself, and nobody picks its file again", async () => {
    const folder = await makeFolder(platform, "reloaded")
    const size = 12 * mebibyte
    context = await newContext(stage())
    await context.addInitScript(pickerOfHandles("kept.bin", size))
    const page = await openFolderIn(context, stage(), platform, folder)
    const fast = await slowDown(page)
    await chooseHandle(page)
    await isMoving(page, "kept.bin")
    await panel(page).getByText(/^\d.* of 12\.0 MB · /).waitFor()
    expect(await leaveAndReload(page)).toBe("beforeunload")
    await fast()
    await panel(page).getByText("1 file uploaded").waitFor()
    await row(page, "kept.bin").waitFor()
    expect(await sizesIn(platform, folder)).toEqual({ "kept.bin": size })
  })
})

/** Numbers of the parts that the page sends from now on, and of those that have got through. */
const watchParts = (page: Page): { readonly sent: Array<string>; readonly through: Array<string> } => {
  const parts = { sent: new Array<string>(), through: new Array<string>() }
  const note = (list: Array<string>) => (request: Request) => {
    const number = new URL(request.url()).searchParams.get("partNumber")
    if (request.method() === "PUT" && number !== null) list.push(number)
  }
  page.on("request", note(parts.sent))
  page.on("requestfinished", note(parts.through))
  return parts
}

/** A page whose upload has one part behind it, and all others under way. */
const openInTheMiddle = async (folder: string, name: string): Promise<Page> => {
  context = await newContext(stage())
  await context.addInitScript(pickerOfHandles(name, 12 * mebibyte))
  const page = await openFolderIn(context, stage(), "s3", folder)
  const { through } = watchParts(page)
  holdParts(stage().emulator, { after: 1, times: 2 })
  await chooseHandle(page)
  await expect.poll(() => stage().emulator.remainingFaults()).toEqual([])
  await expect.poll(() => through.length).toBe(1)
  return page
}

describe("after a reload in the middle", () => {
  test("no part that got through is sent again", async () => {
    const folder = await makeFolder("s3", "sent-once")
    const page = await openInTheMiddle(folder, "once.bin")
    const { sent } = watchParts(page)
    await leaveAndReload(page)
    await panel(page).getByText("1 file uploaded").waitFor()
    expect(sent.length).toBe(2)
    expect(await sizesIn("s3", folder)).toEqual({ "once.bin": 12 * mebibyte })
  })

  test("what was paused stays paused, reload after reload, until it is told to continue; then it is under way again", async () => {
    const folder = await makeFolder("s3", "stays-paused")
    const page = await openInTheMiddle(folder, "paused.bin")
    await panel(page).getByRole("button", { name: "Pause: paused.bin" }).click()
    await panel(page).getByText(/^Paused · /).waitFor()
    const { sent } = watchParts(page)
    for (const _ of [1, 2]) {
      await leaveAndReload(page)
      await panel(page).getByText(/^Paused · /).waitFor()
    }
    expect(await findings(page)).toEqual([])
    expect(sent).toEqual([])
    holdParts(stage().emulator, { after: 0, times: 2 })
    await panel(page).getByRole("button", { name: "Resume: paused.bin" }).click()
    await expect.poll(() => stage().emulator.remainingFaults()).toEqual([])
    await leaveAndReload(page)
    await panel(page).getByText("1 file uploaded").waitFor()
    expect(await sizesIn("s3", folder)).toEqual({ "paused.bin": 12 * mebibyte })
  })

  test("a browser that has to be asked for the files is asked by one button", async () => {
    const folder = await makeFolder("s3", "asked-once")
    const page = await openInTheMiddle(folder, "asked.bin")
    await page.addInitScript(`{
      let state = "prompt"
      window.asked = 0
      FileSystemHandle.prototype.queryPermission = async () => state
      FileSystemHandle.prototype.requestPermission = async () => {
        window.asked++
        return state = "granted"
      }
    }`)
    await leaveAndReload(page)
    await panel(page).getByText("1 upload needs your permission to read its file").waitFor()
    expect(await page.evaluate("window.asked")).toBe(0)
    expect(await findings(page)).toEqual([])
    await panel(page).getByRole("button", { name: "Continue", exact: true }).click()
    await panel(page).getByText("1 file uploaded").waitFor()
    expect(await page.evaluate("window.asked")).toBe(1)
    expect(await sizesIn("s3", folder)).toEqual({ "asked.bin": 12 * mebibyte })
  })
})

describe("uploads", () => {
  test("one whose file cannot be read again is listed to be picked, and then continues", async () => {
    const folder = await makeFolder("s3", "picked-again")
    const outside = mkdtempSync(join(tmpdir(), "effect-drive-picked-"))
    const path = join(outside, "long.bin")
    const size = 12 * mebibyte
    writeFileSync(path, bytes(size))
    const page = await openFolder(stage(), "s3", folder)
    context = page.context()
    const fast = await slowDown(page)
    await pick(page, path)
    await panel(page).getByText(/^\d.* of 12\.0 MB · /).waitFor()
    await leaveAndReload(page)
    await fast()
    const choose = panel(page).getByRole("button", { name: "Choose: long.bin" })
    await choose.waitFor()
    await panel(page).getByText("Choose the file again to continue").waitFor()
    expect(await findings(page)).toEqual([])
    const chooser = page.waitForEvent("filechooser")
    await choose.click()
    await (await chooser).setFiles(path)
    await panel(page).getByText("1 file uploaded").waitFor()
    expect(await sizesIn("s3", folder)).toEqual({ "long.bin": size })
    rmSync(outside, { recursive: true })
  })

  test("one whose page crashes continues in the next page", async () => {
    const folder = await makeFolder("s3", "crashed")
    const size = 12 * mebibyte
    context = await newContext(stage())
    await context.addInitScript(pickerOfHandles("crashed.bin", size))
    const first = await openFolderIn(context, stage(), "s3", folder)
    await slowDown(first)
    await chooseHandle(first)
    await panel(first).getByText(/^\d.* of 12\.0 MB · /).waitFor()
    await crash(first)
    const second = await openFolderIn(context, stage(), "s3", folder)
    await panel(second).getByText("1 file uploaded").waitFor()
    expect(await sizesIn("s3", folder)).toEqual({ "crashed.bin": size })
  })

  test("those of another tab are shown as such; the page is held only while bytes move", async () => {
    const folder = await makeFolder("s3", "two-tabs")
    const page = await openFolder(stage(), "s3", folder)
    context = page.context()
    const other = await openFolderIn(context, stage(), "s3", folder)
    await slowDown(page)
    expect(await holdsPage(page)).toBe(false)
    await pick(page, [{ name: "elsewhere.bin", buffer: bytes(12 * mebibyte) }])
    await isMoving(page, "elsewhere.bin")
    // it can be paused before its first byte moves
    await expect.poll(() => holdsPage(page)).toBe(true)
    await other.getByRole("button", { name: "Transfers", exact: true }).click()
    await panel(other).getByText(/^Also uploading in another tab: 1 file, /).waitFor()
    await panel(other).getByText("No uploads.").waitFor()
    expect(await holdsPage(other)).toBe(false)
    await panel(page).getByRole("button", { name: "Pause: elsewhere.bin" }).click()
    await panel(page).getByText(/^Paused · /).waitFor()
    await panel(other).getByText(/^Also uploading in another tab: /).waitFor({ state: "detached" })
    await expect.poll(() => holdsPage(page)).toBe(false)
  })

  test("a sign-in that ends in the middle is asked for in the page, and all continues where it was", async () => {
    const folder = await makeFolder("s3", "signed-out")
    const page = await openFolder(stage(), "s3", folder)
    context = page.context()
    const fast = await slowDown(page)
    const file = { name: "patient.bin", buffer: bytes(12 * mebibyte) }
    await pick(page, [file])
    await panel(page).getByText(/^\d.* of 12\.0 MB · /).waitFor()
    await stage().emulator.signOutAll()
    await fast()
    await page.getByText("Your session has ended. 1 upload is paused and continues when you are back.").waitFor()
    expect(await findings(page)).toEqual([])
    await stage().drive.session.login({ accessToken: stage().emulator.accessToken })
    await page.getByLabel("Access token", { exact: true }).fill(stage().emulator.accessToken)
    await page.keyboard.press("Enter")
    await panel(page).getByText("1 file uploaded").waitFor()
    await row(page, "patient.bin").waitFor()
    expect(await sizesIn("s3", folder)).toEqual({ "patient.bin": file.buffer.length })
  })

  test("one that begins in the moment in which the panel goes opens it again", async () => {
    const folder = await makeFolder("s3", "at-once")
    const page = await openFolder(stage(), "s3", folder)
    context = page.context()
    await pick(page, [{ name: "first.txt", buffer: bytes(100) }])
    await panel(page).getByText("1 file uploaded").waitFor()
    await panel(page).getByRole("button", { name: "Close" }).evaluate((close: HTMLElement) => {
      close.click()
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(["pasted"], "second.txt"))
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }))
    })
    await panel(page).getByText("1 file uploaded").waitFor()
    await row(page, "second.txt").waitFor()
  })

  test("without a network the page says so, keeps its list and its uploads, and resumes by itself", async () => {
    const folder = await makeFolder("s3", "offline")
    const page = await openFolder(stage(), "s3", folder)
    context = page.context()
    const file = { name: "later.bin", buffer: bytes(12 * mebibyte) }
    // this part never ends: what breaks it off is that the network goes
    const action = { _tag: "delay", millis: 300_000 } as const
    stage().emulator.faults.add([{ match: partPuts("1"), times: 1, action }])
    await pick(page, [{ name: "before.txt", buffer: bytes(100) }, file])
    await row(page, "before.txt").waitFor()
    expect(await opacityOf(row(page, "before.txt"))).toBe("1")
    await isMoving(page, "later.bin")
    await panel(page).getByText(/^\d.* of 12\.0 MB/).waitFor()
    await context.setOffline(true)
    await page.getByText("You are offline.", { exact: true }).first().waitFor()
    await page.getByText(/^This page was loaded at \d/).waitFor()
    await panel(page).getByText("Waiting for the network").waitFor()
    await row(page, "before.txt").waitFor()
    expect(await opacityOf(row(page, "before.txt"))).toBe("0.6")
    expect(await findings(page)).toEqual([])
    await context.setOffline(false)
    await panel(page).getByText("2 files uploaded").waitFor()
    await row(page, "later.bin").waitFor()
    await page.getByText(/^This page was loaded at /).waitFor({ state: "detached" })
    expect(await opacityOf(row(page, "before.txt"))).toBe("1")
    expect(await sizesIn("s3", folder)).toEqual({ "before.txt": 100, "later.bin": file.buffer.length })
  })

  test("of ten thousand dropped files the panel draws a few rows, and all are stopped by one answer", async () => {
    const outside = mkdtempSync(join(tmpdir(), "effect-drive-many-"))
    for (let part = 0; part < 20; part++) {
      mkdirSync(join(outside, "many", String(part)), { recursive: true })
      for (let index = 0; index < 500; index++) writeFileSync(join(outside, "many", String(part), `${index}.txt`), "")
    }
    const folder = await makeFolder("s3", "many")
    const page = await openFolder(stage(), "s3", folder)
    context = page.context()
    const complaints = complaintsOf(page)
    // none gets through, so that the folder is still being read
    holdParts(stage().emulator, { after: 0, times: 10_000 })
    await drop(page, [join(outside, "many")])
    await panel(page).getByText(/^[\d,]+ of [\d,]+\+ files$/).waitFor()
    expect(await panel(page).getByRole("listitem").count()).toBeLessThan(30)
    await panel(page).getByRole("button", { name: "Close" }).click()
    const question = page.getByRole("alertdialog")
    const keep = question.getByRole("button", { name: "Keep uploading" })
    await expect.poll(() => keep.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await keep.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgba(0, 0, 0, 0)")
    await question.getByRole("button", { name: "Stop the uploads" }).click()
    await panel(page).waitFor({ state: "detached" })
    expect(complaints).toEqual([])
    rmSync(outside, { recursive: true })
  })
})
