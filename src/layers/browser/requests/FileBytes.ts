/**
 * Bytes of small files in the worker, from the first read until they are sent: what is sent is what was hashed.
 *
 * @since 1.0.7
 */

/** Of more files nothing is kept; they are read anew. */
const most = 32

/**
 * @since 1.0.7
 * @category models
 */
export class FileBytes {
  private readonly kept = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

  read(file: number, blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.kept.get(file)
    if (known !== undefined) return known
    const reading = blob.arrayBuffer().then((bytes) => new Uint8Array(bytes))
    reading.catch(() => this.kept.delete(file))
    this.kept.set(file, reading)
    const [oldest] = this.kept.keys()
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest)
    return reading
  }

  drop(file: number): void {
    this.kept.delete(file)
  }
}
