import type { PDFDocumentProxy } from "pdfjs-dist"
import { useEffect, useRef, useState } from "react"
import type { PageWords, Place } from "./pageWords.js"
import { findPlaces, readWords } from "./pageWords.js"

export interface PdfPlaces {
  readonly places: ReadonlyArray<Place>
  /** All pages have been looked through. */
  readonly isWhole: boolean
}

const none: PdfPlaces = { places: [], isWhole: false }

/** Nobody steps through more. */
const mostPlaces = 5000

/** What was found by now is reported this often, in milliseconds. */
const tellEvery = 250

const readPage = async (pdf: PDFDocumentProxy, number: number): Promise<PageWords> => {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  return readWords(items.flatMap((item) => "str" in item ? [item] : []))
}

/** Looks for words page by page; each page is read once. */
export const usePdfPlaces = (
  pdf: PDFDocumentProxy,
  wanted: string,
  onError: (error: unknown) => void
): PdfPlaces => {
  const [found, setFound] = useState<PdfPlaces & { readonly wanted: string }>({ ...none, wanted: "" })
  const read = useRef(new Map<number, PageWords>())
  const latest = useRef(onError)
  useEffect(() => {
    latest.current = onError
  })
  useEffect(() => {
    if (wanted === "") return
    let isOver = false
    const look = async () => {
      const places: Array<Place> = []
      let toldAt = performance.now()
      for (let page = 1; page <= pdf.numPages && places.length < mostPlaces; page++) {
        const words = read.current.get(page) ?? await readPage(pdf, page)
        read.current.set(page, words)
        if (isOver) return
        places.push(...findPlaces(words, page, wanted))
        if (performance.now() - toldAt < tellEvery) continue
        toldAt = performance.now()
        setFound({ wanted, places: [...places], isWhole: false })
      }
      setFound({ wanted, places, isWhole: places.length < mostPlaces })
    }
    look().catch((error: unknown) => {
      if (!isOver) latest.current(error)
    })
    return () => {
      isOver = true
    }
  }, [pdf, wanted])
  return found.wanted === wanted ? found : none
}
