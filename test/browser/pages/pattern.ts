/** Content that a page and a test make alike: a MiB for each number, no two of them equal. */
export const MiB = 1_048_576

export const block = (index: number): Uint8Array<ArrayBuffer> => {
  const words = new Uint32Array(MiB / 4)
  let state = (index + 1) * 2_654_435_761
  for (let at = 0; at < words.length; at++) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + at
    words[at] = state
  }
  return new Uint8Array(words.buffer)
}
