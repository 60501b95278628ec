import type { PDFDocumentProxy, RenderTask } from "pdfjs-dist"
import { TextLayer } from "pdfjs-dist"
import type { CSSProperties, ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import type { Place } from "./pageWords.js"
import styles from "./Pdf.module.css"
import type { CurrentPlace } from "./PdfMarks.js"
import { PdfMarks } from "./PdfMarks.js"

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** What was looked for and stands on the page. */
export interface FoundOnPage {
  readonly places: ReadonlyArray<Place>
  readonly current: CurrentPlace
}

export interface PdfPageProps {
  readonly document: PDFDocumentProxy
  readonly number: number
  /** In CSS pixels. */
  readonly width: number
  /** Of the first page, until this one is known. */
  readonly likely: PageSize
  readonly label: string
  /** Words above the picture, to be read out, selected and copied. */
  readonly withText: boolean
  readonly found?: FoundOnPage | undefined
  readonly onError: (error: unknown) => void
}

/** Browsers give up on larger canvases. */
const mostPixels = 16_000_000

const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === "RenderingCancelledException"

/** Whether an element is in sight or nearly so. */
const useIsNear = (element: HTMLElement | null): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element === null) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: "400px 0px"
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/** One page, drawn while it is near. */
export const PdfPage = (
  { document: pdf, found, label, likely, number, onError, width, withText }: PdfPageProps
): ReactElement => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(element)
  const [size, setSize] = useState<PageSize>()
  const [runs, setRuns] = useState<ReadonlyArray<HTMLElement>>()
  const latest = useRef(onError)
  useEffect(() => {
    latest.current = onError
  })
  useEffect(() => {
    const [drawing, words] = [canvas.current, text.current]
    if (!isNear || drawing === null || width <= 0) return
    let isOver = false
    let task: RenderTask | undefined
    let layer: TextLayer | undefined
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (isOver) return
      const natural = page.getViewport({ scale: 1 })
      setSize({ width: natural.width, height: natural.height })
      const viewport = page.getViewport({ scale: width / natural.width })
      const wanted = window.devicePixelRatio || 1
      const density = Math.min(wanted, Math.sqrt(mostPixels / (viewport.width * viewport.height)))
      drawing.width = Math.floor(viewport.width * density)
      drawing.height = Math.floor(viewport.height * density)
      task = page.render({ canvas: drawing, viewport, transform: [density, 0, 0, density, 0, 0] })
      await task.promise
      if (isOver || words === null || !withText) return
      words.replaceChildren()
      layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
      await layer.render()
      setRuns(layer.textDivs)
    }
    draw().catch((error: unknown) => {
      if (!isOver && !isCancelled(error)) latest.current(error)
    })
    return () => {
      isOver = true
      task?.cancel()
      layer?.cancel()
      // the memory of a page out of sight goes back
      drawing.width = 0
      drawing.height = 0
      words?.replaceChildren()
      setRuns(undefined)
    }
  }, [isNear, number, pdf, width, withText])
  const { height, width: natural } = size ?? likely
  const style: CSSProperties & Readonly<Record<"--total-scale-factor", number>> = {
    width,
    height: width * (height / natural),
    "--total-scale-factor": width / natural
  }
  return (
    <div aria-label={label} className={styles.page} data-page={number} ref={setElement} role="group" style={style}>
      <canvas aria-hidden="true" height={0} ref={canvas} width={0} />
      {found === undefined || runs === undefined ? null : <PdfMarks {...found} runs={runs} />}
      {withText ? <div className={styles.words} ref={text} /> : null}
    </div>
  )
}
