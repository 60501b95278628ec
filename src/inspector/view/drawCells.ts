/**
 * Draws the cells of a part map on a canvas, in the colours of its legend.
 */
import type { Cell, PartState } from "../model/PartMap.js"

export type Colours = Readonly<Record<PartState, string>> & { readonly ground: string; readonly focus: string }

/** The grid that the cells stand in. Lengths are CSS pixels. */
export interface Raster {
  readonly columns: number
  readonly rows: number
  /** From one cell to the next. */
  readonly pitch: number
}

const largestPitch = 16
const smallestPitch = 5
const mostHeight = 128

/** The largest cells with which all of them fit. */
export const rasterOf = (count: number, width: number): Raster => {
  for (let pitch = largestPitch; pitch > smallestPitch; pitch--) {
    const columns = Math.max(1, Math.floor(width / pitch))
    const rows = Math.ceil(count / columns)
    if (rows * pitch <= mostHeight) return { columns, rows, pitch }
  }
  const columns = Math.max(1, Math.floor(width / smallestPitch))
  return { columns, rows: Math.ceil(count / columns), pitch: smallestPitch }
}

/** Which cell is at a place in the canvas. */
export const cellAt = ({ columns, pitch }: Raster, x: number, y: number): number =>
  Math.floor(y / pitch) * columns + Math.min(columns - 1, Math.floor(x / pitch))

const fillCell = (draw: CanvasRenderingContext2D, colours: Colours, cell: Cell, x: number, y: number, side: number) => {
  const radius = Math.min(2.5, side / 4)
  const box = () => {
    draw.beginPath()
    draw.roundRect(x, y, side, side, radius)
  }
  draw.fillStyle = cell.state === "flight" ? colours.hashed : colours[cell.state]
  box()
  draw.fill()
  if (cell.state === "flight") {
    const filled = side * cell.filled
    draw.save()
    box()
    draw.clip()
    draw.fillStyle = colours.flight
    draw.fillRect(x, y + side - filled, side, filled)
    draw.restore()
    draw.strokeStyle = colours.flight
    draw.lineWidth = 1
    box()
    draw.stroke()
  }
  // Colour is never the only sign.
  if (cell.state === "failed") {
    draw.strokeStyle = colours.ground
    draw.lineWidth = 1.5
    draw.beginPath()
    draw.roundRect(x + 2, y + 2, side - 4, side - 4, radius)
    draw.stroke()
  }
}

export const drawCells = (
  canvas: HTMLCanvasElement,
  cells: ReadonlyArray<Cell>,
  raster: Raster,
  colours: Colours,
  marked: ReadonlySet<number>
): void => {
  const draw = canvas.getContext("2d")
  if (draw === null) return
  const density = globalThis.devicePixelRatio || 1
  const width = raster.columns * raster.pitch
  const height = raster.rows * raster.pitch
  if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
    canvas.width = Math.round(width * density)
    canvas.height = Math.round(height * density)
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }
  draw.setTransform(density, 0, 0, density, 0, 0)
  draw.clearRect(0, 0, width, height)
  const side = raster.pitch - (raster.pitch > 8 ? 3 : 1)
  cells.forEach((cell, index) => {
    const x = (index % raster.columns) * raster.pitch + 1
    const y = Math.floor(index / raster.columns) * raster.pitch + 1
    fillCell(draw, colours, cell, x, y, side)
    if (!marked.has(index)) return
    draw.strokeStyle = colours.focus
    draw.lineWidth = 2
    draw.strokeRect(x - 0.5, y - 0.5, side + 1, side + 1)
  })
}
