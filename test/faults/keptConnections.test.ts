/** Requests that break on connections that were used before. */
import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { sha256, storedBytes, withFaultyDrive } from "./FaultyDrive.js"

const size = 300 * 1024

const puts = { target: "s3", method: "PUT" } as const

describe("the third PUT on a kept connection", () => {
  for (
    const [what, action] of [
      ["reply dropped", { _tag: "dropReply" }],
      ["reset in mid-body", { _tag: "reset", afterBytes: 100_000 }],
      ["reset before", { _tag: "reset" }]
    ] as const
  ) {
    it(`gets over ${what}: each file is stored once, and one body at most is sent again`, () =>
      withFaultyDrive({ faults: [{ match: puts, skip: 2, action }] }, async ({ drive, emulator }) => {
        const files = Array.from({ length: 4 }, () => randomBytes(size))
        for (const [index, source] of files.entries()) {
          const { fileId } = await drive.uploads.start({ source, name: `${index}.bin` }).done
          assert.strictEqual(sha256(await storedBytes(drive, fileId)), sha256(source))
        }
        assert.deepStrictEqual(emulator.remainingFaults(), [])
        const { accepted, received } = emulator.traffic()
        assert.strictEqual(accepted, 4 * size)
        assert.isAtMost(received, 5 * size)
      }))
  }
})
