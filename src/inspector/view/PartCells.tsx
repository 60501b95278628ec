/**
 * The cells of the map: a canvas to see, arrow keys to walk, one line that says what a cell is.
 */
import type { KeyboardEvent, PointerEvent, ReactElement, RefObject } from "react"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { PartState } from "../model/PartMap.js"
import { partStates } from "../model/PartMap.js"
import type { PartsView } from "../model/readView.js"
import type { Words } from "../words/english.js"
import type { Colours } from "./drawCells.js"
import { cellAt, drawCells, rasterOf } from "./drawCells.js"

const useWidth = (box: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const node = box.current
    if (node === null) return
    if (typeof ResizeObserver === "undefined") return
    const watch = new ResizeObserver(() => setWidth(node.clientWidth))
    watch.observe(node)
    return () => watch.disconnect()
  }, [box])
  return width
}

/** The colours as the page resolves them: a canvas knows no custom properties. */
const coloursOf = (legend: Element): Colours => {
  const of = (state: PartState): string => {
    const swatch = legend.querySelector(`[data-state="${state}"]`)
    return swatch === null ? "#888" : getComputedStyle(swatch).backgroundColor
  }
  const found = Object.fromEntries(partStates.map((state) => [state, of(state)])) as Record<PartState, string>
  const root = legend.closest(".edi") ?? legend
  const { backgroundColor, color } = getComputedStyle(root)
  return { ...found, ground: backgroundColor, focus: color }
}

const step = (key: string, columns: number): number | undefined => {
  switch (key) {
    case "ArrowLeft":
      return -1
    case "ArrowRight":
      return 1
    case "ArrowUp":
      return -columns
    case "ArrowDown":
      return columns
    default:
      return undefined
  }
}

export interface PartCellsProps {
  readonly parts: PartsView
  readonly words: Words
  readonly legend: RefObject<HTMLElement | null>
  /** The part of the request that somebody points at. */
  readonly lit: number | undefined
}

export const PartCells = ({ legend, lit, parts, words }: PartCellsProps): ReactElement => {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(box)
  const [pointed, setPointed] = useState<number>()
  const [walked, setWalked] = useState<number>()
  const { cells, counts, map } = parts
  const raster = useMemo(() => rasterOf(cells.length, Math.max(1, width)), [cells.length, width])
  const shown = pointed ?? walked
  const cell = shown === undefined ? undefined : cells[shown]

  useEffect(() => {
    if (canvas.current === null || legend.current === null || width === 0) return
    const marked = new Set<number>()
    if (shown !== undefined) marked.add(shown)
    if (lit !== undefined) marked.add(Math.floor((lit - 1) / map.partsPerCell()))
    drawCells(canvas.current, cells, raster, coloursOf(legend.current), marked)
  }, [cells, legend, lit, map, raster, shown, width])

  const point = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const index = cellAt(raster, event.clientX - left, event.clientY - top)
    setPointed(index < cells.length ? index : undefined)
  }
  const walk = (event: KeyboardEvent) => {
    const by = step(event.key, raster.columns)
    if (by === undefined) return
    event.preventDefault()
    setWalked(Math.min(cells.length - 1, Math.max(0, (walked ?? -by) + by)))
  }
  const trouble = cell === undefined ? undefined : map.troubleOf(cell.first)
  return (
    <>
      <div
        aria-label={words.parts.label(counts, map.count)}
        className="edi-map"
        onBlur={() => setWalked(undefined)}
        onKeyDown={walk}
        ref={box}
        role="img"
        tabIndex={0}
      >
        <canvas onPointerLeave={() => setPointed(undefined)} onPointerMove={point} ref={canvas} />
      </div>
      <p aria-live={walked === undefined ? "off" : "polite"} className="edi-tip">
        {cell === undefined
          ? map.partsPerCell() > 1 ? words.parts.each(map.partsPerCell()) : ""
          : words.parts.tip(
            cell.first,
            cell.last,
            map.bytesOf(cell.first),
            cell.state,
            trouble?.tries ?? 0,
            trouble?.error.reason ?? trouble?.error.tag
          )}
      </p>
    </>
  )
}
