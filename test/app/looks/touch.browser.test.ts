/** A phone in a real Chromium: a tap opens, a finger that rests selects, and further taps select more. */
import type { Page } from "playwright-core"
import sharp from "sharp"
import { beforeAll, expect, test } from "vitest"
import { newContext, openFolderIn, openFolderWithoutPickers, setAppStage } from "../AppStage.js"
import { complaintsOf } from "../findings.js"
import { messages, panel, row, told } from "../onPage.js"
import { shown, viewer } from "../previewsOf.js"
import { alone, fingersOn, middleOf, way } from "./byTouch.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("touched", there)
  await drive.files.ensureFolder("touched/inner", there)
  for (const name of ["one.txt", "two.txt"]) {
    await drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
})

const side = { position: { x: 140, y: 30 } }

/** Rests a finger on a row until it is selected. */
const rest = async (page: Page, name: string): Promise<void> => {
  const box = await row(page, name).boundingBox()
  if (box === null) throw new Error("the row is on the screen")
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + 140, y: box.y + 30 }
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] })
  await page.locator(`[data-name="${name}"][aria-selected="true"]`).waitFor()
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
}

test("by touch alone: opened, gone up, selected, some more, put away", async () => {
  const context = await newContext(stage(), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true
  })
  const page = await openFolderIn(context, stage(), "s3", folder)
  const complaints = complaintsOf(page)
  await row(page, "inner").tap(side)
  await page.getByRole("heading", { level: 1, name: "inner" }).waitFor()
  await page.getByLabel("Up to touched").tap()
  await row(page, "one.txt").waitFor()

  await rest(page, "one.txt")
  const bar = (count: number) => page.getByRole("toolbar", { name: `${count} selected` })
  await bar(1).waitFor()
  await row(page, "two.txt").tap(side)
  await bar(2).waitFor()
  await row(page, "one.txt").tap(side)
  await bar(1).waitFor()
  await page.getByRole("button", { name: "Clear selection" }).tap()
  await page.getByRole("heading", { level: 1, name: "touched" }).waitFor()
  await row(page, "one.txt").tap(side)
  await page.getByRole("dialog", { name: "one.txt" }).or(page.locator("[data-viewer]")).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test("by touch alone: another space is chosen, and its list is not hidden by the places", async () => {
  const context = await newContext(stage(), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true
  })
  const page = await openFolderIn(context, stage(), "s3", "root")
  const places = page.getByRole("button", { name: "Places", exact: true }).locator("visible=true")
  expect(await places.getAttribute("aria-expanded")).toBe("false")
  await places.tap()
  expect(await places.getAttribute("aria-expanded")).toBe("true")
  await page.getByRole("navigation", { name: "Drive" }).getByRole("button", { name: /S3/ }).tap()
  await page.getByRole("menuitemradio", { name: /^OSS/ }).or(page.getByRole("menuitem", { name: /^OSS/ })).tap()
  await page.waitForURL(/\/oss-space\/f/)
  await page.locator("nav[data-open]").waitFor({ state: "detached" })
  await context.close()
})

