/** A bucket whose CORS rules do not expose the ETag: the page cannot read what it needs to complete an upload. */
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import { openDrivePage } from "./DrivePage.js"
import { setStage } from "./stage.js"

describe("an upload in parts to a bucket that exposes no ETag", () => {
  const stage = setStage()

  it("ends with the advice to expose it, and continues when that is done", async () => {
    const { browser, emulator, server } = stage()
    const page = await openDrivePage(await browser.newContext(), server, emulator)
    const session = await page.context().newCDPSession(page)
    session.on("Fetch.requestPaused", ({ requestId, responseHeaders = [], responseStatusCode = 200 }) =>
      // A part that was broken off meanwhile waits for nothing.
      void session.send("Fetch.continueResponse", {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: responseHeaders.filter(({ name }) => name.toLowerCase() !== "access-control-expose-headers")
      }).catch(() => {}))
    await session.send("Fetch.enable", { patterns: [{ urlPattern: "*partNumber=*", requestStage: "Response" }] })
    const error = await page.evaluate(() => {
      const { drive } = window.client
      const upload = drive.uploads.start({ source: new Blob([new Uint8Array(6_000_000)]), name: "a.bin" })
      return upload.done.then(
        () => "stored",
        ({ _tag, message, reason }) => ({ _tag, reason, message: String(message) })
      )
    })
    assert.deepInclude(error, { _tag: "StorageError", reason: "MissingEtag" })
    assert.match(typeof error === "string" ? error : error.message, /etag.*CORS|CORS.*etag/i)

    await session.detach()
    const progress = await page.evaluate(async () => {
      const { drive } = window.client
      const upload = drive.uploads.get(drive.uploads.list()[0] ?? "")
      await upload?.retry()
      await upload?.done
      return upload?.snapshot().progress
    })
    assert.strictEqual(progress, "success")
  })
})
