/** What of the web drive comes out of a printer: all of it, and nothing that stands around it. */
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs"
import { expect, test } from "vitest"
import { pdf } from "../../../app/scripts/samples/documents.js"
import { newContext, openFolder, openFolderIn, setAppStage } from "../AppStage.js"
import { row } from "../onPage.js"
import { previewsOf, shown, viewer } from "../previewsOf.js"

const stage = setAppStage()
const { openPreview, putFiles } = previewsOf(stage)

/** The words of each page. */
const wordsOf = async (pdf: Buffer): Promise<ReadonlyArray<string>> => {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const texts = Array.from({ length: document.numPages }, async (_, at) => {
    const { items } = await (await document.getPage(at + 1)).getTextContent()
    return items.map((item) => "str" in item ? item.str : "").join(" ")
  })
  const words = await Promise.all(texts)
  await document.loadingTask.destroy()
  return words
}

test("code wraps on a tablet, and is printed whole and alone, under its name", async () => {
  const { drive } = stage()
  const parentFileId = await drive.files.ensureFolder("looks of code", { spaceId: "s3-space" })
  const more = Array.from({ length: 600 }, (_, at) => `value_${at} = ${at}`)
  const source = new Blob([["short = 1", `long = "${"word ".repeat(60)}"`, ...more].join("\n")])
  await drive.uploads.start({ source, name: "long.py", parentFileId }, { spaceId: "s3-space" }).done
  const context = await newContext(stage(), { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true })
  const page = await openFolderIn(context, stage(), "s3", parentFileId)
  await row(page, "long.py").tap({ position: { x: 140, y: 30 } })
  const text = page.getByRole("document", { name: "long.py" })
  await text.locator("[data-line='2']").waitFor()
  const widths = () =>
    text.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, over: scrollWidth - clientWidth }))
  await expect.poll(async () => (await widths()).over).toBe(0)
  expect((await widths()).clientWidth).toBeGreaterThanOrEqual(640)
  await page.getByRole("button", { name: "Wrap lines" }).tap()
  await expect.poll(async () => (await widths()).over).toBeGreaterThan(500)

  // on paper all of it, and nothing of what is behind it
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  const name = await page.getByRole("dialog", { name: "long.py" }).getByRole("heading").boundingBox()
  const firstLine = await text.locator("[data-line='1']").boundingBox()
  expect(firstLine?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? Infinity))
  const printed = (await wordsOf(await page.pdf({ format: "A4" }))).join(" ")
  for (const words of ["long.py", "value_0 ", "value_599 "]) expect(printed).toContain(words)
  expect(printed).not.toContain("looks of code")
  await context.close()
})

/** How large each page is, and how many pictures are on it. */
const sheetsOf = async (pdf: Buffer): Promise<ReadonlyArray<string>> => {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const sheets = Array.from({ length: document.numPages }, async (_, at) => {
    const page = await document.getPage(at + 1)
    const { height, width } = page.getViewport({ scale: 1 })
    const { fnArray } = await page.getOperatorList()
    const pictures = fnArray.filter((one) => one === OPS.paintImageXObject).length
    return `${Math.round(width)} x ${Math.round(height)}, ${pictures}`
  })
  const all = await Promise.all(sheets)
  await document.loadingTask.destroy()
  return all
}

test("a document is printed with all of its pages, each a sheet, though few of them are drawn on the screen", async () => {
  const pages = Array.from({ length: 6 }, (_, at) => [`Words of page ${at + 1}`])
  const { folderId, ids } = await putFiles("s3", "looks of documents", { "survey.pdf": pdf("Survey", pages) })
  const page = await openFolder(stage(), "s3", folderId)
  await openPreview(page, "s3", folderId, ids.get("survey.pdf"))
  const survey = shown(page, "survey.pdf").getByRole("document")
  await survey.getByText("Words of page 1", { exact: true }).waitFor()

  // asked by itself, the browser prints what is drawn: no empty sheets, and a word on what is missing
  await page.emulateMedia({ media: "print" })
  const drawn = await wordsOf(await page.pdf({ format: "A4" }))
  expect(drawn.join(" ")).toMatch(/Pages are missing here\. \S+ in the drive prints all 6\./)
  expect(drawn.length).toBeLessThan(6)
  await page.emulateMedia({ media: null })

  await page.evaluate("window.print = () => { window.isAsked = true }")
  const isAsked = () => page.evaluate("window.isAsked === true")
  await page.keyboard.press("ControlOrMeta+P")
  await expect.poll(isAsked).toBe(true)
  await viewer(page).getByText("for printing").waitFor({ state: "detached" })
  // what is printed is not seen, and goes when it is printed
  const print = viewer(page).getByRole("button", { name: "Print" })
  expect(await print.isVisible()).toBe(true)
  const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }))
  expect(sheets).toEqual(pages.map(() => "595 x 842, 1"))
  await expect.poll(() => page.locator("body > div > img").count()).toBe(0)

  await page.evaluate("window.isAsked = false")
  await print.click()
  await expect.poll(isAsked).toBe(true)
  await page.context().close()
})

test("a list is printed whole, dark on white, with nothing that can only be pressed", async () => {
  const { drive } = stage()
  const many = await drive.files.ensureFolder("looks of many", { spaceId: "s3-space" })
  await Promise.all(
    Array.from(
      { length: 120 },
      (_, at) => drive.files.createFolder({ name: `folder ${at + 1}`, parentFileId: many }, { spaceId: "s3-space" })
    )
  )
  const long = `${"a quay that goes on and ".repeat(8)}ends.txt`
  await drive.uploads.start({ source: new Blob([""]), name: long, parentFileId: many }, { spaceId: "s3-space" }).done
  const page = await openFolder(stage(), "s3", many)
  await row(page, "folder 1").waitFor()
  await page.emulateMedia({ colorScheme: "dark" })
  await page.emulateMedia({ media: "print" })
  const columns = (line: string) =>
    page.evaluate<ReadonlyArray<number | string>>(`{
      const line = document.querySelector("${line}").getBoundingClientRect()
      const cells = [...document.querySelectorAll("${line} > *")]
      cells.map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ bottom, right, top }) => top >= line.top && bottom <= line.bottom + 1 ? right : "outside of its line")
    }`)
  expect(await columns("[role='row'][data-index='0']")).toEqual(await columns("[role='row']:not([data-index])"))
  const pages = await wordsOf(await page.pdf({ format: "A4" }))
  const words = pages.join(" ")
  for (const at of [1, 60, 120]) expect(words).toContain(`folder ${at} `)
  // names that are cut on a screen are whole
  expect(words.replaceAll(/\s/g, "")).toContain(long.replaceAll(" ", ""))
  expect(words).not.toContain("New folder")
  expect(pages.length).toBeGreaterThan(3)
  await page.context().close()
})
