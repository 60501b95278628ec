/** What leads to the states: the same few things that people do. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import type { Act } from "./Screen.js"

export const row = (page: Page, name: string): Locator => page.locator("[data-index]", { hasText: name }).first()

/** Beside the icon and the check. */
export const beside = { position: { x: 90, y: 20 } }

export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640

/** One after the other. */
export const all = (...acts: ReadonlyArray<Act>): Act => async (page) => {
  for (const act of acts) await act(page)
}

export const wait = (millis: number): Act => (page) => page.waitForTimeout(millis)

export const press = (...keys: ReadonlyArray<string>): Act => async (page) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** A sheet of A4, as the page is printed on it. */
export const onPaper: Act = async (page) => {
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: "print" })
}

export const shows = (selector: string): Act => (page) => page.locator(selector).last().waitFor()

/** Opened by keys while these rows are selected. */
export const opened = (
  names: ReadonlyArray<string | ((page: Page) => Locator)>,
  keys: string,
  role: "alertdialog" | "complementary" | "dialog"
): Act =>
async (page) => {
  for (const name of names) {
    await (typeof name === "string" ? row(page, name) : name(page)).focus()
    await page.keyboard.press("x")
  }
  await page.keyboard.press(keys)
  await page.getByRole(role).waitFor()
}

/** The menu of a row. */
export const menuOf = (rowOf: (page: Page) => Locator, x: number): Act => async (page) => {
  await rowOf(page).click({ button: "right", position: { x, y: 20 } })
  await page.getByRole("menu").first().waitFor()
}

/** So that what moves can be seen moving. */
export const slowTo = (uploadThroughput: number): Act => async (page) => {
  const session = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput }
  await session.send("Network.emulateNetworkConditions", conditions)
}

export const slowDown = slowTo(600_000)

export interface Picked {
  readonly name: string
  readonly bytes: number
}

/** A browser is handed no more than this by its driver; larger files come from the disk. */
const handedOver = 48_000_000

const onDisk = ({ bytes, name }: Picked): string => {
  const path = join(mkdtempSync(join(tmpdir(), "effect-drive-screens-")), name)
  writeFileSync(path, Buffer.alloc(bytes, Date.now().toString()))
  return path
}

/** Picks files whose bytes are made here, by the button that does it. */
export const pick = (...files: ReadonlyArray<Picked>): Act => async (page) => {
  await page.evaluate("delete window.showOpenFilePicker")
  await page.getByRole("button", { name: /^(Upload|上传|Add|添加|新建)$/ }).locator("visible=true").first().click()
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("menuitem", { name: /^(Upload files|上传文件)/ }).first().click()
  const [first] = files
  if (first !== undefined && first.bytes > handedOver) return (await chooser).setFiles(onDisk(first))
  await (await chooser).setFiles(
    files.map(({ bytes, name }) => ({
      name,
      mimeType: "",
      buffer: Buffer.alloc(bytes, Math.floor(Math.random() * 250))
    }))
  )
}

/** The same with files of the browser's own disk: their handles live longer than the page. */
export const pickKept = (...files: ReadonlyArray<Picked>): Act => async (page) => {
  await page.evaluate(`window.showOpenFilePicker = async () => {
    const folder = await navigator.storage.getDirectory()
    return Promise.all(${JSON.stringify(files)}.map(async ({ bytes, name }) => {
      const handle = await folder.getFileHandle(name, { create: true })
      const writer = await handle.createWritable()
      await writer.write(new Uint8Array(bytes))
      await writer.close()
      return handle
    }))
  }`)
  await page.getByRole("button", { name: /^(Upload|上传|Add|添加|新建)$/ }).locator("visible=true").first().click()
  await page.getByRole("menuitem", { name: /^(Upload files|上传文件)/ }).first().click()
}

/** The page is loaded anew while its uploads are under way. */
export const comeBack: Act = async (page) => {
  await page.waitForTimeout(3000)
  await page.reload()
  await page.locator("[data-index]").first().waitFor()
}

/** Presses a button of that name in either language, wherever it can be seen. */
export const pressButton = (name: RegExp): Act => (page) =>
  page.getByRole("button", { name }).locator("visible=true").first().click()

/** Drags files of the disk over the list. */
export const dragOver = (...files: ReadonlyArray<string>): Act => async (page) => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ["dragEnter", "dragOver"] as const) {
    const x = isNarrow(page) ? 200 : 700
    await session.send("Input.dispatchDragEvent", { type, x, y: 500, data })
  }
}

export const openShare = (name: string): Act => async (page) => {
  await row(page, name).click(beside)
  await page.keyboard.press("Shift+S")
  await page.getByRole("dialog").waitFor()
}

/** Turns the link of the dialog on. */
export const shareIt: Act = async (page) => {
  await page.getByRole("switch").first().press("Space")
  await page.getByRole("img", { name: /QR|二维码/ }).waitFor()
}

/** What a visitor sees: on the emulator's own origin, where links lead to. */
export const visit = (link: string, act: Act = async () => {}): Act => async (page) => {
  await page.goto(link)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await act(page)
  await page.waitForLoadState("networkidle")
}

/** Answers of the service that match do not come any more. */
export const holdAnswers = (address: RegExp): Act => async (page) => {
  await page.route(address, () => new Promise<void>(() => {}))
}

/** The emulator does harm on purpose until it was done. */
export const withFaults = (faults: Readonly<Record<string, boolean>>, act: Act): Act => async (page) => {
  const set = (on: Readonly<Record<string, boolean>>) =>
    page.evaluate(`fetch("/api/v2/emulator/faults", {
      method: "PUT",
      credentials: "include",
      headers: {
        "content-type": "application/json",
        "x-prod-id": "screens",
        "x-prod-ver": "1",
        "x-lang": "en",
        "x-client-type": "7"
      },
      body: ${JSON.stringify(JSON.stringify(on))}
    }).then(() => {})`)
  await set(faults)
  try {
    await act(page)
  } finally {
    await set(Object.fromEntries(Object.keys(faults).map((name) => [name, false])))
  }
}
