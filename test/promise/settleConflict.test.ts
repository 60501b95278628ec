/**
 * The answer to a taken name, from programs that no compiler has read.
 */
import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"
import { assertFields } from "../layers/api/assertFields.js"

describe("settleConflict", () => {
  it.each<readonly [choice: unknown]>([["overwrite"], ["refuse"], [undefined], [null]])(
    "refuses %s, and the upload still waits for an answer",
    async (choice) => {
      const drive = await createTestDrive()
      try {
        await drive.uploads.start({ source: "first", name: "a.txt" }).done
        const second = drive.uploads.start({ source: "second", name: "a.txt", checkNameMode: "refuse" })
        assertFields(await second.done.catch((cause: unknown) => cause), { _tag: "NameConflict" })
        const settled = drive.uploads.settleConflict(second.id, choice as "replace")
        assertFields(await settled.catch((cause: unknown) => cause), { _tag: "InvalidInput", field: "choice" })
        assert.strictEqual(second.snapshot().status._tag, "conflict")
        await drive.uploads.settleConflict(second.id, "replace")
        const { fileId } = await second.done
        assert.strictEqual(await (await drive.downloads.blob({ fileId })).text(), "second")
      } finally {
        await drive.dispose()
      }
    }
  )
})
