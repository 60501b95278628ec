/**
 * The chunks as one array of bytes. One that is alone is given as it is.
 */
export const joinBytes = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let position = 0
  for (const chunk of chunks) {
    all.set(chunk, position)
    position += chunk.length
  }
  return all
}
