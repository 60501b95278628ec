import type { PDFDocumentProxy } from "pdfjs-dist"
import { useEffect, useRef, useState } from "react"
import { keysOf } from "../../parts/keyNames.js"

export interface PdfPrint {
  /** The page that is drawn for paper just now. */
  readonly at: number | undefined
  readonly start: () => void
  readonly cancel: () => void
}

/** The keys that print, heard wherever the focus is: the browser by itself would print the pages that are drawn. */
export const usePdfPrint = (pdf: PDFDocumentProxy | undefined, onError: (error: unknown) => void): PdfPrint => {
  const [at, setAt] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  const start = () => {
    if (pdf === undefined || running.current !== undefined) return
    const own = running.current = new AbortController()
    setAt(1)
    const print = async () => {
      const { printPdf } = await import("./printPdf.js")
      await printPdf(pdf, setAt, own.signal)
    }
    print().catch((error: unknown) => {
      if (!own.signal.aborted) onError(error)
    }).finally(() => {
      running.current = undefined
      setAt(undefined)
    })
  }
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (keysOf(event) !== "Mod+P") return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener("keydown", hear, true)
    return () => {
      window.removeEventListener("keydown", hear, true)
      running.current?.abort()
    }
  }, [])
  return { at, start, cancel }
}
