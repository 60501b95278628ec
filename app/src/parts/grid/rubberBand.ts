/** A frame drawn with the mouse over a list, and what lies under it. */
import type { Layout } from "./layout.js"

export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface LinePlace {
  readonly index: number
  readonly start: number
  readonly end: number
}

/** The first line that ends below `y`. */
export const firstBelow = (lines: ReadonlyArray<LinePlace>, y: number): number => {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.end ?? 0) <= y) low = middle + 1
    else high = middle
  }
  return low
}

/** Items under the frame; `inset` and `width` are those of the lines. */
export const itemsUnder = (
  frame: Frame,
  layout: Layout,
  lines: ReadonlyArray<LinePlace>,
  inset: number,
  width: number
): ReadonlyArray<number> => {
  const found: Array<number> = []
  const track = width / layout.columns
  for (let index = firstBelow(lines, frame.top); index < lines.length; index++) {
    const place = lines[index]
    if (place === undefined || place.start >= frame.bottom) break
    const line = layout.lineAt(index)
    if (line._tag === "Heading") continue
    for (let column = 0; column < line.count; column++) {
      const left = inset + column * track
      if (layout.columns === 1 || (frame.left < left + track && frame.right > left)) found.push(line.first + column)
    }
  }
  return found
}
