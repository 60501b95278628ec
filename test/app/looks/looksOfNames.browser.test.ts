/** Names and numbers that ask for much room, and the places that have little. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { pdf } from "../../../app/scripts/samples/documents.js"
import { film } from "../../../app/scripts/samples/film.js"
import { newContext, openFolder, openFolderIn, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"
import { previewsOf, viewer } from "../previewsOf.js"

const stage = setAppStage()
const { openPreview, putFiles } = previewsOf(stage)
const there = { spaceId: "s3-space" }
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const folderWith = async (path: string): Promise<string> => {
  await stage().drive.files.ensureFolder(path, there)
  return stage().drive.files.ensureFolder(path.split("/")[0] ?? "", there)
}

test("in the dialog that moves, a name that runs from right to left stands beside its icon", async () => {
  const folder = await folderWith("looks of names/צילומים")
  await stage().drive.uploads.start({ source: new Blob(["x"]), name: "x.txt", parentFileId: folder }, there).done
  const page = await openFolder(stage(), "s3", folder)
  await row(page, "x.txt").focus()
  await page.keyboard.press("x")
  await page.keyboard.press("Shift+M")
  const item = page.getByRole("treeitem", { name: "צילומים" })
  const room = await item.evaluate((element) => {
    const [icon, name] = [element.querySelector("svg:not([class*='lucide'])"), element.querySelector("bdi")]
    return (name?.getBoundingClientRect().left ?? NaN) - (icon?.getBoundingClientRect().right ?? NaN)
  })
  expect(room).toBe(10)
  expect(await item.locator("bdi").evaluate((name) => name.getBoundingClientRect().width)).toBeLessThan(120)
  await page.context().close()
})

/** The service answers with so many files, all on one page. */
const answerWith = async (page: Page, count: number): Promise<void> => {
  await page.route(/\/file\/[^/]+\/list/, async (route) => {
    const response = await route.fetch()
    const answer: { readonly data: { readonly list: ReadonlyArray<object> } } = await response.json()
    const list = Array.from({ length: count }, (_, at) => ({
      ...answer.data.list[0],
      file_id: `many-${at}`,
      file_name: `sounding ${at + 1}.csv`
    }))
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, list, total: 1 } } })
  })
  await page.reload()
  await row(page, "sounding 1.csv").waitFor()
}

test.each([[360, 1_200], [390, 12], [390, 1_200]])(
  "at %i px the bar of %i that are selected has its menu",
  async (width, count) => {
    const folder = await stage().drive.files.ensureFolder("looks of counts", there)
    await stage().drive.uploads.start({ source: new Blob(["1,2"]), name: "x.csv", parentFileId: folder }, there).done
    const context = await newContext(stage(), { ...phone, viewport: { width, height: 740 } })
    const page = await openFolderIn(context, stage(), "s3", folder)
    await answerWith(page, count)
    await row(page, "sounding 1.csv").focus()
    await page.keyboard.press("x")
    await page.keyboard.press("ControlOrMeta+a")
    const label = `${count.toLocaleString("en")} selected`
    const bar = page.getByRole("toolbar", { name: label })
    const menu = await bar.getByRole("button", { name: "More" }).boundingBox()
    expect((menu?.x ?? NaN) + (menu?.width ?? NaN)).toBeLessThanOrEqual(width)
    const words = bar.getByText(label)
    expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await context.close()
  }
)

test("at 360 px the buttons below a film with captions are whole, and at their end", async () => {
  const { folderId, ids } = await putFiles("s3", "looks of films", {
    "film.webm": await film({ seconds: 1, width: 160, height: 120, draw: () => "<svg width='160' height='120'/>" }),
    "film.en.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nLow tide\n"
  })
  const context = await newContext(stage(), phone)
  const page = await openFolderIn(context, stage(), "s3", folderId)
  await openPreview(page, "s3", folderId, ids.get("film.webm"))
  const last = viewer(page).getByRole("button", { name: "Full screen" })
  await viewer(page).getByRole("button", { name: /^Captions/ }).waitFor()
  const box = await last.boundingBox()
  const around = await viewer(page).locator("video").boundingBox()
  expect(box?.width).toBe(44)
  expect((box?.x ?? NaN) + 44).toBeLessThanOrEqual((around?.x ?? NaN) + (around?.width ?? NaN))
  await context.close()
})

test("on a tablet upright the name of a document can be read beside its tools", async () => {
  const name = "Survey of the pier, revised after the tide inspection, with appendix B.pdf"
  const { folderId, ids } = await putFiles("s3", "looks of documents", { [name]: pdf("Survey", [["Words"]]) })
  const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true }
  const context = await newContext(stage(), tablet)
  const page = await openFolderIn(context, stage(), "s3", folderId)
  await openPreview(page, "s3", folderId, ids.get(name))
  await viewer(page).getByRole("button", { name: "Print" }).waitFor()
  const heading = await viewer(page).getByRole("heading", { name }).boundingBox()
  expect(heading?.width).toBeGreaterThanOrEqual(140)
  await context.close()
})

test("at four times its size half of a page is the list's, and little of it lies under the round button", async () => {
  const folder = await stage().drive.files.ensureFolder("looks of zoom", there)
  for (const name of ["one.txt", "two.txt"]) {
    await stage().drive.uploads.start({ source: new Blob([name]), name, parentFileId: folder }, there).done
  }
  const context = await newContext(stage(), { viewport: { width: 360, height: 225 } })
  const page = await openFolderIn(context, stage(), "s3", folder)
  await row(page, "one.txt").waitFor()
  const first = async () => (await row(page, "one.txt").boundingBox())?.y ?? Infinity
  expect(await first()).toBeLessThanOrEqual(125)
  const add = await page.getByRole("button", { name: "Add", exact: true }).boundingBox()
  expect(add?.width).toBeLessThanOrEqual(40)
  // nothing jumps where something is selected
  const before = await first()
  await row(page, "one.txt").focus()
  await page.keyboard.press("x")
  await page.getByRole("toolbar", { name: "1 selected" }).waitFor()
  expect(await first()).toBe(before)
  await context.close()
})
