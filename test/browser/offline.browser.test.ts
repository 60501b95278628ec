/** A page that goes offline in mid-upload, by the browser's own switch. */
import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describe, it, onTestFinished, vi } from "vitest"
import { waitLimit } from "../limits.js"
import { holdParts, openDrivePage } from "./DrivePage.js"
import { partsBeingServed } from "./partsBeingServed.js"
import { setStage } from "./stage.js"
import { patternDigest, storageOf } from "./storedObjects.js"

const parallel = 4
const MiB = 1_048_576
const blocks = 40

const failedRequests = (page: Page, count: number): Promise<void> =>
  new Promise((resolve) => {
    let failed = 0
    page.on("requestfailed", () => ++failed === count && resolve())
  })

describe("an upload in a page that goes offline", () => {
  const stage = setStage()

  it("waits, and resumes by itself; what was cut counts as no attempt", async () => {
    const { browser, emulator, server } = stage()
    const storage = storageOf(emulator)
    const serving = partsBeingServed()
    onTestFinished(serving.stop)
    const context = await browser.newContext()
    // Failures that counted would end the upload.
    const page = await openDrivePage(context, server, emulator, 1)

    // The switch leaves running requests alone: these are held until it is turned, and are cut then.
    holdParts(emulator, { after: 3, times: parallel })
    const id = await page.evaluate(async ([count, width]) => {
      const { drive, until, writeFile } = window.client
      const upload = drive.uploads.start({ source: await writeFile(count), parallel: width })
      await until(upload, ({ bytes }) => bytes.accepted >= 15 * 1_048_576)
      return String(upload.id)
    }, [blocks, parallel] as const)
    await vi.waitUntil(() => serving.count() === parallel, { timeout: waitLimit })
    await context.setOffline(true)
    await page.evaluate(async (id) => {
      const { drive, until } = window.client
      const upload = drive.uploads.get(id)
      if (upload === undefined) throw new Error("the upload is gone")
      await until(upload, ({ multipart }) => multipart !== "uploading_parts")
    }, id)
    const pageSawAll = failedRequests(page, parallel)
    serving.cut()
    await pageSawAll
    const during = await page.evaluate((id) => {
      const { error, multipart, progress } = window.client.drive.uploads.snapshot(id) ?? {}
      return { error, multipart, progress }
    }, id)
    assert.deepStrictEqual(during, { error: undefined, multipart: "web_offline_to_online", progress: "running" })
    const stored = await storage.listedParts()
    serving.serve()
    await context.setOffline(false)
    const objectKey = await page.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      return String((await upload?.done)?.objectKey)
    }, id)
    assert.isBelow(stored.length * 5 * MiB, blocks * MiB)
    assert.strictEqual(await storage.digest(objectKey), patternDigest(blocks))
    assert.deepStrictEqual(await storage.openUploads(), [])
    storage.close()
    await context.close()
  })

  it("waits also for the code that it runs on, when it is started there", async () => {
    const { browser, emulator, server } = stage()
    const storage = storageOf(emulator)
    const context = await browser.newContext()
    const page = await openDrivePage(context, server, emulator, 1)
    await page.evaluate((count) => window.client.writeFile(count), blocks)
    await context.setOffline(true)
    const askedFor = failedRequests(page, 1)
    const id = await page.evaluate(async () => {
      const { drive, storedFile, until } = window.client
      const upload = drive.uploads.start({ source: await storedFile() })
      await until(upload, ({ error, multipart }) => error !== undefined || multipart !== undefined)
      return String(upload.id)
    })
    await askedFor
    const during = await page.evaluate((id) => {
      const { error, multipart, progress } = window.client.drive.uploads.snapshot(id) ?? {}
      return { error, multipart, progress }
    }, id)
    assert.deepStrictEqual(during, { error: undefined, multipart: "web_offline_to_online", progress: "running" })
    await context.setOffline(false)
    const objectKey = await page.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      return String((await upload?.done)?.objectKey)
    }, id)
    assert.strictEqual(await storage.digest(objectKey), patternDigest(blocks))
    storage.close()
    await context.close()
  })
})
