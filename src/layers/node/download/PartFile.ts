/**
 * A file under a temporary name, written behind the back of who fills it: writes are under way while more arrives.
 */
import type { FileHandle } from "node:fs/promises"
import * as ByteRanges from "../../../domain/ByteRanges.js"
import * as OwnFile from "./OwnFile.js"

/** Bytes that may wait for the disk before the writer has to. */
const mostWaiting = 8 * 1_048_576

/** Bytes after which the disk is asked to begin, so that it has little left to do at the end. */
const begins = 64 * 1_048_576

/** Bytes of one write. Larger ones make Linux take fresh memory for its cache, which costs three times the CPU of a write. */
const atOnce = 128 * 1024

const writeTogether = async (
  handle: FileHandle,
  chunks: Array<Uint8Array>,
  size: number,
  position: number
): Promise<void> => {
  const { bytesWritten } = await handle.writev(chunks, position)
  if (bytesWritten === size) return
  const rest = Buffer.concat(chunks)
  for (let at = bytesWritten; at < size;) {
    at += (await handle.write(rest, at, size - at, position + at)).bytesWritten
  }
}

const writeAll = async (handle: FileHandle, chunks: ReadonlyArray<Uint8Array>, position: number): Promise<void> => {
  let at = position
  let together: Array<Uint8Array> = []
  let size = 0
  for (const chunk of chunks) {
    if (size > 0 && size + chunk.length > atOnce) {
      await writeTogether(handle, together, size, at)
      at += size
      together = []
      size = 0
    }
    together.push(chunk)
    size += chunk.length
  }
  if (size > 0) await writeTogether(handle, together, size, at)
}

/**
 * @see {@link open}
 */
export interface PartFile {
  /** A promise when the disk is behind, which must be waited for. `free` is called when the chunks are not read any more. */
  readonly write: (
    position: number,
    chunks: ReadonlyArray<Uint8Array>,
    free?: () => void
  ) => Promise<void> | undefined
  /** All that was given is on the disk. Its size in bytes. */
  readonly flush: () => Promise<number>
  /** Waits as well, and says which of the bytes given are not on the disk; `undefined` where nobody knows. */
  readonly lost: () => Promise<ByteRanges.ByteRanges | undefined>
  /** Whether the path still leads to it. */
  readonly isAt: (path: string) => Promise<boolean>
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Opens a file to go on with, or makes one where there is none.
 */
export const open = async (path: string, options: { readonly goOn: boolean }): Promise<PartFile> => {
  const handle = await (options.goOn ? OwnFile.open(path) : OwnFile.create(path))
  const underway = new Set<Promise<void>>()
  let waiting = 0
  let unsynced = 0
  let failure: { readonly cause: unknown } | undefined
  let lost: ByteRanges.ByteRanges | undefined = []

  const settle = async () => {
    // Those that begin meanwhile belong to the next one: others may go on writing for ever.
    await Promise.all([...underway])
    if (failure !== undefined) throw failure.cause
  }

  const begin = (run: () => Promise<void>, size: number, position?: number) => {
    waiting += size
    // Looked at by the next write or flush; until then a failure must not count as unhandled.
    const call = run().catch((cause: unknown) => {
      failure ??= { cause }
      // A failed sync may have dropped what was written before.
      lost = position === undefined || lost === undefined
        ? undefined
        : ByteRanges.add(lost, { start: position, end: position + size })
    }).finally(() => {
      waiting -= size
      underway.delete(call)
    })
    underway.add(call)
  }

  const room = async () => {
    while (waiting > mostWaiting && failure === undefined) await Promise.race(underway)
    if (failure !== undefined) throw failure.cause
  }

  return {
    write: (position, chunks, free) => {
      const given = [...chunks]
      const size = given.reduce((sum, chunk) => sum + chunk.length, 0)
      begin(() => writeAll(handle, given, position).finally(free), size, position)
      unsynced += size
      if (unsynced >= begins) {
        unsynced = 0
        begin(() => handle.datasync(), 0)
      }
      return waiting > mostWaiting || failure !== undefined ? room() : undefined
    },
    flush: async () => {
      await settle()
      await handle.sync()
      unsynced = 0
      return (await handle.stat()).size
    },
    lost: async () => {
      await Promise.all([...underway])
      await handle.sync()
      return lost
    },
    isAt: (path) => OwnFile.isAt(handle, path),
    empty: async () => {
      await Promise.all(underway)
      failure = undefined
      lost = []
      await handle.truncate(0)
    },
    close: async () => {
      await Promise.all(underway)
      await handle.close()
    }
  }
}
