import { assert, describe, it } from "@effect/vitest"
import { Network } from "effect-drive"
import type { CreateDriveOptions } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { createTestDrive } from "effect-drive/testing"
import { createDrive as createDriveInPages } from "../../src/promise/browser.js"
import { assertFields } from "../layers/api/assertFields.js"

describe("createDrive", () => {
  for (const [where, create] of [["Node", createDrive], ["a page", createDriveInPages]] as const) {
    it.each([undefined, null, {}, 5])(
      `in ${where} says of %s that an option is missing, as of a wrong one`,
      async (options) => {
        // what a program without types can give
        const drive = create(options as unknown as CreateDriveOptions)
        const used = Promise.resolve().then(() => drive.session)
        assertFields(await used.catch((cause: unknown) => cause), { _tag: "InvalidInput", field: "apiHost" })
        await drive.dispose()
      }
    )
  }

  it("gives a drive whose network is a service of the library", async () => {
    const drive = await createTestDrive()
    assert.isTrue(drive.runtime.runSync(Network).state().online)
    await drive.dispose()
  })
})
