/** The least that a worker must do to hash a file: the same digest over the same slices, with one read ahead. */
import { createSHA1 } from "hash-wasm"

const sliceSize = 1_048_576

const hash = async (file: Blob): Promise<string> => {
  const sha1 = (await createSHA1()).init()
  const read = (from: number) => from < file.size ? file.slice(from, from + sliceSize).arrayBuffer() : undefined
  let ahead = read(0)
  for (let position = 0; ahead !== undefined; position += sliceSize) {
    const slice = new Uint8Array(await ahead)
    ahead = read(position + sliceSize)
    sha1.update(slice)
  }
  return sha1.digest("hex")
}

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  void hash(data).then((digest) => postMessage(digest))
})
