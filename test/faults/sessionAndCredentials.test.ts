import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { driveThrough } from "./DamagedTransport.js"
import { assertStoredOnce, when, withFaultyDrive } from "./FaultyDrive.js"

const MiB = 1024 * 1024

/** Calls back once, when the first part is about to leave. */
const onFirstPart = (then: () => void) => {
  let isFirst = true
  return driveThrough((body) => {
    if (isFirst) then()
    isFirst = false
    return body
  })
}

describe("in mid-upload", () => {
  const source = randomBytes(26 * MiB)

  it("keys that end are fetched anew once for all five parts, and nobody is signed out", () => {
    let expire = () => {}
    return withFaultyDrive({ open: onFirstPart(() => expire()) }, async (faulty) => {
      expire = () => void faulty.emulator.expireCredentials()
      const ended: Array<string> = []
      faulty.drive.events.on("TokenExpired", ({ error }) => ended.push(error.path))
      const upload = faulty.drive.uploads.start({ source, name: "a" })
      await assertStoredOnce(faulty, upload, source, 6 * 5 * MiB)
      assert.strictEqual(faulty.refreshes(), 1)
      assert.deepStrictEqual(ended, [])
    })
  })

  it("a session that ends stops the upload, which resumes after sign-in with the parts it has", () =>
    withFaultyDrive({ signsInAgain: false }, async (faulty) => {
      const { drive, emulator } = faulty
      emulator.faults.add([
        { match: { target: "api", path: "/upload/success-callback" }, action: { _tag: "expire" } }
      ])
      const upload = drive.uploads.start({ source, name: "a" })
      await when(upload, ({ error }) => error?._tag === "TokenExpired")
      assert.notStrictEqual(upload.snapshot().progress, "error")
      await drive.session.login({ accessToken: emulator.accessToken })
      await assertStoredOnce(faulty, upload, source, 0)
    }))
})
