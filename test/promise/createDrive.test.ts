import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { Network } from "effect-drive"
import { startEmulator } from "effect-drive/emulator"
import type { CreateDriveOptions } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import { createTestDrive } from "effect-drive/testing"
import type { CreateDriveOptions as CreateDriveInPagesOptions } from "../../src/promise/browser.js"
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

  for (const [where, create] of [["Node", createDrive], ["a page", createDriveInPages]] as const) {
    it(`in ${where} names an option that is none`, async () => {
      const misspelt = { apiHost: "https://api.example.com", product: { id: "p", version: "1" }, langauge: "de" }
      const drive = create(misspelt)
      const used = Promise.resolve().then(() => drive.session)
      const error = await used.catch((cause: unknown) => cause)
      assertFields(error, { _tag: "InvalidInput", field: "options" })
      assert.match(String(error), /langauge.*language/)
      await drive.dispose()
    })
  }

  it("takes the options of pages and of Node programs in either", async () => {
    const every: { readonly [Name in keyof Required<CreateDriveOptions & CreateDriveInPagesOptions>]: unknown } = {
      apiHost: "https://api.example.com",
      product: { id: "p", version: "1" },
      id: "a",
      language: "de",
      headerNames: {},
      traceHeaders: false,
      legacyBatchResult: false,
      assets: {},
      credentials: {},
      limits: {},
      uploads: {},
      downloads: {},
      providers: {},
      hashWorker: undefined,
      saving: {},
      sessionDirectory: undefined
    }
    const drive = createDrive(every as CreateDriveOptions)
    assert.deepStrictEqual(drive.session.state(), { _tag: "SignedOut" })
    await drive.dispose()
  })

  it("in Node leaves the standard output to the program", async () => {
    const out = vi.spyOn(console, "log").mockImplementation(() => {})
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    const { apiHost, accessToken, close } = await startEmulator()
    const drive = createDrive({ apiHost, product: { id: "p", version: "1" }, sessionDirectory: "/dev/null/no folder" })
    try {
      await drive.session.initialise({ accessToken })
      await drive.uploads.recoverable()
      await drive.runtime.runPromise(Effect.logWarning("of an effect"))
      assert.deepStrictEqual(out.mock.calls, [])
      const said = error.mock.calls.join()
      for (const words of ["upload sessions cannot be saved", "of an effect"]) assert.include(said, words)
    } finally {
      await drive.dispose()
      await close()
      vi.restoreAllMocks()
    }
  })

  it.each([5, {}, { forcePathStyle: true }, () => {}])(
    "says of %s in place of a provider's Layer that there is no driver, once a space is used",
    async (s3) => {
      // what a program without types can give
      const drive = await createTestDrive({ drive: { providers: Object.fromEntries([["s3", s3]]) } })
      assertFields(await drive.files.list().catch((cause: unknown) => cause), {
        _tag: "UnsupportedOperation",
        message: "no s3 driver is installed: add its Layer to the providers of the drive"
      })
      await drive.dispose()
    }
  )

  it("gives a drive whose network is a service of the library", async () => {
    const drive = await createTestDrive()
    assert.isTrue(drive.runtime.runSync(Network).state().online)
    await drive.dispose()
  })
})
