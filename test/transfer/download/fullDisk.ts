import { vi } from "@effect/vitest"
import { Effect } from "effect"
import * as fsSync from "node:fs"
import * as fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Bytes that a disk still takes for files being saved. */
export interface Disk {
  room: number
}

const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" })

const sizeOf = (chunks: ReadonlyArray<NodeJS.ArrayBufferView>): number =>
  chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)

/** Where there is no room for bytes there is none for a new record either; the one that is there can be written over. */
const fill = async (disk: Disk): Promise<() => void> => {
  const probe = await fs.open(join(tmpdir(), "effect-drive-probe"), "w")
  const kind: Pick<fs.FileHandle, "writev"> = Object.getPrototypeOf(probe)
  await probe.close()
  const { writev } = kind
  let isFull = false
  const writes = vi.spyOn(kind, "writev").mockImplementation(async function(this: fs.FileHandle, chunks, position) {
    const size = sizeOf(chunks)
    if (size > disk.room) {
      isFull = true
      await this.write(Buffer.alloc(Math.floor(disk.room), 0xdd), 0, Math.floor(disk.room), position)
      disk.room = 0
      throw noSpace()
    }
    disk.room -= size
    return writev.call(this, chunks, position)
  })
  const { writeFile } = fsSync.promises
  const records = vi.spyOn(fsSync.promises, "writeFile").mockImplementation(async (path, data, options) => {
    if (!isFull || disk.room > 0 || !String(path).includes(".part.json")) return writeFile(path, data, options)
    await writeFile(path, String(data).slice(0, 5), options)
    throw noSpace()
  })
  syncBuiltinESMExports()
  return () => {
    writes.mockRestore()
    records.mockRestore()
    syncBuiltinESMExports()
  }
}

export const fullDisk = (disk: Disk) =>
  Effect.as(Effect.acquireRelease(Effect.promise(() => fill(disk)), (restore) => Effect.sync(restore)), disk)

export const onFullDisk = async (disk: Disk, use: (disk: Disk) => Promise<void>): Promise<void> => {
  const restore = await fill(disk)
  try {
    await use(disk)
  } finally {
    restore()
  }
}
