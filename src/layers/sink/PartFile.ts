/**
 * A file under a temporary name, written behind the back of who fills it: one write is under way while more arrives.
 */
import { createHash } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import * as fs from "node:fs/promises"

/** Small writes cost a turn of the thread pool each, so that chunks are gathered up to this many bytes. */
const gathered = 1_048_576

const writeAll = async (handle: FileHandle, chunks: Array<Uint8Array>): Promise<void> => {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const { bytesWritten } = await handle.writev(chunks)
  if (bytesWritten === size) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  for (let at = 0; at < rest.length;) at += (await handle.write(rest, at)).bytesWritten
}

/**
 * @see {@link open}
 */
export interface PartFile {
  /** A promise when the disk is behind, which must be waited for. */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined
  readonly flush: () => Promise<{ readonly size: number; readonly sha1: string | undefined }>
  readonly publish: () => Promise<void>
  /** Removes the file unless it was published. */
  readonly close: () => Promise<void>
}

/**
 * Opens `path.part`, in place of one that an ended process left.
 */
export const open = async (path: string, options: { readonly sha1: boolean }): Promise<PartFile> => {
  const part = `${path}.part`
  const handle = await fs.open(part, "w")
  const hash = options.sha1 ? createHash("sha1") : undefined
  let waiting: Array<Uint8Array> = []
  let waitingSize = 0
  let size = 0
  let underway: Promise<void> = Promise.resolve()
  let isPublished = false

  const writeWaiting = async () => {
    const chunks = waiting
    waiting = []
    waitingSize = 0
    await underway
    underway = chunks.length === 0 ? underway : writeAll(handle, chunks)
    // It is looked at when the next one is written; until then a failure must not count as unhandled.
    underway.catch(() => undefined)
  }

  return {
    write: (chunk) => {
      hash?.update(chunk)
      size += chunk.length
      waiting.push(chunk)
      waitingSize += chunk.length
      return waitingSize < gathered ? undefined : writeWaiting()
    },
    flush: async () => {
      await writeWaiting()
      await underway
      await handle.sync()
      return { size, sha1: hash?.digest("hex").toUpperCase() }
    },
    publish: async () => {
      await fs.rename(part, path)
      isPublished = true
    },
    close: async () => {
      await underway.catch(() => undefined)
      await handle.close()
      if (!isPublished) await fs.rm(part, { force: true })
    }
  }
}
