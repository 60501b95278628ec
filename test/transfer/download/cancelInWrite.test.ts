/** A download that is cancelled while the disk is writing. */
import { assert, describe, it, vi } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import { mkdtemp, open, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DriveError } from "../../../src/promise/node.js"
import { isDriveError } from "../../../src/promise/node.js"
import { withFaultyDrive } from "../../faults/FaultyDrive.js"

const MiB = 1_048_576
const bytes = randomBytes(24 * MiB)

const latch = () => {
  let resolve = () => {}
  const promise = new Promise<void>((open) => {
    resolve = open
  })
  return { promise, resolve }
}

/** Every write of many pieces waits, from the `first` on, until it is let go. */
const slowDisk = async (directory: string, first: number) => {
  const probe = await open(join(directory, "probe"), "w")
  const kind: Pick<FileHandle, "writev"> = Object.getPrototypeOf(probe)
  await probe.close()
  await rm(join(directory, "probe"))
  const gate = latch()
  const full = latch()
  const seen = { begun: 0, ended: 0 }
  const { writev } = kind
  const writes = vi.spyOn(kind, "writev").mockImplementation(async function(this: FileHandle, ...args) {
    seen.begun++
    if (seen.begun >= first) {
      full.resolve()
      await gate.promise
    }
    const written = await writev.apply(this, args)
    seen.ended++
    return written
  })
  return {
    seen,
    isBusy: full.promise,
    letGo: () => gate.resolve(),
    restore: () => writes.mockRestore()
  }
}

const errorOf = async (promise: Promise<unknown>): Promise<DriveError> => {
  const error = await promise.then(() => assert.fail("it should have rejected"), (reason: unknown) => reason)
  return isDriveError(error) ? error : assert.fail(`${String(error)} is none of the catalogue`)
}

describe("a download that is cancelled while the disk writes", () => {
  for (const ranges of [1, 3]) {
    it(`waits for the write, leaves no part and writes no more: ${ranges} at once`, async () => {
      const directory = await mkdtemp(join(tmpdir(), "effect-drive-cancel-"))
      try {
        await withFaultyDrive({ drive: { downloads: { ranges, rangeSize: 4 * MiB } } }, async ({ drive }) => {
          const { fileId } = await drive.uploads.start({ source: bytes, name: "film.bin" }).done
          const disk = await slowDisk(directory, 3)
          try {
            const download = drive.downloads.start({ fileId, target: join(directory, "film.bin") })
            const error = errorOf(download.done)
            await disk.isBusy
            const cancelled = download.cancel()
            assert.include(await readdir(directory), "film.bin.part")
            disk.letGo()
            await cancelled
            assert.strictEqual((await error)._tag, "DownloadCancelled")
            assert.deepStrictEqual(await readdir(directory), [])
            const { begun } = disk.seen
            // A write into a file that was closed under it would have failed.
            assert.deepStrictEqual(disk.seen, { begun, ended: begun })
            // What a later turn of the loop would still write.
            await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
            assert.strictEqual(disk.seen.begun, begun)
            assert.deepStrictEqual(await readdir(directory), [])
          } finally {
            disk.letGo()
            disk.restore()
          }
        })
      } finally {
        await rm(directory, { recursive: true })
      }
    })
  }
})
