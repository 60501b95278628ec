/** Which lines hold a word, whatever its case. */
export const findLines = (lines: ReadonlyArray<string>, wanted: string): ReadonlyArray<number> => {
  const needle = wanted.toLowerCase()
  return needle === "" ? [] : lines.flatMap((line, at) => line.toLowerCase().includes(needle) ? [at] : [])
}
