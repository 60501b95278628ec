/** Texts that are longer, or have longer lines, than a page could draw in one piece. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "../AppStage.js"
import { previewsOf, viewer } from "../previewsOf.js"

const stage = setAppStage()
const { openPreview, putFiles } = previewsOf(stage)

const open = async (name: string, text: string): Promise<Page> => {
  const { folderId, ids } = await putFiles("s3", `with ${name}`, { [name]: text })
  const page = await openFolder(stage(), "s3", folderId)
  await openPreview(page, "s3", folderId, ids.get(name))
  await viewer(page).locator("[data-line='1']").waitFor()
  return page
}

const find = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press("Control+f")
  await viewer(page).getByRole("textbox", { name: "Find in the text" }).fill(words)
}

const told = (page: Page) => viewer(page).getByRole("search").getByRole("status")

/** Whether the row that is found lies in the part of the text that one sees. */
const isInSight = (page: Page) =>
  viewer(page).getByRole("document").evaluate((sheet) => {
    const box = sheet.querySelector("[data-current]")?.getBoundingClientRect()
    const { bottom, top } = sheet.getBoundingClientRect()
    return box !== undefined && box.bottom > top && box.top < bottom
  })

test("what is found far down is seen, however high the lines above it turn out to be", async () => {
  const long = "words that take more than one row of a narrow page ".repeat(20)
  const page = await open("wrapped.txt", Array.from({ length: 1_500 }, (_, at) => `${at + 1} ${long}`).join("\n"))
  await find(page, "1400 words")
  await told(page).getByText("1 of 1", { exact: true }).waitFor()
  await expect.poll(() => isInSight(page)).toBe(true)
  await page.context().close()
})

test("where only the beginning is shown, words that are not in it are not said to be nowhere", async () => {
  const page = await open("cut.txt", `${"a line\n".repeat(300_000)}the end`)
  await find(page, "the end")
  await told(page).getByText("Not in what is shown").waitFor()
  await viewer(page).getByRole("button", { name: "Copy what is shown" }).waitFor()
  await viewer(page).getByRole("button", { name: "Show all" }).click()
  await told(page).getByText("1 of 1", { exact: true }).waitFor()
  await viewer(page).getByRole("button", { name: "Copy all" }).waitFor()
  await page.context().close()
})

test("a line of millions of signs is drawn in parts, and stays one line", async () => {
  const one = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => `item ${at}`))
  const page = await open("one-line.json", `${one}\n2`)
  await viewer(page).getByText("2 lines").waitFor()
  const first = viewer(page).locator("[data-line='1'] code")
  expect(await first.evaluate(({ textContent }) => textContent?.length)).toBe(5_000)
  expect(await viewer(page).locator("[data-line='2']").count()).toBe(0)
  await find(page, "item 99999")
  await told(page).getByText("1 of 1", { exact: true }).waitFor()
  await expect.poll(() => isInSight(page)).toBe(true)
  await viewer(page).locator("[data-line='2']").waitFor()
  await page.context().close()
})

test("of more lines than a page is high, those that are not drawn are not said to be shown", async () => {
  const page = await open("high.txt", "1\n".repeat(2_000_000))
  await viewer(page).getByRole("button", { name: "Show all" }).click()
  await viewer(page).getByText("2,000,000 lines").waitFor()
  await viewer(page).getByText("The first 2.9 MB of 3.8 MB are shown.").waitFor()
  await viewer(page).getByRole("document").focus()
  await page.keyboard.press("End")
  await viewer(page).locator("[data-line='1500000']").waitFor()
  await page.context().close()
})
