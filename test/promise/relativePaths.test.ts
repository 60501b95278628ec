/** Paths that are relative mean what they meant when the transfer was started, wherever the program has gone meanwhile. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

describe("a relative path", () => {
  const before = process.cwd()
  let emulator: RunningEmulator
  let drive: DriveClient
  let [folder, first, second] = ["", "", ""]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "effect-drive-relative-"))
    first = join(folder, "first")
    second = join(folder, "second")
    for (const place of [first, second]) {
      mkdirSync(join(place, "tree"), { recursive: true })
      writeFileSync(join(place, "note.txt"), `from ${place}`)
      writeFileSync(join(place, "tree", "leaf.txt"), `from ${place}`)
    }
    emulator = await startEmulator({ spaces: [{ spaceId: "s3", platform: "s3" }] })
    drive = createDrive({ apiHost: emulator.apiHost, product: { id: "paths", version: "1" } })
    await drive.session.initialise({ accessToken: emulator.accessToken })
  })
  afterAll(async () => {
    process.chdir(before)
    await drive.dispose()
    await emulator.close()
    rmSync(folder, { recursive: true })
  })

  /** Begins in the first folder, and goes on in the second. */
  const movingOn = <A>(begin: () => A): A => {
    process.chdir(first)
    const begun = begin()
    process.chdir(second)
    return begun
  }

  const textOf = async (fileId: string) => (await drive.downloads.blob({ fileId })).text()

  it("of an upload is that of its start, also when it is stopped and resumed, and picked again", async () => {
    const upload = movingOn(() => drive.uploads.start({ source: { path: "note.txt" }, name: "once" }))
    assert.strictEqual(await textOf((await upload.done).fileId), `from ${first}`)
    const stopped = movingOn(() => drive.uploads.start({ source: { path: "./note.txt" }, name: "stopped" }))
    await stopped.stop()
    await stopped.resume()
    assert.strictEqual(await textOf((await stopped.done).fileId), `from ${first}`)
    const missing = drive.uploads.start({ source: { path: "gone.txt" }, name: "picked" })
    await missing.done.catch(() => {})
    const resumed = movingOn(() => missing.resume({ path: "note.txt" }))
    await resumed
    assert.strictEqual(await textOf((await missing.done).fileId), `from ${first}`)
  })

  it("of a folder is that of its start", async () => {
    const tree = movingOn(() => drive.uploads.startFolder({ path: "tree" }))
    await tree.done
    const fileId = await drive.files.resolve("/leaf.txt")
    assert.strictEqual(await textOf(fileId), `from ${first}`)
  })

  it("of a download is that of its start, of one file and of many", async () => {
    const { fileId } = await drive.uploads.start({ source: "saved", name: "saved.txt" }).done
    const one = movingOn(() => drive.downloads.start({ fileId, target: "one.txt" }))
    await one.stop()
    await one.resume()
    await one.done
    const many = movingOn(() => drive.downloads.start({ fileIds: [fileId], target: "many" }))
    await many.done
    for (const saved of ["one.txt", join("many", "saved.txt")]) {
      assert.strictEqual(readFileSync(join(first, saved), "utf8"), "saved")
      assert.isFalse(existsSync(join(second, saved)))
    }
    const folderLike = movingOn(() => drive.downloads.start({ fileId, target: "no-file/" }))
    const error = await folderLike.done.then(() => undefined, (cause: { readonly _tag: string }) => cause._tag)
    assert.strictEqual(error, "SaveFailed")
  })
})
