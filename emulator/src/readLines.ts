/**
 * Lines of files that hold JSON. `node:readline` is not for them: on newer Nodes U+2028 and U+2029 end a line too, and JSON
 * keeps these as they are.
 */

/**
 * The lines of a text, each ended by a line feed; the last one also by the end of the text.
 */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let pieces: Array<string> = []
  for await (const piece of text) {
    let start = 0
    for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", start)) {
      pieces.push(piece.slice(start, end))
      yield pieces.join("")
      pieces = []
      start = end + 1
    }
    if (start < piece.length) pieces.push(piece.slice(start))
  }
  if (pieces.length > 0) yield pieces.join("")
}
