import type { PDFDocumentProxy } from "pdfjs-dist"
import { useMemo, useState } from "react"
import type { Place } from "./pageWords.js"
import type { CurrentPlace } from "./PdfMarks.js"
import { usePdfPlaces } from "./usePdfPlaces.js"

export interface PdfFinder {
  /** `undefined`: nobody looks for anything. */
  readonly wanted: string | undefined
  readonly at: number
  readonly count: number
  readonly isWhole: boolean
  readonly target: CurrentPlace
  readonly onPage: (page: number) => ReadonlyArray<Place>
  readonly want: (wanted: string | undefined) => void
  readonly step: (direction: 1 | -1) => void
}

const byPage = (places: ReadonlyArray<Place>): ReadonlyMap<number, ReadonlyArray<Place>> => {
  const pages = new Map<number, Array<Place>>()
  for (const place of places) {
    const page = pages.get(place.page)
    if (page === undefined) pages.set(place.page, [place])
    else page.push(place)
  }
  return pages
}

const nothing: ReadonlyArray<Place> = []

/** Words that are looked for in a document, beginning with the page in sight. */
export const usePdfFinder = (
  pdf: PDFDocumentProxy,
  inSight: number,
  onError: (error: unknown) => void
): PdfFinder => {
  const [wanted, setWanted] = useState<string>()
  const [from, setFrom] = useState(1)
  const [steps, setSteps] = useState(0)
  const { isWhole, places } = usePdfPlaces(pdf, wanted ?? "", onError)
  const pages = useMemo(() => byPage(places), [places])
  const count = places.length
  const start = places.findIndex(({ page }) => page >= from)
  const isStarted = start !== -1 || isWhole
  const at = count === 0 ? 0 : (((Math.max(0, start) + steps) % count) + count) % count
  const place = isStarted ? places[at] : undefined
  const target = useMemo(() => ({ place, steps }), [place, steps])
  return {
    wanted,
    at,
    count: isStarted ? count : 0,
    isWhole,
    target,
    onPage: (page) => pages.get(page) ?? nothing,
    want: (next) => {
      setWanted(next)
      setFrom(inSight)
      setSteps(0)
    },
    step: (direction) => setSteps(steps + direction)
  }
}
