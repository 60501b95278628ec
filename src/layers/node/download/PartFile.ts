/**
 * A file under a temporary name, written behind the back of who fills it: writes are under way while more arrives.
 */
import type { FileHandle } from "node:fs/promises"
import type { Span } from "../../../domain/ByteRanges.js"
import * as ByteRanges from "../../../domain/ByteRanges.js"
import * as OwnFile from "./OwnFile.js"

/** Bytes that may wait for the disk before the writer has to. */
const mostWaiting = 8 * 1_048_576

/** Bytes after which the disk is asked to begin, so that it has little left to do at the end. */
const begins = 64 * 1_048_576

/** Bytes of one write. Larger ones make Linux take fresh memory for its cache, which costs three times the CPU of a write. */
const atOnce = 128 * 1024

/** How far a write of many pieces has come: the disk may take some of them and refuse the next. */
interface Taken {
  at: number
}

const writeTogether = async (
  handle: FileHandle,
  chunks: Array<Uint8Array>,
  size: number,
  taken: Taken
): Promise<void> => {
  const end = taken.at + size
  taken.at += (await handle.writev(chunks, taken.at)).bytesWritten
  if (taken.at === end) return
  const rest = Buffer.concat(chunks)
  while (taken.at < end) {
    const left = end - taken.at
    taken.at += (await handle.write(rest, size - left, left, taken.at)).bytesWritten
  }
}

const writeAll = async (handle: FileHandle, chunks: ReadonlyArray<Uint8Array>, taken: Taken): Promise<void> => {
  let together: Array<Uint8Array> = []
  let size = 0
  for (const chunk of chunks) {
    if (size > 0 && size + chunk.length > atOnce) {
      await writeTogether(handle, together, size, taken)
      together = []
      size = 0
    }
    together.push(chunk)
    size += chunk.length
  }
  if (size > 0) await writeTogether(handle, together, size, taken)
}

const without = (ranges: ByteRanges.ByteRanges, others: ByteRanges.ByteRanges): ByteRanges.ByteRanges =>
  ranges.flatMap((span) => ByteRanges.missing(others, span))

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
  /**
   * Waits as well, and says what is on the disk: of the bytes that are said to be there, and of those whose write has failed, as it
   * may have failed because of another one. `undefined` where nobody knows.
   */
  readonly there: (done: ByteRanges.ByteRanges) => Promise<ByteRanges.ByteRanges | undefined>
  /** Whether the path still leads to it. */
  readonly isAt: (path: string) => Promise<boolean>
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Opens a file to resume, or makes one where there is none.
 */
export const open = async (path: string, options: { readonly isResume: boolean }): Promise<PartFile> => {
  const handle = await (options.isResume ? OwnFile.open(path) : OwnFile.create(path))
  const underway = new Set<Promise<void>>()
  let waiting = 0
  let unsynced = 0
  let failure: { readonly cause: unknown } | undefined
  /** What the disk has not taken of the bytes given. */
  let lost: ByteRanges.ByteRanges | undefined = []
  /** Bytes of writes that have ended and whose writer heard of a failure, their own or that of others. */
  let refused: ByteRanges.ByteRanges = []

  const settle = async () => {
    // Those that begin meanwhile belong to the next one: others may write for ever.
    await Promise.all([...underway])
    if (failure !== undefined) throw failure.cause
  }

  const begin = (run: () => Promise<void>, size: number, left?: () => Span): Promise<void> => {
    waiting += size
    // Looked at by the next write or flush; until then a failure must not count as unhandled.
    const call: Promise<void> = run().catch((cause: unknown) => {
      failure ??= { cause }
      // A failed sync may have dropped what was written before.
      lost = left === undefined || lost === undefined ? undefined : ByteRanges.add(lost, left())
    }).finally(() => {
      waiting -= size
      underway.delete(call)
    })
    underway.add(call)
    return call
  }

  const room = async (given: Span, ended: Promise<void>) => {
    while (waiting > mostWaiting && failure === undefined) await Promise.race(underway)
    if (failure === undefined) return
    await ended
    refused = ByteRanges.add(refused, given)
    throw failure.cause
  }

  return {
    write: (position, chunks, free) => {
      const given = [...chunks]
      const size = given.reduce((sum, chunk) => sum + chunk.length, 0)
      const span: Span = { start: position, end: position + size }
      const taken: Taken = { at: position }
      const left = (): Span => ({ start: taken.at, end: span.end })
      const ended = begin(() => writeAll(handle, given, taken).finally(free), size, left)
      unsynced += size
      if (unsynced >= begins) {
        unsynced = 0
        void begin(() => handle.datasync(), 0)
      }
      return waiting > mostWaiting || failure !== undefined ? room(span, ended) : undefined
    },
    flush: async () => {
      await settle()
      await handle.sync()
      unsynced = 0
      return (await handle.stat()).size
    },
    there: async (done) => {
      await Promise.all([...underway])
      const given = refused.reduce(ByteRanges.add, done)
      await handle.sync()
      return lost === undefined ? undefined : without(given, lost)
    },
    isAt: (path) => OwnFile.isAt(handle, path),
    empty: async () => {
      await Promise.all(underway)
      failure = undefined
      lost = []
      refused = []
      await handle.truncate(0)
    },
    close: async () => {
      await Promise.all(underway)
      await handle.close()
    }
  }
}
