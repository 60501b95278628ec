/** The words of a page as people look for them, and where each sign of them stands on it. */

/** What pdf.js tells of a run of words: the layer above the page has an element for each. */
export interface WordRun {
  readonly str: string
  readonly hasEOL: boolean
}

/** A sign of a run. */
export interface Spot {
  readonly run: number
  readonly offset: number
}

export interface PageWords {
  /** Without case, accents and the ends of lines. */
  readonly folded: string
  /** Where each sign of it comes from. */
  readonly spots: ReadonlyArray<Spot>
}

/** One place in a document; `last` is its last sign. */
export interface Place {
  readonly page: number
  readonly first: Spot
  readonly last: Spot
}

const softHyphen = "\u00ad"
const accents = /[\u0300-\u036f]/g
/** Scripts that have no spaces between words. */
const isUnspaced = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/
const isBroken = /\p{L}-$/u

const foldSign = (sign: string): string => {
  if (sign === softHyphen) return ""
  if (/\s/.test(sign)) return " "
  return (sign < "\u2000" ? sign.normalize("NFD").replace(accents, "") : sign).toLowerCase()
}

export const readWords = (runs: ReadonlyArray<WordRun>): PageWords => {
  let folded = ""
  const spots: Array<Spot> = []
  let isNewLine = false
  const add = (signs: string, spot: Spot) => {
    if (signs === " " && (folded === "" || folded.endsWith(" "))) return
    folded += signs
    for (let count = 0; count < signs.length; count++) spots.push(spot)
  }
  /** What a line's end means depends on what comes after it. */
  const joinLines = (next: string, spot: Spot) => {
    if (isBroken.test(folded) && /\p{L}/u.test(next)) {
      folded = folded.slice(0, -1)
      spots.pop()
    } else if (!isUnspaced.test(next) || !isUnspaced.test(folded.slice(-1))) add(" ", spot)
  }
  runs.forEach(({ hasEOL, str }, run) => {
    for (let offset = 0; offset < str.length; offset++) {
      const signs = foldSign(str.charAt(offset))
      if (isNewLine && signs !== "" && signs !== " ") {
        joinLines(signs, { run, offset })
        isNewLine = false
      }
      add(signs, { run, offset })
    }
    if (hasEOL) isNewLine = true
  })
  return { folded, spots }
}

const foldWanted = (wanted: string): string =>
  Array.from({ length: wanted.length }, (_, at) => foldSign(wanted.charAt(at))).join("").replace(/ +/g, " ")

/** All places of a page that hold the words, one after the other. */
export const findPlaces = ({ folded, spots }: PageWords, page: number, wanted: string): ReadonlyArray<Place> => {
  const needle = foldWanted(wanted)
  const places: Array<Place> = []
  if (needle.trim() === "") return places
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
    const [first, last] = [spots[at], spots[at + needle.length - 1]]
    if (first !== undefined && last !== undefined) places.push({ page, first, last })
  }
  return places
}
