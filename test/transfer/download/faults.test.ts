/** Downloads to files over sockets, whatever happens to them on the way. */
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import type { DownloadHandle, DownloadSnapshot } from "../../../src/promise/node.js"
import { isDriveError } from "../../../src/promise/node.js"
import type { Fault, FaultAction } from "../../../src/testing/FaultScript.js"
import type { FaultyDrive, FaultyDriveOptions } from "../../faults/FaultyDrive.js"
import { impatient, sha256, withFaultyDrive } from "../../faults/FaultyDrive.js"
import { waitMeanwhile } from "../../faults/waitMeanwhile.js"
import { waitLimit } from "../../limits.js"
import { onFullDisk } from "./fullDisk.js"

const MiB = 1024 * 1024
const bytes = randomBytes(6 * MiB + 7)
const tuning = { rangeSize: MiB, ranges: 3 }

let folder = ""
let files = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "effect-drive-downloads-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gets = { target: "s3", method: "GET" } as const

/** The first answer must not be the only one that is hit. */
const faultOn = (action: FaultAction, skip = 1): Fault => ({ match: gets, action, skip })

interface Stored extends FaultyDrive {
  readonly fileId: string
  readonly target: string
  /** What lies at and beside the target. */
  readonly left: () => ReadonlyArray<string>
}

const withFile = (use: (stored: Stored) => Promise<void>, options: FaultyDriveOptions = {}): Promise<void> =>
  withFaultyDrive({ drive: { downloads: tuning }, ...options }, async (faulty) => {
    const { fileId } = await faulty.drive.uploads.start({ source: bytes, name: "six.bin" }).done
    const name = `target-${files++}.`
    const left = () => readdirSync(folder).filter((one) => one.startsWith(name)).sort()
    await use({ ...faulty, fileId, target: join(folder, name), left })
  })

const when = (download: DownloadHandle, wanted: (snapshot: DownloadSnapshot) => boolean): Promise<void> =>
  new Promise((resolve) => {
    let off = () => {}
    const look = () => {
      if (!wanted(download.snapshot())) return
      off()
      resolve()
    }
    off = download.subscribe(look)
    look()
  })

const errorOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(() => assert.fail("it should have rejected"), (reason: unknown) => reason)
  return isDriveError(error) ? error : assert.fail(`${String(error)} is none of the catalogue`)
}

const assertSaved = ({ left, target }: Stored) => {
  assert.strictEqual(sha256(readFileSync(target)), sha256(bytes))
  assert.lengthOf(left(), 1)
}

/** Holds a range back until the download is stopped. */
const held = faultOn({ _tag: "delay", millis: 300_000 }, 4)

/** What came before the held range is there, and that one has been asked for: it would else be held after the stop. */
const whenHeld = async ({ emulator }: FaultyDrive, download: DownloadHandle): Promise<void> => {
  await when(download, ({ received }) => received >= 4 * MiB)
  await vi.waitUntil(() => !emulator.remainingFaults().includes(held), { timeout: waitLimit })
}

describe("a download over sockets gets over", () => {
  const faults: Readonly<Record<string, FaultAction>> = {
    "a cut before the answer": { _tag: "reset" },
    "a cut in mid-body": { _tag: "truncate", afterBytes: 100_000 },
    "a dropped reply": { _tag: "dropReply" },
    "503": { _tag: "status", status: 503 },
    "429": { _tag: "status", status: 429, headers: { "retry-after": "0" } },
    "500": { _tag: "status", status: 500 },
    "an expired address": { _tag: "status", status: 403, body: "<Error><Code>AccessDenied</Code></Error>" },
    "expired keys": { _tag: "expire" },
    "a storage that says nothing": { _tag: "delay", millis: 60_000 }
  }
  const waiting = waitMeanwhile()
  for (const [name, action] of Object.entries(faults)) {
    const waits = action._tag === "delay"
    for (const skip of [0, 3]) {
      const download = () =>
        withFile(async (stored) => {
          stored.emulator.faults.add([faultOn(action, skip)])
          const download = stored.drive.downloads.start({ fileId: stored.fileId, target: stored.target })
          assert.deepInclude(await download.done, { size: bytes.length, verified: "sha1", via: "file" })
          assert.deepStrictEqual(stored.emulator.remainingFaults(), [])
          assert.deepInclude(download.snapshot(), { received: bytes.length, written: bytes.length, error: undefined })
          assertSaved(stored)
        }, waits ? { drive: { downloads: { ...tuning, watchdog: impatient } } } : {})
      it(`${name}, at request ${skip + 1}`, waits ? waiting(download) : download)
    }
  }

  it("a service that is away for a moment", () =>
    withFile(async (stored) => {
      const api = { target: "api", path: "/download" } as const
      stored.emulator.faults.add([{ match: api, times: 2, action: { _tag: "status", status: 503 } }])
      await stored.drive.downloads.save({ fileId: stored.fileId, target: stored.target })
      assert.deepStrictEqual(stored.emulator.remainingFaults(), [])
      assertSaved(stored)
    }))
})

