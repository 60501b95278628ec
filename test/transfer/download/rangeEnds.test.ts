/** Ranges that reach beyond the end of a file, as a program asks that does not know its size; over sockets. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient } from "effect-drive/promise"
import { createDrive, isDriveError } from "effect-drive/promise"

for (const platform of ["s3", "oss", "pds"] as const) {
  describe(`a range that reaches beyond the end of a file on ${platform}`, () => {
    let emulator: RunningEmulator
    let drive: DriveClient
    let fileId = ""
    let empty = ""

    beforeAll(async () => {
      emulator = await startEmulator({ spaces: [{ spaceId: "all", platform }] })
      drive = createDrive({ apiHost: emulator.apiHost, product: { id: "ranges", version: "1.0" } })
      await drive.session.initialise({ accessToken: emulator.accessToken })
      fileId = (await drive.uploads.start({ source: "0123456789", name: "ten.txt" }).done).fileId
      empty = (await drive.uploads.start({ source: "", name: "none.txt" }).done).fileId
    })
    afterAll(async () => {
      await drive.dispose()
      await emulator.close()
    })

    const text = async (range: { readonly start: number; readonly end?: number }, of = fileId) =>
      (await drive.downloads.blob({ fileId: of, range })).text()

    it("gives what there is", async () => {
      assert.strictEqual(await text({ start: 0, end: 4096 }), "0123456789")
      assert.strictEqual(await text({ start: 7, end: 4096 }), "789")
      assert.strictEqual(await text({ start: 7, end: 11 }), "789")
      assert.strictEqual(await text({ start: 7, end: 10 }), "789")
      assert.strictEqual(await text({ start: 7 }), "789")
      assert.strictEqual(await text({ start: 0, end: 4096 }, empty), "")
    })

    it("is refused where it begins there, as all platforms say it", async () => {
      for (const range of [{ start: 10, end: 20 }, { start: 4096, end: 8192 }, { start: 4096 }]) {
        const error: unknown = await text(range).then(() => undefined, (reason: unknown) => reason)
        assert.isTrue(isDriveError(error) && error._tag === "InvalidInput" && error.field === "range", String(error))
      }
    })
  })
}
