/** The answer to a create call is lost, and the service had the bytes already: the file is there, and no second one appears. */
import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import type { FaultAction } from "../../src/testing/FaultScript.js"
import { withFaultyDrive } from "./FaultyDrive.js"

const create = { target: "api", method: "POST", path: /^\/api\/v2\/file\/[^/]+$/ } as const

const losses: Readonly<Record<string, FaultAction>> = {
  dropped: { _tag: "dropReply" },
  truncated: { _tag: "truncate", afterBytes: 1 }
}

describe("a rapid create", () => {
  for (
    const [how, action, checkNameMode] of Object.entries(losses).flatMap(([how, action]) =>
      ([undefined, "refuse", "overwrite"] as const).map((mode) => [how, action, mode] as const)
    )
  ) {
    it(`whose reply is ${how} leaves one file, ${checkNameMode ?? "without a mode"}`, () =>
      withFaultyDrive({ faults: [{ match: create, skip: 1, action }] }, async ({ drive, emulator }) => {
        const source = randomBytes(1000)
        await drive.uploads.start({ source, name: "first.bin" }).done
        const upload = drive.uploads.start({ source, name: "second.bin", checkNameMode })
        const { fileId, rapid } = await upload.done
        assert.deepStrictEqual(emulator.remainingFaults(), [])
        assert.isTrue(rapid)
        assert.strictEqual(upload.snapshot().progress, "rapid_success")
        assert.strictEqual(emulator.traffic().received, 1000)
        const { items } = await drive.files.list({})
        assert.deepStrictEqual(items.map(({ name }) => name).sort(), ["first.bin", "second.bin"])
        assert.strictEqual(items.find(({ name }) => name === "second.bin")?.fileId, fileId)
      }))
  }

  it("whose reply is lost with the mode to keep both is the service's to decide", () =>
    withFaultyDrive({ faults: [{ match: create, skip: 1, action: { _tag: "dropReply" } }] }, async ({ drive }) => {
      const source = randomBytes(1000)
      await drive.uploads.start({ source, name: "first.bin" }).done
      const { rapid } = await drive.uploads.start({ source, name: "second.bin", checkNameMode: "auto_rename" }).done
      assert.isTrue(rapid)
      const { items } = await drive.files.list({})
      assert.strictEqual(items.length, 3)
    }))
})
