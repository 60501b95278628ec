/** Browsers that keep nothing, or do not let tabs talk: uploads succeed all the same, and say that they would not come back. */
import { assert } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { describe, it } from "vitest"
import { openDrivePage } from "./DrivePage.js"
import { setStage } from "./stage.js"
import { patternDigest, storageOf } from "./storedObjects.js"

/** One upload in parts and a small file, stopped and resumed on their way, and whether they would come back. */
const uploadOn = (page: Page, blocks: number) =>
  page.evaluate(async (count) => {
    const { drive, madeFile, until } = window.client
    const large = drive.uploads.start({ source: madeFile(count), parallel: 1 })
    const { resumable } = await until(large, ({ bytes }) => bytes.accepted > 0)
    await large.stop()
    await large.resume()
    const small = drive.uploads.start({ source: new File(["small"], `small-${count}.txt`) })
    const [{ objectKey }, { fileId }] = await Promise.all([large.done, small.done])
    return { resumable, objectKey: String(objectKey), small: await (await drive.downloads.blob({ fileId })).text() }
  }, blocks)

describe("a browser", () => {
  const stage = setStage()

  const onContext = async (use: (context: BrowserContext, open: () => Promise<Page>) => Promise<void>) => {
    const { browser, emulator, server } = stage()
    const context = await browser.newContext()
    await use(context, () => openDrivePage(context, server, emulator))
    await context.close()
  }

  const checkUploads = async (pages: ReadonlyArray<Page>, blocks: number, isKept: boolean) => {
    const storage = storageOf(stage().emulator)
    await Promise.all(pages.map(async (page, index) => {
      const { objectKey, resumable, small } = await uploadOn(page, blocks + index)
      assert.strictEqual(small, "small")
      assert.strictEqual(await storage.digest(objectKey), patternDigest(blocks + index))
      assert.strictEqual(resumable, isKept)
    }))
    assert.deepStrictEqual(await storage.openUploads(), [])
    storage.close()
  }

  it("without BroadcastChannel uploads and keeps as others do", () =>
    onContext(async (context, open) => {
      await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"))
      const page = await open()
      assert.isFalse(await page.evaluate(() => "BroadcastChannel" in window))
      await checkUploads([page], 21, true)
    }))

  it("whose database never opens uploads and packs, and says that it keeps nothing", () =>
    onContext(async (context, open) => {
      await context.addInitScript(() => {
        Object.defineProperty(IDBFactory.prototype, "open", { value: () => new EventTarget() })
      })
      const page = await open()
      await checkUploads([page], 22, false)
      const name = await page.evaluate(async () => {
        const { drive } = window.client
        const { fileId } = await drive.uploads.start({ source: new File(["packed"], "packed.txt") }).done
        const { asyncTaskId } = await drive.downloads.archive({ fileIds: [fileId], name: "packed.zip" })
        return (await drive.tasks.wait(asyncTaskId)).name
      })
      // This page remembers it by itself.
      assert.strictEqual(name, "packed.zip")
    }))

  it("whose database is full uploads in both tabs, and says that it keeps nothing", () =>
    onContext(async (context, open) => {
      const pages = [await open(), await open()]
      const session = await context.newCDPSession(pages[0]!)
      const origin = new URL(pages[0]!.url()).origin
      await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 })
      await checkUploads(pages, 23, false)
    }))

  it("keeps an upload whose request holds what no database can keep", () =>
    onContext(async (_context, open) => {
      const isKept = await (await open()).evaluate(async () => {
        const { drive, madeFile, until } = window.client
        const more = { asset: { folderId: "f", onDone: () => {}, rows: new Map([["a", () => {}]]) } }
        const upload = drive.uploads.start({ ...more, source: madeFile(26), parallel: 1 })
        const { resumable } = await until(upload, ({ bytes }) => bytes.accepted > 0)
        await upload.stop()
        return resumable
      })
      assert.isTrue(isKept)
      const found = await (await open()).evaluate(() => window.client.drive.uploads.recoverable())
      assert.deepStrictEqual(found.map(({ name }) => name), ["large.bin"])
    }))
})
