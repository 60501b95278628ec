/** A page that began an archive is reloaded; the next one still knows the archive's name and where it is. */
import { assert } from "@effect/vitest"
import { startEmulator } from "effect-drive/emulator"
import { describe, it } from "vitest"
import { launchChromium } from "./chromium.js"
import { openDrivePage, serveDrivePage } from "./DrivePage.js"

describe("an archive's task in a page", () => {
  it("has its name and its address after a reload, and nothing in another browser profile", async () => {
    const [browser, server, emulator] = await Promise.all([
      launchChromium(),
      serveDrivePage(),
      startEmulator({ taskDuration: "10 millis" })
    ])
    try {
      const context = await browser.newContext()
      const first = await openDrivePage(context, server, emulator)
      const taskId = await first.evaluate(async () => {
        const { drive } = window.client
        const one = await drive.uploads.start({ source: "one", name: "one.txt" }).done
        const { asyncTaskId } = await drive.downloads.archive({ fileIds: [one.fileId], name: "one.zip" })
        return asyncTaskId
      })
      await first.reload()
      await first.waitForFunction(() => "signIn" in window)
      const { accessToken, apiHost } = emulator
      await first.evaluate(([host, token]) => window.signIn(host, token), [apiHost, accessToken] as const)
      const found = await first.evaluate(async (id) => {
        const { href, name, state } = await window.client.drive.tasks.wait(id)
        return { name, state, status: (await fetch(href ?? "")).status }
      }, taskId)
      assert.deepStrictEqual(found, { name: "one.zip", state: "Succeed", status: 200 })

      const stranger = await openDrivePage(await browser.newContext(), server, emulator)
      const name = await stranger.evaluate(async (id) => (await window.client.drive.tasks.wait(id)).name, taskId)
      assert.isUndefined(name)
    } finally {
      await browser.close()
      await server.close()
      await emulator.close()
    }
  })
})
