import type { ReactElement } from "react"
import { useLayoutEffect, useRef, useState } from "react"
import type { Place } from "./pageWords.js"
import styles from "./Pdf.module.css"

/** The place that was stepped to; a new object for each step. */
export interface CurrentPlace {
  readonly place: Place | undefined
}

export interface PdfMarksProps {
  readonly places: ReadonlyArray<Place>
  readonly current: CurrentPlace
  /** The layer's elements, one for each run of words. */
  readonly runs: ReadonlyArray<HTMLElement>
}

interface Mark {
  readonly key: string
  readonly isCurrent: boolean
  /** In percent of the page. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What has been brought into sight: a page that comes near once more does not pull the document back. */
const brought = new WeakSet<CurrentPlace>()

const rangeOf = ({ first, last }: Place, runs: ReadonlyArray<HTMLElement>, run: number): Range | undefined => {
  const text = runs[run]?.firstChild
  if (!(text instanceof Text)) return undefined
  const range = document.createRange()
  range.setStart(text, Math.min(run === first.run ? first.offset : 0, text.length))
  range.setEnd(text, Math.min(run === last.run ? last.offset + 1 : text.length, text.length))
  return range.collapsed ? undefined : range
}

/** Lays a mark over each place, where the words of the page stand. */
export const PdfMarks = ({ current, places, runs }: PdfMarksProps): ReactElement => {
  const layer = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<ReadonlyArray<Mark>>([])
  useLayoutEffect(() => {
    const page = layer.current?.getBoundingClientRect()
    if (page === undefined) return
    setMarks(
      places.flatMap((place, at) =>
        Array.from({ length: place.last.run - place.first.run + 1 }, (_, step) => place.first.run + step)
          .flatMap((run) => {
            const box = rangeOf(place, runs, run)?.getBoundingClientRect()
            return box === undefined || box.width === 0 ? [] : [{
              key: `${at} ${run}`,
              isCurrent: place === current.place,
              left: (box.left - page.left) / page.width * 100,
              top: (box.top - page.top) / page.height * 100,
              width: box.width / page.width * 100,
              height: box.height / page.height * 100
            }]
          })
      )
    )
  }, [current, places, runs])
  useLayoutEffect(() => {
    const mark = layer.current?.querySelector("[data-current]")
    if (mark === null || mark === undefined || brought.has(current)) return
    brought.add(current)
    mark.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [current, marks])
  return (
    <div aria-hidden="true" className={styles.marks} ref={layer}>
      {marks.map(({ height, isCurrent, key, left, top, width }) => (
        <span
          data-current={isCurrent || undefined}
          data-mark=""
          key={key}
          style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
        />
      ))}
    </div>
  )
}
