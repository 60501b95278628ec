/** What is to become of an asset is kept with its upload: the program ends before it is done, and the next one does it. */
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { waitLimit } from "../../limits.js"

const product = { id: "restart", version: "1.0" }

/** The call that fails: the asset's folder on oss and s3, the asset itself on pds. */
const calls = {
  s3: { method: "PUT", skip: 1 },
  oss: { method: "PUT", skip: 1 },
  pds: { method: "POST", skip: 0 }
} as const

for (const platform of ["s3", "oss", "pds"] as const) {
  describe(`a new asset on ${platform} whose program ends after the bytes are stored`, () => {
    it("gets its folder and its permission in the next one", async () => {
      const directory = await mkdtemp(join(tmpdir(), "effect-drive-asset-"))
      onTestFinished(() => rm(directory, { recursive: true }))
      const { method, skip } = calls[platform]
      const emulator = await startEmulator({
        spaces: [{ spaceId: platform, platform }],
        faults: [{
          match: { target: "api", method, path: method === "PUT" ? /\/asset\/[^/]+$/ : /\/asset$/ },
          skip,
          action: { _tag: "status", status: 503, headers: { "retry-after": "3600" } }
        }]
      })
      const path = join(directory, "film.bin")
      const sessionDirectory = join(directory, "sessions")
      await writeFile(path, randomBytes(11_000_000))
      const first = createDrive({ apiHost: emulator.apiHost, product, sessionDirectory })
      await first.session.initialise({ accessToken: emulator.accessToken })
      const { folderId } = await first.assetFolders.create({ name: "films" })
      await first.assets.create({ file: { path }, folderId, rawAction: "view" })
      await vi.waitFor(() => assert.deepStrictEqual(emulator.remainingFaults(), []), { timeout: waitLimit })
      await first.dispose()

      const second = createDrive({ apiHost: emulator.apiHost, product, sessionDirectory })
      await second.session.initialise({ accessToken: emulator.accessToken })
      const [found] = await second.uploads.recoverable()
      const again = second.uploads.get(found?.id ?? "")
      assert.isDefined(again)
      await again?.resume()
      const { assetId = "", fileId } = await again?.done ?? {}
      const asset = await second.assets.get(assetId)
      assert.deepInclude({ ...asset }, { fileId, folderId, rawAction: "view" })
      assert.deepStrictEqual((await second.files.list()).items.map((file) => file.fileId), [fileId])
      assert.deepStrictEqual(await second.uploads.recoverable(), [])
      await second.dispose()
      await emulator.close()
    })
  })
}