test("by touch alone at 360 px: scrolled, moved by the row's menu, looked at, swiped and pinched; sheets, places and panel", async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  const walked = await drive.files.ensureFolder("walked by touch", there)
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => drive.files.ensureFolder(`walked by touch/folder ${at + 10}`, there))
  )
  for (const name of ["blue.png", "red.png"]) {
    const background = name === "red.png" ? "#c33" : "#33c"
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background } }).png().toBuffer()
    const source = new Blob([new Uint8Array(picture)])
    await drive.uploads.start({ source, name, parentFileId: walked }, there).done
  }
  await drive.uploads.start({ source: new Blob(["words"]), name: "notes.txt", parentFileId: walked }, there).done
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const page = await openFolderWithoutPickers(stage(), "s3", walked, phone)
  const complaints = complaintsOf(page)
  const fingers = await fingersOn(page)
  await row(page, "folder 15").waitFor()

  // a finger that scrolls selects nothing, however long it stays
  const list = page.locator("[role='rowgroup'][tabindex]")
  await page.evaluate(`{
    window.longPress = new Promise((over) => document.addEventListener("pointerdown", () => setTimeout(over, 700), { once: true }))
    undefined
  }`)
  const from = await middleOf(row(page, "folder 15"))
  const [first = from, ...later] = way(from, { x: from.x, y: from.y - 200 })
  await fingers.put(first)
  for (const at of later) await fingers.move(at)
  await page.evaluate("window.longPress")
  await fingers.lift()
  await expect.poll(() => list.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  expect(await page.locator("[aria-selected='true']").count()).toBe(0)
  await page.getByRole("heading", { level: 1, name: "walked by touch" }).waitFor()

  // the menu of a row, and the tree of the dialog
  await list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
  await row(page, "notes.txt").getByRole("button", { name: "More" }).tap()
  const sheet = page.getByRole("dialog")
  await sheet.getByRole("button", { name: /^Move/ }).or(sheet.getByRole("menuitem", { name: /^Move to…/ })).first()
    .tap()
  await page.getByRole("treeitem", { name: "folder 10" }).locator("> div").tap()
  await page.getByRole("button", { name: "Move to folder 10" }).tap()
  await row(page, "notes.txt").waitFor({ state: "detached" })
  await told(page, "1 item moved to “folder 10”")
  // it lies over the last rows
  await messages(page).getByRole("button", { name: "Close" }).tap()

  // what is selected has its tools, and the sheet of its details closes
  await rest(page, "red.png")
  const bar = page.getByRole("toolbar", { name: "1 selected" })
  await bar.getByRole("button", { name: "More" }).tap()
  await sheet.getByRole("menuitem", { name: "Details" }).tap()
  const details = page.getByRole("complementary", { name: "Details" })
  await details.getByRole("heading", { name: "red.png" }).waitFor()
  await details.getByRole("button", { name: "Close" }).tap()
  await details.waitFor({ state: "detached" })
  await bar.getByRole("button", { name: "Clear selection" }).tap()
  await bar.waitFor({ state: "detached" })

  // a picture that is all to be seen is swiped away, a larger one is moved
  await row(page, "blue.png").tap(side)
  await shown(page, "blue.png").locator("img[alt]").last().waitFor()
  const percent = viewer(page).getByRole("button", { name: /^\d+%/ })
  const percentNow = async () => Number.parseInt(await percent.textContent() ?? "", 10)
  const middle = { x: 180, y: 400 }
  const across = (length: number) => alone(way(middle, { x: middle.x + length, y: middle.y }))
  await percent.waitFor()
  const whole = await percentNow()
  await fingers.draw(...across(-120))
  await shown(page, "red.png").locator("img[alt]").last().waitFor()
  await fingers.draw(...across(120))
  await shown(page, "blue.png").waitFor()
  await expect.poll(percentNow).toBe(whole)
  await fingers.draw(...[20, 40, 60, 80, 100].map((apart) => [
    { x: middle.x - apart, y: middle.y },
    { x: middle.x + apart, y: middle.y }
  ]))
  await expect.poll(percentNow).toBeGreaterThan(2 * whole)
  await fingers.draw(...across(-120))
  expect(await shown(page, "blue.png").count()).toBe(1)
  await viewer(page).getByRole("button", { name: "Back" }).tap()
  await viewer(page).waitFor({ state: "detached" })
  // who comes back finds none selected: with one that is, the next tap would select another and open nothing
  await expect.poll(() => page.evaluate("document.activeElement.dataset.name")).toBe("blue.png")
  expect(await page.locator("[aria-selected='true']").count()).toBe(0)
  await row(page, "red.png").tap(side)
  await shown(page, "red.png").waitFor()
  await viewer(page).getByRole("button", { name: "Back" }).tap()
  await viewer(page).waitFor({ state: "detached" })

  await page.locator("[data-region='bar']").getByRole("button", { name: "More" }).tap()
  await sheet.getByRole("menuitem", { name: "Places" }).tap()
  const places = page.locator("nav[data-open]")
  await places.waitFor()
  await page.touchscreen.tap(340, 400)
  await places.waitFor({ state: "detached" })

  await page.getByRole("button", { name: "Add", exact: true }).tap()
  const chooser = page.waitForEvent("filechooser")
  await sheet.getByRole("menuitem", { name: "Upload files" }).tap()
  await (await chooser).setFiles([{ name: "touched.bin", mimeType: "", buffer: Buffer.from("by touch") }])
  await panel(page).getByText("1 file uploaded").waitFor()
  await panel(page).getByRole("button", { name: "Collapse" }).tap()
  await page.locator("[data-folded]").waitFor()
  await panel(page).getByRole("button", { name: "Show transfers" }).tap()
  await panel(page).getByText("touched.bin").first().waitFor()
  await panel(page).getByRole("button", { name: "Close" }).tap()
  await panel(page).waitFor({ state: "detached" })
  expect(complaints).toEqual([])
  await page.context().close()
})
