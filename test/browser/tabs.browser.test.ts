/** Two tabs of one browser, and one upload: only one of them drives it. */
import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describe, it, vi } from "vitest"
import { waitLimit } from "../limits.js"
import { allHeld } from "./allHeld.js"
import { holdParts, openDrivePage } from "./DrivePage.js"
import { setStage } from "./stage.js"
import { patternDigest, storageOf } from "./storedObjects.js"

const parallel = 2
const blocks = 40

const recover = (page: Page) =>
  page.evaluate(async () => (await window.client.drive.uploads.recoverable()).map(({ id }) => id))

describe("an upload in two tabs", () => {
  const stage = setStage()

  it("is driven by one of them at a time; the other can neither resume nor abort it", async () => {
    const { browser, emulator, server } = stage()
    const storage = storageOf(emulator)
    const context = await browser.newContext()
    const one = await openDrivePage(context, server, emulator)
    const other = await openDrivePage(context, server, emulator)
    const found = () => recover(other)

    holdParts(emulator, { after: 2, times: parallel })
    holdParts(emulator, { after: 3, times: parallel })
    const id = await one.evaluate(async ([count, width]) => {
      const { drive, until, writeFile } = window.client
      const upload = drive.uploads.start({ source: await writeFile(count), parallel: width })
      await until(upload, ({ bytes }) => bytes.accepted >= 10 * 1_048_576)
      return upload.id
    }, [blocks, parallel] as const)
    assert.deepStrictEqual(await found(), [])

    await allHeld(emulator, 1)
    await one.evaluate((id) => window.client.drive.uploads.stop(id), id)
    assert.deepStrictEqual(await found(), [id])
    await other.evaluate(async (id) => {
      const { drive, until } = window.client
      const upload = drive.uploads.get(id)
      if (upload === undefined) throw new Error("the upload is gone")
      await upload.resume()
      await until(upload, ({ bytes }) => bytes.accepted >= 15 * 1_048_576)
    }, id)
    await allHeld(emulator)

    const refused = await one.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      await upload?.resume()
      const error = await upload?.done.then(() => "it went on", (error) => error._tag)
      await upload?.cancel()
      return error
    }, id)
    assert.strictEqual(refused, "UploadInUse")
    assert.lengthOf(await storage.openUploads(), 1)

    // What is held gets its connections closed, and is sent again.
    const objectKey = await other.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      await upload?.stop()
      await upload?.resume()
      return String((await upload?.done)?.objectKey)
    }, id)
    assert.strictEqual(await storage.digest(objectKey), patternDigest(blocks))
    storage.close()
    await context.close()
  })

  it("that both resume is sent once: who comes second finds what the first has left", async () => {
    const { browser, emulator, server } = stage()
    // other bytes than those of the test before, which the drive has by now
    const count = blocks + 1
    const storage = storageOf(emulator)
    const context = await browser.newContext()
    const one = await openDrivePage(context, server, emulator)
    const other = await openDrivePage(context, server, emulator)
    holdParts(emulator, { after: 2, times: parallel })
    const id = await one.evaluate(async ([count, width]) => {
      const { drive, until, writeFile } = window.client
      const upload = drive.uploads.start({ source: await writeFile(count), parallel: width })
      await until(upload, ({ bytes }) => bytes.accepted >= 10 * 1_048_576)
      return upload.id
    }, [count, parallel] as const)
    await allHeld(emulator)
    await one.evaluate((id) => window.client.drive.uploads.stop(id), id)
    // The browser gives the first one's lock back a little later.
    await vi.waitUntil(async () => (await recover(other)).includes(id), { timeout: waitLimit })
    const objectKey = await other.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      await upload?.resume()
      return String((await upload?.done)?.objectKey)
    }, id)
    const { received } = emulator.traffic()
    const second = await one.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      await upload?.resume()
      return String((await upload?.done)?.objectKey)
    }, id)
    assert.strictEqual(second, objectKey)
    assert.strictEqual(emulator.traffic().received, received)
    assert.strictEqual(await storage.digest(objectKey), patternDigest(count))
    assert.deepStrictEqual(await storage.openUploads(), [])
    storage.close()
    await context.close()
  })
})
