/** One signal for many transfers, which lives as long as the program: it holds nothing of those that are over. */
import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"
import { getEventListeners } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"

describe("a signal that many transfers share", () => {
  it("is listened to by none that has ended, was cancelled, or failed and was taken off the list", async () => {
    const drive = await createTestDrive()
    const { signal } = new AbortController()
    const listeners = () => getEventListeners(signal, "abort").length
    const { uploads } = drive

    await uploads.start({ source: "text", name: "a" }, { signal }).done
    assert.strictEqual(listeners(), 0)

    await uploads.start({ source: "text", name: "b" }, { signal }).cancel()
    assert.strictEqual(listeners(), 0)

    const refused = uploads.start({ source: "text", name: "a", checkNameMode: "refuse" }, { signal })
    await refused.done.catch(() => {})
    assert.strictEqual(listeners(), 1, "it may be tried again")
    await uploads.remove(refused.id)
    assert.strictEqual(listeners(), 0)

    const missing = drive.downloads.start({ fileId: "nobody", target: join(tmpdir(), "nothing") }, { signal })
    await missing.done.catch(() => {})
    await drive.downloads.remove(missing.id)
    assert.strictEqual(listeners(), 0)

    await drive.dispose()
  })
})

describe("a signal that a listener aborts", () => {
  it("in the first step of the call ends the call, and nothing else fails", async () => {
    const drive = await createTestDrive()
    const controller = new AbortController()
    const off = drive.events.on("SignedOut", () => controller.abort("by the listener"))
    const reason = await drive.session.logout({ signal: controller.signal }).catch((cause: unknown) => cause)
    assert.strictEqual(reason, "by the listener")
    off()
    await drive.dispose()
  })

  it("while a transfer is started cancels the transfer", async () => {
    const drive = await createTestDrive()
    const controller = new AbortController()
    const off = drive.uploads.subscribe(() => controller.abort("by the listener"))
    const upload = drive.uploads.start({ source: "text", name: "a" }, { signal: controller.signal })
    assert.strictEqual(await upload.done.catch((cause: unknown) => cause), "by the listener")
    assert.strictEqual(upload.snapshot().status._tag, "cancelled")
    off()
    await drive.dispose()
  })
})
