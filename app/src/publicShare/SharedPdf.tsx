import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { Spinner } from "../parts/Spinner.js"
import type { OpenPdf } from "../preview/pdf/openPdf.js"
import { openPdf } from "../preview/pdf/openPdf.js"
import type { PageSize } from "../preview/pdf/PdfPage.js"
import { PdfPage } from "../preview/pdf/PdfPage.js"
import { PrintState } from "../preview/pdf/PrintState.js"
import { usePdfPrint } from "../preview/pdf/usePdfPrint.js"
import { useElementSize } from "../preview/useElementSize.js"
import { readRange } from "./readRange.js"
import styles from "./SharedPage.module.css"
import type { SharedFile } from "./visit.js"
import { useWords } from "./Words.js"

export interface SharedPdfProps {
  readonly file: SharedFile
  readonly src: string
  /** A new address of the same file, for the one that is over. */
  readonly onRenew: () => Promise<string | undefined>
  readonly onFail: () => void
  /** Gives what prints it, and nothing once it cannot any more. Call it with the same function always. */
  readonly onPrintable: (print: (() => void) | undefined) => void
}

/** A page is not made wider than this by itself. */
const readable = 820

interface Opened extends OpenPdf {
  readonly first: PageSize
}

/** The pages of the document, each drawn on a canvas while it is near; nothing of the file runs. */
export const SharedPdf = ({ file, onFail, onPrintable, onRenew, src }: SharedPdfProps): ReactElement => {
  const { t } = useWords()
  const [opened, setOpened] = useState<Opened>()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const box = useElementSize(scroller)
  const latest = useRef({ onFail, onRenew, src })
  useEffect(() => {
    latest.current = { onFail, onRenew, src }
  })
  const { size } = file
  useEffect(() => {
    const ended = new AbortController()
    const fail = () => {
      if (!ended.signal.aborted) latest.current.onFail()
    }
    const read = async (range: { readonly start: number; readonly end: number }, signal = ended.signal) => {
      const bytes = await readRange(latest.current.src, range, signal)
      if (bytes !== undefined) return bytes
      const fresh = await latest.current.onRenew()
      const again = fresh === undefined ? undefined : await readRange(fresh, range, signal)
      if (again === undefined) throw new Error("the document is not given any more")
      return again
    }
    const open = async () => {
      const pdf = await openPdf({ size, read }, fail, ended.signal)
      const page = await pdf.document.getPage(1)
      const { height, width } = page.getViewport({ scale: 1 })
      if (!ended.signal.aborted) setOpened({ ...pdf, first: { height, width } })
    }
    open().catch(fail)
    return () => ended.abort()
  }, [size])
  const printing = usePdfPrint(opened?.document, onFail)
  const print = useRef(printing.start)
  useEffect(() => {
    print.current = printing.start
  })
  const isOpen = opened !== undefined
  useEffect(() => {
    if (!isOpen) return
    onPrintable(() => print.current())
    return () => onPrintable(undefined)
  }, [isOpen, onPrintable])
  if (opened === undefined) return <Spinner label={t.loading} size={24} />
  const count = opened.document.numPages
  const width = box === undefined ? 0 : Math.max(120, Math.min(readable, box.width - 32))
  return (
    <section aria-label={t.preview(file.name)} className={styles.pages} ref={setScroller} tabIndex={0}>
      <PrintState
        cancel={t.cancel}
        missing={t.missing(count)}
        onCancel={printing.cancel}
        text={printing.at === undefined ? "" : t.printing(printing.at, count)}
      />
      {width === 0 ? null : Array.from({ length: count }, (_, at) => (
        <PdfPage
          document={opened.document}
          key={at}
          label={t.page(at + 1, count)}
          likely={opened.first}
          number={at + 1}
          onError={onFail}
          width={width}
          withText
        />
      ))}
    </section>
  )
}
