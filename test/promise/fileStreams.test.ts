/** Streams of files of Node, which have a path as the files themselves have. */
import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

describe("a stream of a file on disk", () => {
  it("is not the file: its upload is stopped and resumed as that of any stream", async () => {
    const folder = mkdtempSync(join(tmpdir(), "effect-drive-stream-"))
    const emulator = await startEmulator({ spaces: [{ spaceId: "s3", platform: "s3" }] })
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "streams", version: "1" } })
    try {
      await drive.session.initialise({ accessToken: emulator.accessToken })
      const path = join(folder, "large.bin")
      const bytes = Buffer.alloc(12_000_000, "0123456789")
      writeFileSync(path, bytes)
      await drive.uploads.setLimits({ bytesPerSecond: 2_000_000 })
      const upload = drive.uploads.start({ source: createReadStream(path, { start: 5 }), checkNameMode: "refuse" })
      assert.strictEqual(upload.snapshot().name, "large.bin")
      await new Promise<void>((resolve) => {
        const off = upload.subscribe(({ bytes: { sent } }) => {
          if (sent === 0) return
          off()
          resolve()
        })
      })
      await upload.stop()
      await drive.uploads.setLimits({ bytesPerSecond: 0 })
      await upload.resume()
      const { fileId } = await upload.done
      const stored = await (await drive.downloads.blob({ fileId })).arrayBuffer()
      assert.isTrue(Buffer.from(stored).equals(bytes.subarray(5)))
    } finally {
      await drive.dispose()
      await emulator.close()
      rmSync(folder, { recursive: true })
    }
  })
})
