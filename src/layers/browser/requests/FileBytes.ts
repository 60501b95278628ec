/**
 * Bytes of small files in the worker, from the first read until they are sent, so that a file is read once.
 *
 * @since 1.0.7
 */

/** Of more files nothing is kept; they are read anew, and a browser fails the read of a file that has changed. */
const most = 32

/**
 * @since 1.0.7
 * @category models
 */
export class FileBytes {
  private readonly kept = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

  /** Fails where the file cannot be read, or not all of it. */
  read(file: number, blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.kept.get(file)
    if (known !== undefined) return known
    const reading = blob.arrayBuffer().then((bytes) => {
      if (bytes.byteLength !== blob.size) throw new Error("the file has another size now")
      return new Uint8Array(bytes)
    })
    reading.catch(() => this.kept.delete(file))
    this.kept.set(file, reading)
    const [oldest] = this.kept.keys()
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest)
    return reading
  }
}
