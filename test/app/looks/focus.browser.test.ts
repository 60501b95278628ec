/** Where the focus is after what people do: nobody has to look for it, and keys continue from there. */
import type { Page } from "playwright-core"
import { beforeAll, expect, test } from "vitest"
import { openFolder, setAppStage } from "../AppStage.js"
import { messages, panel, pick, row, rowSide } from "../onPage.js"

const stage = setAppStage()

let folder = ""

beforeAll(async () => {
  const { drive } = stage()
  const there = { spaceId: "s3-space" }
  folder = await drive.files.ensureFolder("focus", there)
  const inner = await drive.files.ensureFolder("focus/inner", there)
  const put = (name: string, parentFileId: string) =>
    drive.uploads.start({ source: new Blob([name]), name, parentFileId }, there).done
  for (const name of ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"]) await put(name, folder)
  await put("within.txt", inner)
})

const focusedName = (page: Page) => page.evaluate<string>("document.activeElement?.dataset.name ?? ''")
const isFocused = (page: Page, name: string) => expect.poll(() => focusedName(page)).toBe(name)

const open = async (): Promise<Page> => {
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "a.txt").waitFor()
  return page
}

test("the list of a folder that was opened has it, by key and by mouse", async () => {
  const page = await open()
  await row(page, "inner").focus()
  await page.keyboard.press("Enter")
  await isFocused(page, "within.txt")
  await page.goBack()
  await row(page, "inner").dblclick(rowSide)
  await isFocused(page, "within.txt")
  await page.context().close()
})

test("a folder that was made has it", async () => {
  const page = await open()
  await page.getByRole("button", { name: "New folder" }).first().click()
  await page.getByRole("dialog").getByRole("textbox").fill("made here")
  await page.keyboard.press("Enter")
  await isFocused(page, "made here")
  await page.context().close()
})

test("the next row has it once one was moved by the dialog, or dropped on a folder; the message of a change taken back by keys goes", async () => {
  const page = await open()
  await row(page, "a.txt").click(rowSide)
  await page.keyboard.press("Shift+M")
  await page.getByRole("treeitem", { name: "inner" }).locator("> div").click()
  await page.getByRole("dialog").getByRole("button", { name: /^Move to/ }).click()
  await row(page, "a.txt").waitFor({ state: "detached" })
  await isFocused(page, "b.txt")

  const undo = messages(page).getByRole("button", { name: "Undo" })
  await undo.waitFor()
  await page.keyboard.press("ControlOrMeta+z")
  await row(page, "a.txt").waitFor()
  await undo.waitFor({ state: "detached" })

  const from = await row(page, "c.txt").boundingBox()
  const to = await row(page, "inner").boundingBox()
  if (from === null || to === null) throw new Error("the rows are on the screen")
  await page.mouse.move(from.x + 90, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 100, from.y + 30, { steps: 3 })
  await page.mouse.move(to.x + 200, to.y + 20, { steps: 4 })
  await page.mouse.up()
  await row(page, "c.txt").waitFor({ state: "detached" })
  await isFocused(page, "d.txt")
  await page.context().close()
})

test("an upload that is paused and continues by a key keeps it, and so does the panel after a question", async () => {
  const page = await open()
  await page.route((url) => url.port !== new URL(stage().origin).port, async (route) => {
    // parts never arrive
    if (route.request().method() !== "PUT") await route.continue()
  })
  const inRow = () =>
    page.evaluate<string>(
      "document.activeElement?.closest('li') ? document.activeElement.getAttribute('aria-label') : ''"
    )
  await pick(page, [{ name: "slow.bin", buffer: Buffer.alloc(3_000_000, "slow") }])
  await panel(page).getByRole("button", { name: "Pause: slow.bin" }).press("Enter")
  await panel(page).getByRole("button", { name: "Resume: slow.bin" }).waitFor()
  await expect.poll(inRow).toBe("Resume: slow.bin")
  await page.keyboard.press("Enter")
  await expect.poll(inRow).toMatch(/^(Pause|Cancel): slow.bin$/)
  await page.context().close()
})

test("the panel has it once a name that was taken has its answer", async () => {
  const page = await open()
  await pick(page, [{ name: "e.txt", buffer: Buffer.from("other bytes") }])
  await panel(page).getByRole("button", { name: "Choose: e.txt" }).press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Keep both" }).press("Enter")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await expect.poll(() => page.evaluate<boolean>("document.activeElement?.closest('[data-region=panel]') !== null"))
    .toBe(true)
  await page.context().close()
})

test("the list has it once the cross took the selection away", async () => {
  const page = await open()
  await row(page, "d.txt").focus()
  await page.keyboard.press("x")
  await page.getByRole("button", { name: "Clear selection" }).press("Enter")
  await isFocused(page, "d.txt")
  await page.context().close()
})

test("what was begun by Enter keeps it: a migration stands where its form was", async () => {
  const page = await open()
  await page.getByRole("link", { name: "This space" }).click()
  await page.getByRole("textbox").last().fill("drive")
  await page.keyboard.press("Enter")
  await page.getByRole("progressbar").or(page.getByText("The space has been moved")).first().waitFor()
  await expect.poll(() => page.evaluate<boolean>("document.activeElement !== document.body")).toBe(true)
  await page.context().close()
})

test("a file's tags fit beside the list, and nothing is pushed out sideways", async () => {
  const page = await open()
  await row(page, "d.txt").focus()
  await page.keyboard.press("x")
  await page.keyboard.press("i")
  const details = page.getByRole("complementary", { name: "Details" })
  await details.getByRole("button", { name: "Add a pair" }).click()
  expect(await details.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await page.context().close()
})
