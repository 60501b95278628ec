/** Something between answers a complete in the storage's place. */
import { describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { assertStoredOnce, withFaultyDrive } from "../../../faults/FaultyDrive.js"

const emulator = { spaces: [{ spaceId: "oss-files", platform: "oss" }] } as const

const page = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>Welcome to the lounge</body></html>"

const completes = { target: "oss", method: "POST", query: { uploadId: undefined } } as const

describe("a complete on oss that is answered with a page and status 200", () => {
  const source = randomBytes(11 * 1024 * 1024)

  it("did not take place: it is asked for again, and nothing is sent twice", () =>
    withFaultyDrive({
      emulator,
      faults: [{
        match: completes,
        times: 2,
        action: { _tag: "status", status: 200, body: page, headers: { "content-type": "text/html" } }
      }]
    }, async (faulty) => {
      const upload = faulty.drive.uploads.start({ source, name: "a" })
      await assertStoredOnce(faulty, upload, source, 0)
    }))

  it("is waited for as long as somebody else answers, and nothing is sent twice", () =>
    withFaultyDrive({
      emulator,
      faults: [{
        match: completes,
        times: 9,
        action: { _tag: "status", status: 200, body: page, headers: { "content-type": "text/html" } }
      }]
    }, async (faulty) => {
      const upload = faulty.drive.uploads.start({ source, name: "a" })
      await assertStoredOnce(faulty, upload, source, 0)
    }))
})
