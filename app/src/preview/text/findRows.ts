import type { TextRows } from "./textRows.js"

/** Which rows hold a word or its beginning, whatever its case: it may go on in the next row of its line. */
export const findRows = ({ isSplit, numberOf, rows }: TextRows, wanted: string): ReadonlyArray<number> => {
  const needle = wanted.toLowerCase()
  if (needle === "") return []
  const goesOn = (at: number) =>
    isSplit && numberOf(at + 1) === undefined ? rows[at + 1]?.slice(0, needle.length - 1) ?? "" : ""
  return rows.flatMap((row, at) => (row + goesOn(at)).toLowerCase().includes(needle) ? [at] : [])
}
