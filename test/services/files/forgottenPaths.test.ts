/** Whatever gives a file another name or takes it away: its old path leads nowhere any more. */
import { assert, describe, it } from "@effect/vitest"
import { isDriveError } from "effect-drive/promise"
import type { TestDriveClient } from "effect-drive/testing"
import { createTestDrive } from "effect-drive/testing"

interface Made {
  readonly fileId: string
  readonly assetId: string
}

type Way = (drive: TestDriveClient, made: Made) => Promise<unknown>

const ways: Readonly<Record<string, Way>> = {
  "new content with a new name": (drive, { fileId }) =>
    drive.files.saveContent({ fileId, source: "new", name: "new.txt" }),
  "an upload over it with a new name": (drive, { fileId }) =>
    drive.uploads.start({ fileId, source: "new", name: "new.txt" }).done,
  "a new name of its asset": (drive, { assetId }) => drive.assets.update({ assetId, name: "new.txt" }),
  "new content of its asset with a new name": async (drive, { assetId }) =>
    (await drive.assets.update({ assetId, file: "new", name: "new.txt" })).done,
  "its asset in the recycle bin": (drive, { assetId }) => drive.assets.recycle([assetId])
}

const path = "a/b/old.txt"

for (const platform of ["oss", "pds", "s3"] as const) {
  describe(`on ${platform}`, () => {
    it.each(Object.entries(ways))("%s", async (_, change) => {
      const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
      try {
        const { done } = await drive.assets.create({ file: "old", name: "old.txt", path: "a/b" })
        const { assetId = "", fileId } = await done
        assert.strictEqual((await drive.files.breadcrumb(path)).at(-1)?.fileId, fileId)
        await change(drive, { assetId, fileId })
        const error: unknown = await drive.files.breadcrumb(path).catch((refused: unknown) => refused)
        assert.isTrue(isDriveError(error))
        assert.deepInclude(error, { _tag: "FileNotFound" })
      } finally {
        await drive.dispose()
      }
    })

    it("what the user before has found", async () => {
      const options = { spaces: [{ spaceId: "mine", platform }], accessToken: "token" }
      const drive = await createTestDrive(options)
      const other = await createTestDrive({ ...options, emulator: drive.emulator })
      try {
        const { fileId } = await drive.uploads.start({ source: "old", name: "old.txt", path: "a/b" }).done
        await drive.files.breadcrumb(path)
        await other.files.rename({ fileId, name: "new.txt" })
        await drive.session.logout()
        await drive.session.initialise({ accessToken: "token" })
        const error: unknown = await drive.files.breadcrumb(path).catch((refused: unknown) => refused)
        assert.isTrue(isDriveError(error))
        assert.deepInclude(error, { _tag: "FileNotFound" })
      } finally {
        await Promise.all([other.dispose(), drive.dispose()])
      }
    })
  })
}
