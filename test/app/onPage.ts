/** What people do on a page of the drive, and what one sees there. */
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

export const row = (page: Page, name: string): Locator => page.locator(`[data-index][data-name="${name}"]`)

/** Beside its icon and its check, so that it is selected and nothing is opened. */
export const rowSide = { position: { x: 90, y: 20 } }

export const messages = (page: Page): Locator => page.getByRole("region", { name: "Messages" })

/** Until the page has said so in a message, which may be gone by now. Each message is an answer once. */
export const told = (page: Page, words: string): Promise<void> =>
  expect.poll(
    () =>
      page.evaluate<boolean>(`{
        const at = window.toldMessages.findIndex((message) => message.includes(${JSON.stringify(words)}))
        if (at >= 0) window.toldMessages.splice(at, 1)
        at >= 0
      }`),
    { message: `the message “${words}”` }
  ).toBe(true)

export const panel = (page: Page): Locator => page.getByRole("region", { name: "Transfers" })

interface Picked {
  readonly name: string
  readonly buffer: Buffer
}

/** Picks files, or one of the disk by its path, by the button that uploads them. */
export const pick = async (page: Page, files: ReadonlyArray<Picked> | string): Promise<void> => {
  await page.getByRole("button", { name: "Upload", exact: true }).first().click()
  const chooser = page.waitForEvent("filechooser")
  await page.getByRole("menuitem", { name: /^Upload files/ }).click()
  await (await chooser).setFiles(
    typeof files === "string" ? files : files.map((file) => ({ ...file, mimeType: "application/octet-stream" }))
  )
}

const select = (page: Page, name: string): Promise<void> => row(page, name).click({ position: { x: 90, y: 20 } })

/** Makes a folder in the one that is open, by its dialog. */
export const makeFolder = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "New folder" }).first().click()
  await page.getByRole("dialog").getByRole("textbox").fill(name)
  await page.keyboard.press("Enter")
  await row(page, name).waitFor()
}

export const rename = async (page: Page, name: string, newName: string): Promise<void> => {
  await select(page, name)
  await page.keyboard.press("F2")
  await page.keyboard.type(newName)
  await page.keyboard.press("Enter")
  await row(page, newName).waitFor()
}

/** Puts it into the bin, and takes that back by the button of the message. */
export const recycleAndUndo = async (page: Page, name: string): Promise<void> => {
  await select(page, name)
  await page.keyboard.press("Delete")
  await row(page, name).waitFor({ state: "detached" })
  // those of earlier changes may still be there
  await messages(page).getByRole("listitem").filter({ hasText: "moved to the recycle bin" })
    .getByRole("button", { name: "Undo" }).click()
  await row(page, name).waitFor()
  // its row is back before the drive has answered
  await told(page, "Undone")
}

/** What is dropped ends so, where it is taken and where it is not. */
const endOfDrag = `window.hasDropped = false
for (const end of ["drop", "dragleave"]) window.addEventListener(end, () => { window.hasDropped = true }, { capture: true })`

/**
 * Drops files and folders of the disk: a synthetic DataTransfer has no entries. A browser drags one thing at a time: what is dropped
 * while another of its pages is dropped onto may get lost, and is dropped again.
 */
export const drop = async (page: Page, paths: ReadonlyArray<string>): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  await page.evaluate(endOfDrag)
  const hasDropped = () => page.waitForFunction("window.hasDropped", undefined, { timeout: 10_000 })
  for (let tries = 0; tries < 3; tries++) {
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 700, y: 500, data })
    }
    if (await hasDropped().then(() => true, () => false)) return session.detach()
  }
  throw new Error("nothing was dropped onto the page")
}

/** A file, given straight to the page: a browser pastes only what its own clipboard has. */
export const paste = (page: Page, name: string): Promise<void> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(["pasted"], ${JSON.stringify(name)}))
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }))
  }`)

/** Sends that slowly until the function that this gives is called. */
export const slowDown = async (page: Page, bytesPerSecond = 400_000): Promise<() => Promise<void>> => {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput
    })
  await limit(bytesPerSecond)
  return async () => {
    await limit(-1)
    await session.detach()
  }
}

/** What the page sends to a storage is refused until the function that this gives is called. */
export const refuseBytes = async (page: Page, origin: string): Promise<() => Promise<void>> => {
  const isElsewhere = (url: URL) => url.origin !== origin
  const answer = {
    status: 403,
    contentType: "application/xml",
    headers: { "access-control-allow-origin": "*" },
    body: "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"
  }
  await page.route(
    isElsewhere,
    (route) => route.request().method() === "PUT" ? route.fulfill(answer) : route.continue()
  )
  return () => page.unroute(isElsewhere)
}
