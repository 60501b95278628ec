/**
 * Memory that bodies are read into, used again and again: fresh memory for each read keeps the garbage collector busy.
 *
 * @since 1.0.7
 */

/**
 * Bytes of a block. Files are written block by block: a larger write makes Linux take fresh memory for its cache, which costs
 * three times the CPU.
 *
 * @since 1.0.7
 * @category constants
 */
export const blockSize = 131_072

/** A block with less room than this is read into no more. */
const leastRoom = 16_384

/**
 * A block that is filled from its start on. Pieces of it are lent; once it is full and all of them are free, it is used again.
 *
 * @since 1.0.7
 * @category models
 */
export class ReadBlock {
  private used = 0
  private lent = 0

  constructor(private readonly memory: Buffer, private readonly empty: (memory: Buffer) => void) {}

  room(): Buffer {
    return this.memory.subarray(this.used)
  }

  isFull(): boolean {
    return this.memory.length - this.used < leastRoom
  }

  /** The next bytes, which were just read, and what gives them back. */
  lend(size: number): { readonly bytes: Buffer; readonly free: () => void } {
    const bytes = this.memory.subarray(this.used, this.used + size)
    this.used += size
    this.lent++
    let isLent = true
    return {
      bytes,
      free: () => {
        if (!isLent) return
        isLent = false
        this.lent--
        if (this.lent === 0 && this.isFull()) this.empty(this.memory)
      }
    }
  }
}

/**
 * The blocks of one transport. They are kept while a body is being read, and let go with the last one.
 *
 * @since 1.0.7
 * @category models
 */
export class ReadBlocks {
  private readonly idle: Array<Buffer> = []
  private readers = 0

  /** A body begins to be read. */
  enter(): void {
    this.readers++
  }

  leave(): void {
    this.readers--
    if (this.readers === 0) this.idle.length = 0
  }

  take(): ReadBlock {
    return new ReadBlock(this.idle.pop() ?? Buffer.allocUnsafeSlow(blockSize), (memory) => {
      if (this.readers > 0) this.idle.push(memory)
    })
  }
}
