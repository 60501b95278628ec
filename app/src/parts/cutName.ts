/** Where a long name is cut in its middle, so that its end stays readable. */
import { extensionOf } from "./fileKind.js"

export interface CutName {
  /** Shrinks, with an ellipsis. */
  readonly head: string
  /** Never shrinks: the end of the stem and the extension; empty where there is nothing to keep. */
  readonly tail: string
}

const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u
const separators = /[\s\-_([{（［【]/
const shortest = 4
const longest = 11
const otherwise = 6
/** Room for as many signs as are looked for, in code units; a family is one sign of eleven. */
const lookedAt = 256

const signs = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** The last signs of a text as people count them, with where each begins. Only the end of it is looked at. */
const lastSigns = (text: string): ReadonlyArray<{ readonly at: number; readonly sign: string }> => {
  const from = Math.max(0, text.length - lookedAt)
  const last = Array.from(
    signs.segment(text.slice(from)),
    ({ index, segment }) => ({ at: from + index, sign: segment })
  )
  // the first may be the rest of one that was cut here
  return from === 0 ? last : last.slice(1)
}

/**
 * The cut falls on a space, dash, underscore or bracket 4 to 11 signs before the extension, else 6 signs before it. Names
 * with letters from right to left keep their extension only, folders and names without an extension are cut at the end.
 */
export const cutName = (name: string, isFolder: boolean): CutName => {
  const extension = isFolder ? "" : extensionOf(name)
  if (extension === "") return { head: name, tail: "" }
  const stemEnd = name.length - extension.length - 1
  const stem = name.slice(0, stemEnd)
  if (rightToLeft.test(stem)) return { head: stem, tail: name.slice(stemEnd) }
  const last = lastSigns(stem)
  for (let count = shortest; count <= longest; count++) {
    const found = last[last.length - count]
    if (found !== undefined && found.at > 0 && separators.test(found.sign)) {
      // a space belongs to what is cut away: beside an ellipsis it would be a hole
      const at = found.sign === " " ? found.at + 1 : found.at
      return { head: name.slice(0, at), tail: name.slice(at) }
    }
  }
  const cut = last[last.length - otherwise]
  return cut === undefined || cut.at === 0
    ? { head: stem, tail: name.slice(stemEnd) }
    : { head: name.slice(0, cut.at), tail: name.slice(cut.at) }
}
