/** With the colours of the system alone: what grounds and shadows say otherwise is said by lines. */
import type { Locator, Page } from "playwright-core"
import { afterEach, expect, test } from "vitest"
import { sound } from "../../../app/scripts/samples/sound.js"
import { openRoom, setAppStage } from "../AppStage.js"
import { row, rowSide } from "../onPage.js"
import { previewsOf, viewer } from "../previewsOf.js"

const stage = setAppStage()
const { openPreview, putFiles } = previewsOf(stage)

let page: Page

afterEach(() => page.context().close())

const outlineOf = (of: Locator): Promise<string> =>
  of.evaluate((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return `${outlineStyle} ${outlineWidth}`
  })

const open = async (name: string, content: string | Uint8Array) => {
  const { folderId, ids } = await putFiles("s3", `forced ${name}`, { [name]: content })
  page = await openRoom(stage(), "s3", `f/${folderId}`, { forcedColors: "active" })
  await row(page, name).waitFor()
  return { folderId, fileId: ids.get(name) }
}

test("a name that is changed stands in a field with an edge, and a button that is on has one too", async () => {
  await open("one.txt", "one")
  await row(page, "one.txt").click(rowSide)
  await page.keyboard.press("F2")
  expect(await outlineOf(page.getByRole("textbox", { name: "New name" }))).toBe("solid 2px")
  await page.keyboard.press("Escape")
  const details = page.getByRole("button", { name: "Details", exact: true })
  expect(await outlineOf(details)).toMatch(/^none/)
  await details.click()
  await page.mouse.move(0, 0)
  await page.keyboard.press("F6")
  expect(await outlineOf(details)).toBe("solid 2px")
})

test("what is not selected has no tick", async () => {
  await open("ticked.txt", "ticked")
  const tick = row(page, "ticked.txt").locator("[data-check] svg")
  expect(await tick.isVisible()).toBe(false)
  await row(page, "ticked.txt").click(rowSide)
  await tick.waitFor()
})

test("what is found in a text is framed", async () => {
  const { fileId, folderId } = await open("found.txt", "one\ntwo\nthree")
  await openPreview(page, "s3", folderId, fileId)
  await viewer(page).locator("[data-line='1']").waitFor()
  await page.keyboard.press("Control+f")
  await viewer(page).getByRole("textbox").fill("two")
  await viewer(page).locator("[data-line='2'][data-current]").waitFor()
  expect(await outlineOf(viewer(page).locator("[data-line='2']"))).toBe("solid 2px")
  expect(await outlineOf(viewer(page).locator("[data-line='1']"))).toMatch(/^none/)
})

test("the line that says how far a sound is can be told from what is behind it", async () => {
  const { fileId, folderId } = await open("sound.wav", sound())
  await openPreview(page, "s3", folderId, fileId)
  const position = viewer(page).getByRole("slider", { name: "Position" })
  await position.waitFor()
  const [line, ground] = await position.evaluate((one) => {
    const shown = one.parentElement
    return [
      shown === null ? "" : getComputedStyle(shown, "::before").backgroundColor,
      getComputedStyle(document.body).backgroundColor
    ]
  })
  expect(line).not.toBe("rgba(0, 0, 0, 0)")
  expect(line).not.toBe(ground)
})
