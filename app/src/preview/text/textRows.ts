/** The lines of a text in rows that a browser can draw. */
import type { Piece } from "./highlight.js"

/** A browser lays a line out as a whole, which takes it minutes where that is megabytes long: such a line is drawn in several rows. */
const longest = 5_000

/** Chromium draws nothing further down than 33 million pixels, and what is wrapped takes more than its number of rows. */
const mostRows = 1_500_000

export interface TextRows {
  readonly rows: ReadonlyArray<string>
  /** Of a row with which a line begins: the number of that line, from 1 on. */
  readonly numberOf: (row: number) => number | undefined
  /** Some lines have several rows. */
  readonly isSplit: boolean
  /** How much of the text has rows: 1 is all of it. */
  readonly share: number
}

const partsOf = (line: string): ReadonlyArray<string> => {
  if (line.length <= longest) return [line]
  const parts: Array<string> = []
  for (let start = 0; start < line.length;) {
    const end = start + longest
    // a sign of two halves stays whole
    const part = line.slice(start, /[\uD800-\uDBFF]/.test(line[end - 1] ?? "") ? end + 1 : end)
    parts.push(part)
    start += part.length
  }
  return parts
}

export const textRows = (lines: ReadonlyArray<string>): TextRows => {
  const isSplit = lines.some((line) => line.length > longest)
  if (!isSplit && lines.length <= mostRows) return { rows: lines, numberOf: (row) => row + 1, isSplit, share: 1 }
  const rows: Array<string> = []
  const numbers = new Map<number, number>()
  let shown = 0
  let all = 0
  for (const [index, line] of lines.entries()) {
    all += line.length + 1
    if (rows.length >= mostRows) continue
    shown = all
    if (isSplit) numbers.set(rows.length, index + 1)
    rows.push(...partsOf(line))
  }
  return { rows, numberOf: (row) => isSplit ? numbers.get(row) : row + 1, isSplit, share: shown / all }
}

/** The pieces of each line, as those of each row. */
export const coloursOfRows = (
  { isSplit, numberOf, rows }: TextRows,
  colours: ReadonlyArray<ReadonlyArray<Piece>> | undefined
): ReadonlyArray<ReadonlyArray<Piece>> | undefined => {
  if (!isSplit || colours === undefined) return colours
  let rest: ReadonlyArray<Piece> = []
  return rows.map((row, at) => {
    const number = numberOf(at)
    if (number !== undefined) rest = colours[number - 1] ?? []
    const pieces: Array<Piece> = []
    let left = row.length
    let used = 0
    for (const piece of rest) {
      if (left === 0) break
      const text = piece.text.slice(0, left)
      pieces.push({ ...piece, text })
      left -= text.length
      if (text.length < piece.text.length) {
        rest = [{ ...piece, text: piece.text.slice(text.length) }, ...rest.slice(used + 1)]
        return pieces
      }
      used++
    }
    rest = rest.slice(used)
    return pieces
  })
}
