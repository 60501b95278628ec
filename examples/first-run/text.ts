/** Text on a terminal: widths, numbers, colours. */

/** Characters that take two columns: East Asian wide ones and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** Characters that take none: marks on the one before, joiners, direction marks. */
const narrow = /[\p{Mn}\p{Me}\p{Cf}]/u

const columnsOf = (character: string): number => narrow.test(character) ? 0 : wide.test(character) ? 2 : 1

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

const columns = (text: string): number => {
  let sum = 0
  for (const character of text) sum += columnsOf(character)
  return sum
}

/** Control characters in a file's name must not steer the terminal. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd")

/** Exactly `width` columns; a longer text loses its beginning, because the end of a path says more. */
export const fit = (text: string, width: number): string => {
  const clean = printable(text)
  const total = columns(clean)
  if (total <= width) return clean + " ".repeat(width - total)
  const kept: Array<string> = []
  let used = 1
  for (const { segment } of [...graphemes.segment(clean)].reverse()) {
    if (used + columns(segment) > width) break
    used += columns(segment)
    kept.unshift(segment)
  }
  return `…${kept.join("")}${" ".repeat(width - used)}`
}

export const width = (text: string): number => columns(printable(text))

const units = ["B", "KiB", "MiB", "GiB", "TiB"]

export const bytes = (count: number): string => {
  const power = count === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10))
  return `${power === 0 ? count : (count / 1024 ** power).toFixed(1)} ${units[power]}`
}

/** `1 file`, `2 files`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

export const seconds = (millis: number): string => `${(millis / 1000).toFixed(2)} s`

/** Megabytes (10⁶) per second; nothing for what is too small to tell. */
export const speed = (count: number, millis: number): string =>
  count < 1024 * 1024 || millis <= 0 ? "" : `${(count / 1000 / millis).toFixed(1)} MB/s`

export type Paint = (text: string) => string

export interface Colours {
  readonly bold: Paint
  readonly dim: Paint
  readonly green: Paint
  readonly red: Paint
  readonly cyan: Paint
}

const paint = (isOn: boolean) => (code: number, end: number): Paint => (text) =>
  isOn ? `\u001b[${code}m${text}\u001b[${end}m` : text

export const colours = (isOn: boolean): Colours => {
  const colour = paint(isOn)
  return {
    bold: colour(1, 22),
    dim: colour(2, 22),
    green: colour(32, 39),
    red: colour(31, 39),
    cyan: colour(36, 39)
  }
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** A bar of `length` columns; `part` from 0 to 1. */
export const bar = (part: number, length: number, { cyan, dim }: Colours): string => {
  const filled = Math.round(Math.min(1, Math.max(0, part)) * length * 8)
  const whole = Math.floor(filled / 8)
  const rest = eighths[filled % 8] ?? ""
  return cyan("█".repeat(whole) + rest) + dim("·".repeat(length - whole - (rest === "" ? 0 : 1)))
}
