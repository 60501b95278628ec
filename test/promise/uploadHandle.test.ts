import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"
import { inspect } from "node:util"

describe("the handle of an upload", () => {
  it("gives functions that work by themselves", async () => {
    const drive = await createTestDrive()
    const { cancel, done, resume, setPriority, snapshot, stop, subscribe } = drive.uploads.start({
      source: "a",
      name: "a"
    })
    const seen: Array<string> = []
    const off = subscribe(({ status }) => seen.push(status._tag))
    await stop()
    assert.strictEqual(snapshot().status._tag, "paused")
    await setPriority(1)
    await resume()
    assert.isString((await done).fileId)
    off()
    assert.includeMembers(seen, ["paused", "done"])

    const missing = drive.uploads.start({ source: "b", name: "a", checkNameMode: "refuse" })
    const { retry } = missing
    const refused = missing.done
    await refused.catch(() => {})
    await retry()
    assert.notStrictEqual(missing.done, refused)
    await missing.done.catch(() => {})
    await cancel()
    await drive.dispose()
  })

  it("gives the same functions each time", async () => {
    const drive = await createTestDrive()
    const upload = drive.uploads.start({ source: "a", name: "a" })
    for (const name of ["snapshot", "subscribe", "stop", "resume", "cancel", "retry", "setPriority"] as const) {
      assert.strictEqual(upload[name], upload[name], name)
    }
    assert.strictEqual(upload.done, upload.done)
    await upload.done
    await drive.dispose()
  })

  it("does not print the drive", async () => {
    const drive = await createTestDrive()
    const upload = drive.uploads.start({ source: "a", name: "a" })
    await upload.done
    const text = inspect(upload, { depth: 10, showHidden: false })
    assert.include(text, upload.id)
    assert.isBelow(text.split("\n").length, 12)
    await drive.dispose()
  })
})
