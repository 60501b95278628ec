/** Bytes as text, or the finding that they are none. */

export interface Decoded {
  readonly text: string
  /** As people write it: "UTF-8", "GB 18030". */
  readonly encoding: string
}

const marks: ReadonlyArray<readonly [bytes: ReadonlyArray<number>, label: string, encoding: string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8", "UTF-8"],
  [[0xff, 0xfe], "utf-16le", "UTF-16"],
  [[0xfe, 0xff], "utf-16be", "UTF-16"]
]

/** So much is looked at for what no text has. */
const sample = 65_536

const tryDecode = (bytes: Uint8Array, label: string, isCut: boolean): string | undefined => {
  try {
    // with `stream` a sign that the cut went through is left out, and no fault
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** `isCut`: more bytes follow these. What is no Unicode is read as Chinese where it can be, else as Western. */
export const decodeText = (bytes: Uint8Array, isCut: boolean): Decoded | "Binary" => {
  const marked = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) {
    const [mark, label, encoding] = marked
    return { text: new TextDecoder(label).decode(bytes.subarray(mark.length)), encoding }
  }
  if (bytes.subarray(0, sample).includes(0)) return "Binary"
  const utf8 = tryDecode(bytes, "utf-8", isCut)
  if (utf8 !== undefined) return { text: utf8, encoding: "UTF-8" }
  const controls = bytes.subarray(0, sample).reduce(
    (count, byte) => byte < 9 || (byte > 13 && byte < 27) ? count + 1 : count,
    0
  )
  if (controls > Math.min(bytes.length, sample) / 100) return "Binary"
  const chinese = tryDecode(bytes, "gb18030", isCut)
  if (chinese !== undefined) return { text: chinese, encoding: "GB 18030" }
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" }
}