describe("a download over sockets", () => {
  it("stopped, leaves its part; resumed, asks for what is missing only", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      emulator.faults.add([held])
      const download = drive.downloads.start({ fileId, target })
      await whenHeld(stored, download)
      await download.stop()
      const { status, written } = download.snapshot()
      assert.strictEqual(status, "stopped")
      assert.sameMembers([...stored.left()], [".part", ".part.json"].map((end) => `${basename(target)}${end}`))
      await download.resume()
      const { received } = await download.done
      assert.isAtLeast(written, 4 * MiB)
      assert.isBelow(received, bytes.length + 2 * MiB)
      assertSaved(stored)
    }))

  it("continues in another program, from what is noted beside the target", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      emulator.faults.add([held])
      const download = drive.downloads.start({ fileId, target })
      await whenHeld(stored, download)
      await download.stop()
      const { written } = download.snapshot()
      const again = drive.downloads.start({ fileId, target })
      const { received } = await again.done
      assert.strictEqual(received, bytes.length - written)
      assertSaved(stored)
      // The first one finds neither part nor note, and brings all of it again.
      await download.resume()
      await download.done
      assertSaved(stored)
    }))

  it("that is cut in the middle of its ranges, continues behind the last byte of each", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      const cut = { _tag: "truncate", afterBytes: 300_000 } as const
      emulator.faults.add([faultOn(cut, 0), faultOn(cut, 2), faultOn(cut, 5)])
      const { received } = await drive.downloads.save({ fileId, target })
      assert.strictEqual(received, bytes.length)
      assertSaved(stored)
    }))

  it("cancelled, leaves nothing, also after a stop", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      for (const stops of [false, true]) {
        emulator.faults.add([held])
        const download = drive.downloads.start({ fileId, target })
        await whenHeld(stored, download)
        if (stops) await download.stop()
        await download.cancel()
        assert.strictEqual((await errorOf(download.done))._tag, "DownloadCancelled")
        assert.deepStrictEqual(stored.left(), [])
      }
    }))

  it("aborted by its signal, ends with the reason and leaves nothing", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      emulator.faults.add([held])
      const controller = new AbortController()
      const saving = drive.downloads.save({ fileId, target }, { signal: controller.signal })
      const [id = ""] = drive.downloads.list()
      await whenHeld(stored, drive.downloads.get(id) ?? assert.fail("it is on the list"))
      const reason = new Error("enough")
      controller.abort(reason)
      assert.strictEqual(await saving.catch((error: unknown) => error), reason)
      assert.deepStrictEqual(stored.left(), [])
      assert.deepStrictEqual(drive.downloads.list(), [])
    }))

  it("of an object that is replaced meanwhile, is the new one and never a mixture", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      const other = randomBytes(bytes.length)
      emulator.faults.add([held])
      const download = drive.downloads.start({ fileId, target })
      await whenHeld(stored, download)
      await download.stop()
      await drive.files.saveContent({ fileId, source: other })
      await download.resume()
      await download.done
      assert.strictEqual(sha256(readFileSync(target)), sha256(other))
      assert.lengthOf(stored.left(), 1)
    }))

  it("says that the disk is full", () =>
    withFile(async (stored) => {
      const { drive, fileId, target } = stored
      await onFullDisk({ room: 0 }, async () => {
        const error = await errorOf(drive.downloads.save({ fileId, target }))
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "DiskFull", action: "freeSpace", target })
        assert.deepStrictEqual(stored.left(), [])
      })
    }))

  it("keeps what a full disk has taken, and continues from there", () =>
    withFile(async (stored) => {
      const { drive, fileId, target } = stored
      await onFullDisk({ room: 4 * MiB }, async (disk) => {
        const download = drive.downloads.start({ fileId, target })
        assert.deepInclude(await errorOf(download.done), { _tag: "SaveFailed", reason: "DiskFull" })
        assert.sameMembers([...stored.left()], [".part", ".part.json"].map((end) => `${basename(target)}${end}`))
        disk.room = Infinity
        const { received } = await drive.downloads.start({ fileId, target }).done
        // What the disk has taken is not asked for again, though several writes were under way when one was refused.
        assert.isAtMost(received, 3 * MiB)
        assertSaved(stored)
      })
    }))

  it("that fails for good, keeps what it has and what was there before", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      writeFileSync(target, "before")
      emulator.faults.add([{ match: gets, skip: 4, times: 20, action: { _tag: "status", status: 404 } }])
      const download = drive.downloads.start({ fileId, target })
      assert.deepInclude(await errorOf(download.done), { _tag: "StorageError", reason: "ObjectNotFound" })
      assert.strictEqual(readFileSync(target, "utf8"), "before")
      assert.isAbove(statSync(`${target}.part`).size, MiB)
      await download.cancel()
      assert.deepStrictEqual(stored.left(), [basename(target)])
    }))

  it("of several, cancelled, leaves nothing of one that failed before either", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, left, target } = stored
      const other = await drive.uploads.start({ source: bytes.subarray(1), name: "other.bin" }).done
      const { objectKey } = await drive.files.info(fileId)
      const gone = { _tag: "status", status: 404 } as const
      emulator.faults.add([
        { match: { ...gets, path: objectKey ?? assert.fail("it has a key") }, skip: 3, times: 20, action: gone },
        { match: { ...gets, path: other.objectKey ?? assert.fail("it has a key") }, skip: 3, action: held.action }
      ])
      const download = drive.downloads.start({ fileIds: [fileId, other.fileId], target })
      await when(download, ({ files }) => files?.failed === 1)
      assert.include(readdirSync(target), "six.bin.part")
      await download.cancel()
      assert.deepStrictEqual(readdirSync(target), [])
      assert.lengthOf(left(), 1)
    }))

  it("of an archive, waits until it is made", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      const refused = { _tag: "status", status: 503 } as const
      emulator.faults.add([{ match: { target: "api", path: "/compress" }, action: refused }])
      const download = drive.downloads.start({ archive: { fileIds: [fileId], name: "both.zip" }, target })
      const { size, verified } = await download.done
      assert.strictEqual(verified, "size")
      assert.strictEqual(download.snapshot().name, "both.zip")
      const zip = readFileSync(target)
      assert.strictEqual(zip.length, size)
      assert.strictEqual(zip.subarray(0, 4).toString("latin1"), "PK\u0003\u0004")
      assert.isTrue(zip.includes(bytes.subarray(0, 1000)))
    }))

  it("of an archive, stopped while it is packed, continues with the same task", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, target } = stored
      const asked: Fault = { match: { target: "api", path: "/task/" }, action: { _tag: "delay", millis: 300_000 } }
      emulator.faults.add([asked])
      const download = drive.downloads.start({ archive: { fileIds: [fileId], name: "both.zip" }, target })
      await when(download, ({ archiveTaskId }) => archiveTaskId !== undefined)
      await vi.waitUntil(() => !emulator.remainingFaults().includes(asked), { timeout: waitLimit })
      const { archiveTaskId } = download.snapshot()
      await download.stop()
      assert.strictEqual(download.snapshot().archiveTaskId, archiveTaskId)
      // a second archive would be refused
      emulator.faults.add([
        { match: { target: "api", path: "/compress" }, times: 20, action: { _tag: "status", status: 403 } }
      ])
      await download.resume()
      await download.done
      assert.isUndefined(download.snapshot().archiveTaskId)
      assert.strictEqual(readFileSync(target).subarray(0, 4).toString("latin1"), "PK\u0003\u0004")
    }))

  it("of an archive that has expired meanwhile, resumes with one that is made anew", () =>
    withFile(async (stored) => {
      const { drive, emulator, fileId, left, target } = stored
      emulator.faults.add([
        { match: gets, action: { _tag: "reset", afterBytes: MiB } },
        { match: gets, action: { _tag: "delay", millis: 300_000 } }
      ])
      const download = drive.downloads.start({ archive: { fileIds: [fileId], name: "both.zip" }, target })
      await vi.waitUntil(() => emulator.remainingFaults().length === 0, { timeout: waitLimit })
      await download.stop()
      await drive.files.remove([download.snapshot().fileId ?? ""])
      await download.resume()
      const { size } = await download.done
      const zip = readFileSync(target)
      assert.strictEqual(zip.length, size)
      assert.isTrue(zip.includes(bytes))
      assert.lengthOf(left(), 1)
    }))
})

describe("the speed of a space over sockets", () => {
  it("holds, and what comes is whole", () =>
    withFile(async (stored) => {
      const { drive, fileId, target } = stored
      const before = performance.now()
      await drive.downloads.save({ fileId, target })
      // The last second's worth is given before it is paid for.
      assert.isAtLeast(performance.now() - before, 1000)
      assertSaved(stored)
    }, { emulator: { downloadSpeed: 3 * MiB }, drive: { downloads: tuning } }))
})
