import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"

for (const platform of ["oss", "pds", "s3"] as const) {
  describe(`the tags of a file on ${platform}`, () => {
    it("may have every key", async () => {
      const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
      try {
        const { fileId } = await drive.uploads.start({ source: "text", name: "text" }).done
        const userTags = ["__proto__", "constructor"].map((key) => ({ key, value: "kept" }))
        await drive.files.updateInfo({ fileId, userTags })
        assert.sameDeepMembers([...(await drive.files.info(fileId)).userTags].map((tag) => ({ ...tag })), userTags)
      } finally {
        await drive.dispose()
      }
    })
  })
}
