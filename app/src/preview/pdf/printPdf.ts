/** All pages of a document on paper. What is on the screen does not do: of it only the pages near the one in sight are drawn. */
import type { PDFDocumentProxy } from "pdfjs-dist"
import styles from "./Pdf.module.css"

/** A document counts in points, of which an inch has 72; that many dots are sharp on paper. */
const dotsPerPoint = 150 / 72
/** Browsers give up on larger canvases. */
const mostPixels = 16_000_000

const pictureOf = async (pdf: PDFDocumentProxy, number: number): Promise<Blob> => {
  const page = await pdf.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(dotsPerPoint, Math.sqrt(mostPixels / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement("canvas")
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport, intent: "print" }).promise
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  // the memory of a page that is a picture now goes back
  canvas.width = 0
  if (picture === null) throw new Error(`page ${number} cannot be made a picture`)
  return picture
}

/** Sheets as large as the first page, which fills its own. */
const sheetsFor = async (pdf: PDFDocumentProxy): Promise<CSSStyleSheet> => {
  const { height, width } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page { size: ${width}pt ${height}pt; margin: 0 }`)
  return sheet
}

/**
 * Draws all pages, one after the other, and asks the browser to print them alone. `onPage` is told of each that is begun.
 * Ends when the browser was asked, or at once where the signal says so.
 */
export const printPdf = async (
  pdf: PDFDocumentProxy,
  onPage: (number: number) => void,
  signal: AbortSignal
): Promise<void> => {
  const paper = document.createElement("div")
  paper.className = styles.paper ?? ""
  const clear = () => {
    paper.remove()
    for (const { src } of paper.querySelectorAll("img")) URL.revokeObjectURL(src)
  }
  try {
    const sheet = await sheetsFor(pdf)
    for (let number = 1; number <= pdf.numPages && !signal.aborted; number++) {
      onPage(number)
      const picture = new Image()
      picture.src = URL.createObjectURL(await pictureOf(pdf, number))
      paper.append(picture)
      await picture.decode()
    }
    if (signal.aborted) return clear()
    document.adoptedStyleSheets.push(sheet)
    document.body.append(paper)
    window.addEventListener("afterprint", () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      clear()
    }, { once: true })
  } catch (error) {
    clear()
    throw error
  }
  window.print()
}
