/**
 * Ids of an upload's request, such as an unset variable gives them: nothing is sent for one that names no file.
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"
import { assertFields } from "../layers/api/assertFields.js"

describe("an upload's request", () => {
  it.each<readonly [field: "fileId" | "parentFileId", id: string]>([
    ["fileId", ""],
    ["fileId", ".."],
    ["parentFileId", ""],
    ["parentFileId", "."]
  ])("whose %s is '%s' is InvalidInput", async (field, id) => {
    const drive = await createTestDrive()
    try {
      const upload = drive.uploads.start({ source: "x", name: "a.txt", [field]: id })
      assertFields(await upload.done.catch((cause: unknown) => cause), { _tag: "InvalidInput", field })
      assert.strictEqual(upload.snapshot().status._tag, "failed")
    } finally {
      await drive.dispose()
    }
  })

  it("of a folder is checked the same way", async () => {
    const drive = await createTestDrive()
    try {
      const entries = [{ _tag: "File", path: "a.txt", source: "x" }] as const
      const { done } = drive.uploads.startFolder({ entries, parentFileId: "" })
      assertFields(await done.catch((cause: unknown) => cause), { _tag: "InvalidInput", field: "parentFileId" })
    } finally {
      await drive.dispose()
    }
  })
})
