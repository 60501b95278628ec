/**
 * Bytes of small files in the worker, from the first read until they are sent, so that a file is read once.
 *
 * @since 1.0.7
 */
import { digestBytes } from "../hash/BlobHashing.js"
import type { SmallFile } from "./RequestProtocol.js"

/** Of more files nothing is kept; they are read anew. */
const most = 64

const readAll = async (blob: Blob, { sha1, size }: SmallFile): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // Not every browser fails the read of a file that has changed on disk.
  const isSame = bytes.length === size && (sha1 === undefined || (await digestBytes(bytes, ["sha1"])).sha1 === sha1)
  if (!isSame) throw new Error("the file has changed")
  return bytes
}

/**
 * @since 1.0.7
 * @category models
 */
export class FileBytes {
  private readonly kept = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

  /** Fails where the file cannot be read, or is not what it was. */
  read(blob: Blob, file: SmallFile): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.kept.get(file.number)
    if (known !== undefined) return known
    const reading = readAll(blob, file)
    reading.catch(() => this.kept.delete(file.number))
    this.kept.set(file.number, reading)
    const [oldest] = this.kept.keys()
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest)
    return reading
  }
}
