/** Many files as one download, over sockets, on each platform. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DownloadHandle, DownloadSnapshot, DriveClient } from "effect-drive/promise"
import { createDrive, isDriveError } from "effect-drive/promise"
import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const MiB = 1_048_576

const until = (download: DownloadHandle, holds: (snapshot: DownloadSnapshot) => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!holds(download.snapshot())) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = download.subscribe(look)
    look()
  })

for (const platform of ["s3", "oss", "pds"] as const) {
  describe(`many files as one download on ${platform}`, () => {
    const slow = { spaceId: "slow" }
    let emulator: RunningEmulator
    let drive: DriveClient
    let folder = ""

    const connected = async () => {
      const client = createDrive({ apiHost: emulator.apiHost, product: { id: "batch", version: "1.0" } })
      await client.session.initialise({ accessToken: emulator.accessToken })
      return client
    }
    const put = async (name: string, source: Uint8Array | string, path?: string, spaceId: string = platform) => {
      const request = { source, name, checkNameMode: "ignore" as const, ...(path === undefined ? {} : { path }) }
      return (await drive.uploads.start(request, { spaceId }).done).fileId
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "effect-drive-batch-"))
      emulator = await startEmulator({
        spaces: [{ spaceId: platform, platform }, { ...slow, platform, downloadSpeed: 2 * MiB }]
      })
      drive = await connected()
    })
    afterAll(async () => {
      await drive.dispose()
      await emulator.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it("saves them side by side, each under a name of its own, and says of each how it ended", async () => {
      const big = randomBytes(6 * MiB)
      const given = [
        await put("big.bin", big),
        await put("same.txt", "first", "a"),
        await put("SAME.txt", "second", "b"),
        await put("film", "film"),
        await put("film.part", "what another file would be written to"),
        await put("a\\..\\b.txt", "no other folder")
      ]
      const inside = await drive.files.createFolder({ name: "a folder" })
      const target = join(folder, "made", "on the way")
      const shown: Array<DownloadSnapshot> = []
      const download = drive.downloads.start({ fileIds: [...given, "no-such-id", inside, given[0] ?? ""], target })
      download.subscribe((snapshot) => shown.push(snapshot))
      const { files, size, verified } = await download.done

      assert.deepStrictEqual(
        readdirSync(target).sort(),
        ["SAME (1).txt", "a_.._b.txt", "big.bin", "film", "film (1).part", "same.txt"].sort()
      )
      assert.isTrue(readFileSync(join(target, "big.bin")).equals(big))
      assert.strictEqual(readFileSync(join(target, "film (1).part"), "utf8"), "what another file would be written to")
      assert.strictEqual(size, files?.successItems.reduce((sum, one) => sum + one.size, 0))
      assert.notStrictEqual(verified, "none")
      assert.deepStrictEqual(
        files?.errorItems.map(({ error, fileId }) => [fileId, error._tag]),
        [["no-such-id", "FileNotFound"], [inside, "InvalidInput"]]
      )
      const last = download.snapshot()
      assert.deepStrictEqual(last.files, { total: 8, succeeded: 6, failed: 2 })
      assert.deepStrictEqual([last.status, last.size, last.received, last.written], ["success", size, size, size])
      for (const count of ["received", "written"] as const) {
        const counts = shown.map((snapshot) => snapshot[count])
        assert.deepStrictEqual(counts, [...counts].sort((one, other) => one - other))
      }
      assert.deepStrictEqual(drive.downloads.list(), [download.id])
      await drive.downloads.remove(download.id)
    })

    it("keeps names apart that are one name to some file systems", async () => {
      const names = ["\u00e9t\u00e9.txt", "e\u0301te\u0301.txt", "\u03c3", "\u03c2", "plan", "plan.", "plan. ."]
      const given: Array<string> = []
      for (const [index, name] of names.entries()) given.push(await put(name, name, `alike-${index}`))
      const target = join(folder, "alike")
      const { files } = await drive.downloads.start({ fileIds: given, target }).done
      const saved = new Map(files?.successItems.map(({ fileId, name }) => [String(fileId), name]))
      assert.deepStrictEqual(given.map((fileId) => readFileSync(join(target, saved.get(fileId) ?? ""), "utf8")), names)
      const asOneDisk = (name: string) => name.replace(/[. ]+$/, "").toUpperCase().normalize("NFD")
      assert.strictEqual(new Set([...saved.values()].map(asOneDisk)).size, names.length)
    })

    it("keeps the names of those that are there when others are asked for again", async () => {
      const given = [await put("same.txt", "first", "kept-1"), await put("same.txt", "second", "kept-2")]
      const target = join(folder, "kept")
      const inTheWay = join(target, "same (1).txt")
      mkdirSync(inTheWay, { recursive: true })
      const { files } = await drive.downloads.start({ fileIds: given, target }).done
      assert.deepStrictEqual(files?.successItems.map(({ name }) => name), ["same.txt"])
      const failed = files?.errorItems.map(({ fileId }) => fileId) ?? []
      assert.deepStrictEqual(failed.map(String), given.slice(1))

      rmdirSync(inTheWay)
      const again = await drive.downloads.save({ fileIds: failed, target: `${target}/` })
      assert.deepInclude(again.files?.successItems[0], { name: "same (1).txt", originalName: "same.txt" })
      assert.strictEqual(readFileSync(join(target, "same.txt"), "utf8"), "first")
      assert.strictEqual(readFileSync(inTheWay, "utf8"), "second")
    })

    it("shortens names that the disk cannot hold, keeps them apart, and says so", async () => {
      const long = [`${"日".repeat(100)}.txt`, `${"x".repeat(250)}.txt`]
      const given = [
        await put(long[0] ?? "", "one", "long"),
        await put(long[0] ?? "", "two", "longer"),
        await put(long[1] ?? "", "three", "long"),
        await put(long[1] ?? "", "four", "longer"),
        await put("short.txt", "five", "long")
      ]
      const target = join(folder, "long")
      const { files } = await drive.downloads.start({ fileIds: given, target }).done
      const items = new Map(files?.successItems.map((one) => [String(one.fileId), one]))
      const found = given.map((fileId) => items.get(String(fileId)) ?? assert.fail("it was saved"))
      assert.deepStrictEqual(found.map(({ originalName }) => originalName), [
        long[0],
        long[0],
        undefined,
        long[1],
        undefined
      ])
      const texts = found.map(({ name }) => readFileSync(join(target, name), "utf8"))
      assert.deepStrictEqual(texts, ["one", "two", "three", "four", "five"])
      assert.sameMembers(readdirSync(target), found.map(({ name }) => name))
      for (const { name } of found) assert.isTrue(name.endsWith(".txt"))
    })

    it("stops, and continues from there, also in another client", async () => {
      const sources = [randomBytes(3 * MiB), randomBytes(3 * MiB)]
      const fileIds = await Promise.all(sources.map((source, index) => put(`${index}.bin`, source, undefined, "slow")))
      const target = join(folder, "stopped")
      const first = drive.downloads.start({ fileIds, target }, slow)
      await until(first, ({ written }) => written >= 2 * MiB)
      await first.stop()
      const before = first.snapshot()
      assert.strictEqual(before.status, "stopped")
      await first.resume()
      await until(first, ({ received }) => received > before.received)
      await first.stop()
      const { written } = first.snapshot()
      assert.isAbove(written, before.written)
      // What has its name already is whole, and another client cannot know whose it is.
      const whole = readdirSync(target).filter((name) => name.endsWith(".bin"))

      const other = await connected()
      const second = other.downloads.start({ fileIds, target }, slow)
      const { received, size } = await second.done
      assert.deepStrictEqual([size, received], [6 * MiB, 6 * MiB - (written - whole.length * 3 * MiB)])
      for (const [index, source] of sources.entries()) {
        assert.isTrue(readFileSync(join(target, `${index}.bin`)).equals(source))
      }
      await other.dispose()
      await first.cancel()
    })

    it("a cancel leaves those that are whole, and nothing of the others", async () => {
      const fileIds = [
        await put("small", "whole", undefined, "slow"),
        await put("large", randomBytes(4 * MiB), undefined, "slow")
      ]
      const target = join(folder, "cancelled")
      const download = drive.downloads.start({ fileIds, target }, slow)
      await until(download, ({ files, written }) => files?.succeeded === 1 && written > MiB)
      await download.cancel()
      const error = await download.done.catch((cause: unknown) => cause)
      assert.strictEqual(isDriveError(error) ? error._tag : error, "DownloadCancelled")
      assert.deepStrictEqual(readdirSync(target), ["small"])
    })

    it("a cancel, also of a stopped one, leaves the names free that it has given to others than those", async () => {
      const given = [
        await put("same.txt", "whole", "free-1", "slow"),
        await put("other.txt", randomBytes(4 * MiB), "free-1", "slow")
      ]
      const later = [await put("same.txt", "b", "free-2", "slow"), await put("other.txt", "c", "free-2", "slow")]
      const target = join(folder, "free")
      const download = drive.downloads.start({ fileIds: given, target }, slow)
      await until(download, ({ files, written }) => files?.succeeded === 1 && written > MiB)
      await download.stop()
      await download.cancel()
      const { files } = await drive.downloads.save({ fileIds: later, target: `${target}/` }, slow)
      assert.deepStrictEqual(files?.successItems.map(({ name }) => name).sort(), ["other.txt", "same (1).txt"])
      assert.strictEqual(readFileSync(join(target, "same.txt"), "utf8"), "whole")
    })

    it("refuses what makes no sense before any call", async () => {
      const target = join(folder, "none")
      for (
        const [request, field] of [
          [{ fileIds: [], target }, "fileIds"],
          [{ fileIds: ["a", ".."], target }, "fileIds"],
          [{ fileIds: ["a"], fileId: "a", target }, "fileId"],
          [{ fileIds: ["a"], archive: { fileIds: ["a"], name: "a.zip" }, target }, "fileId"],
          [{ target }, "fileId"],
          [{ fileIds: ["a"], range: { start: 0, end: 1 }, target }, "range"],
          [{ fileIds: ["a"], target: "" }, "target"]
        ] as const
      ) {
        const error = await drive.downloads.start(request).done.catch((cause: unknown) => cause)
        assert.strictEqual(
          isDriveError(error) && error._tag === "InvalidInput" ? error.field : error,
          field,
          JSON.stringify(request)
        )
      }
    })
  })
}
