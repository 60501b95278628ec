/** What an answer to a name conflict may be, and that nothing else is taken for one. */
import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"
import { assertFields } from "../layers/api/assertFields.js"

describe("the answer to a name conflict", () => {
  it("is one of three words: another one uploads nothing, and the conflict stays", async () => {
    const drive = await createTestDrive()
    await drive.uploads.start({ source: "old", name: "a" }).done
    const upload = drive.uploads.start({ source: "new", name: "a", checkNameMode: "refuse" })
    await upload.done.catch(() => {})
    // what programs without types can give
    for (const answer of ["Replace", "keepboth", "", undefined, null, {}]) {
      const refused = await drive.uploads.settleConflict(upload.id, answer as "skip").catch((cause: unknown) => cause)
      assertFields(refused, { _tag: "InvalidInput", field: "choice" })
      assert.strictEqual(upload.snapshot().status._tag, "conflict")
    }
    await drive.uploads.settleConflict(upload.id, "keepBoth")
    await upload.done
    assert.strictEqual((await drive.files.list()).items.length, 2)
    await drive.dispose()
  })
})
