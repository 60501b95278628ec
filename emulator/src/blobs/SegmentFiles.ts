/**
 * Segments as files of a directory, each written once under a name of its own and never changed: what an object is
 * called never reaches the file system.
 */
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { fileMode } from "../PrivateFiles.js"
import type { Backing } from "./Backing.js"
import type { Segment } from "./Blob.js"
import { BlobBroken } from "./BlobErrors.js"
import type { ByteSource } from "./ByteSource.js"
import { attempt } from "./DiskErrors.js"

/** Chunks of a socket are gathered, as each write is a trip to another thread. */
const writeSize = 1024 * 1024
const readSize = 256 * 1024

interface Writer {
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined
  /** All bytes are on the disk when it ends. */
  readonly finish: () => Promise<void>
}

/** One write is under way while the next bytes arrive. */
const makeWriter = (file: fs.FileHandle, fsync: boolean): Writer => {
  let gathered: Array<Uint8Array> = []
  let size = 0
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    const before = writing
    const bytes = Buffer.concat(gathered)
    gathered = []
    size = 0
    writing = before.then(() => file.writeFile(bytes))
    // Whoever waits for it sees the failure; until then it must not count as unhandled.
    writing.catch(() => {})
    return before
  }

  return {
    write: (chunk) => {
      gathered.push(chunk)
      size += chunk.length
      return size >= writeSize ? flush() : undefined
    },
    finish: async () => {
      await flush()
      await writing
      if (fsync) await file.datasync()
    }
  }
}

const openReader = (file: string, start: number, end: number): ReturnType<Backing["open"]> => {
  let opening: Promise<fs.FileHandle> | undefined
  let position = start
  return {
    read: async () => {
      if (position >= end) return undefined
      opening ??= fs.open(file, "r")
      const handle = await opening
      const buffer = new Uint8Array(Math.min(readSize, end - position))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      if (bytesRead === 0) throw new BlobBroken({ operation: "read", cause: `${path.basename(file)} is too short` })
      position += bytesRead
      return buffer.subarray(0, bytesRead)
    },
    close: async () => {
      // What could not be opened has failed its read.
      const handle = await opening?.catch(() => undefined)
      opening = undefined
      await handle?.close()
    }
  }
}

/**
 * `fsync` waits for the disk before a segment counts as written.
 */
export const make = (directory: string, fsync: boolean): Pick<Backing, "write" | "open" | "remove"> => {
  const fileOf = (id: string): string => path.join(directory, id)

  const remove = (id: string): Promise<void> => fs.rm(fileOf(id), { force: true }).catch(() => {})

  const writeFrom = <E>(first: Uint8Array, source: ByteSource<E>, writer: Writer) =>
    Effect.gen(function*() {
      let size = 0
      for (let chunk: Uint8Array | undefined = first; chunk !== undefined; chunk = yield* source) {
        size += chunk.length
        const before = writer.write(chunk)
        if (before !== undefined) yield* attempt("write", () => before)
      }
      yield* attempt("write", writer.finish)
      return size
    })

  return {
    write: Effect.fnUntraced(function*<E>(source: ByteSource<E>) {
      const first = yield* source
      if (first === undefined) return { segment: { id: "", size: 0 } }
      const id = randomUUID()
      const segment: Segment = yield* Effect.acquireUseRelease(
        attempt("write", () => fs.open(fileOf(id), "wx", fileMode)),
        (file) => Effect.map(writeFrom(first, source, makeWriter(file, fsync)), (size) => ({ id, size })),
        (file) => Effect.promise(() => file.close().catch(() => {}))
      ).pipe(Effect.onError(() => Effect.promise(() => remove(id))))
      return { segment }
    }),
    open: (segment, start, end) => openReader(fileOf(segment.id), start, end),
    remove: (segment) => remove(segment.id)
  }
}

/** Names that this store gives; what else may lie in the folder is not its business. */
const ours = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Segments that are there, needed or not.
 */
export const list = async (directory: string): Promise<ReadonlyArray<string>> =>
  (await fs.readdir(directory)).filter((name) => ours.test(name))

/**
 * Removes segments that nobody needs, which an earlier run left behind, and says which are there.
 */
export const sweep = async (
  directory: string,
  isNeeded: (id: string) => boolean
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  for (const id of await list(directory)) {
    if (isNeeded(id)) found.add(id)
    else await fs.rm(path.join(directory, id), { force: true, recursive: true })
  }
  return found
}
