/** What a page with a drive does in every browser, also in one that has no file handles. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, it, onTestFinished, vi } from "vitest"
import { waitLimit } from "../limits.js"
import { allHeld } from "./allHeld.js"
import { holdParts, openDrivePage, partPuts, serveDrivePage } from "./DrivePage.js"
import { block } from "./pages/pattern.js"
import type { PageServer } from "./PageServer.js"
import { servePage } from "./PageServer.js"
import { onPart, partsBeingServed } from "./partsBeingServed.js"
import { patternDigest, storageOf } from "./storedObjects.js"

const MiB = 1_048_576
const parallel = 2
const blocks = 40
const smallFiles = 120

export interface TestedBrowser {
  readonly launch: () => Promise<Browser>
  /** Runs in each page before its own scripts. */
  readonly before?: string
  /** The bytes of the file of that name and size that the page is about to save; asked before it begins. */
  readonly saved: (page: Page, name: string, size: number) => Promise<Buffer>
}

/** As Playwright tells it. */
export const savedByDownload: TestedBrowser["saved"] = async (page) =>
  buffer(await (await page.waitForEvent("download")).createReadStream())

export const newContextOf = async (browser: Browser, { before }: TestedBrowser): Promise<BrowserContext> => {
  const context = await browser.newContext({ acceptDownloads: true })
  if (before !== undefined) await context.addInitScript(before)
  return context
}

export const pageFlows = (title: string, tested: TestedBrowser): void => {
  describe(title, () => {
    let browser: Browser
    let server: PageServer

    beforeAll(async () => {
      browser = await tested.launch()
      server = await serveDrivePage()
    })

    afterAll(async () => {
      await browser.close()
      await server.close()
    })

    const withDrive = async (
      use: (emulator: RunningEmulator, context: BrowserContext, storage: ReturnType<typeof storageOf>) => Promise<void>
    ): Promise<void> => {
      const emulator = await startEmulator()
      const storage = storageOf(emulator)
      const context = await newContextOf(browser, tested)
      try {
        await use(emulator, context, storage)
      } finally {
        await context.close()
        storage.close()
        await emulator.close()
      }
    }

    it("uploads in parts, stops and continues", () =>
      withDrive(async (emulator, context, storage) => {
        const page = await openDrivePage(context, server, emulator)
        holdParts(emulator, { after: 3, times: parallel })
        const id = await page.evaluate(async ([count, width]) => {
          const { drive, madeFile, until } = window.client
          const upload = drive.uploads.start({ source: madeFile(count), parallel: width })
          await until(upload, ({ bytes }) => bytes.accepted >= 15 * 1_048_576)
          return upload.id
        }, [blocks, parallel] as const)
        await allHeld(emulator)
        const { key, stopped } = await page.evaluate(async (id) => {
          const upload = window.client.drive.uploads.get(id)
          await upload?.stop()
          const stopped = upload?.snapshot().multipart
          await upload?.resume()
          return { stopped, key: String((await upload?.done)?.objectKey) }
        }, id)
        assert.strictEqual(stopped, "stopped")
        assert.strictEqual(await storage.digest(key), patternDigest(blocks))
        assert.deepStrictEqual(await storage.openUploads(), [])
      }))

    it(
      "continues after a reload with the file picked again, and sends no part twice",
      () =>
        withDrive(async (emulator, context, storage) => {
          const folder = mkdtempSync(join(tmpdir(), "picked-again-"))
          const file = join(folder, "large.bin")
          writeFileSync(
            file,
            Buffer.concat(Array.from({ length: blocks }, (_, index) => block(index)))
          )
          utimesSync(file, 1_700_000_000, 1_700_000_000)
          holdParts(emulator, { after: 3, times: parallel })
          const first = await openDrivePage(context, server, emulator)
          await first.setInputFiles("input", file)
          await first.evaluate(async (width) => {
            const { drive, picked, until } = window.client
            const upload = drive.uploads.start({ source: picked(), parallel: width })
            await until(upload, ({ bytes }) => bytes.accepted >= 15 * 1_048_576)
          }, parallel)
          await first.close()
          const listed = await storage.listedParts()
          assert.isAtLeast(listed.length, 3)
          const traps = listed.map((number) => ({
            match: partPuts(number),
            action: { _tag: "status", status: 403 } as const
          }))
          emulator.faults.add(traps)

          const second = await openDrivePage(context, server, emulator)
          await vi.waitUntil(
            () => second.evaluate(async () => (await window.client.drive.uploads.recoverable()).length === 1),
            { timeout: waitLimit }
          )
          await second.setInputFiles("input", file)
          const { key, needsFile } = await second.evaluate(async () => {
            const { drive, picked } = window.client
            const [found] = await drive.uploads.recoverable()
            const upload = drive.uploads.get(found?.id ?? "")
            await upload?.resume(picked())
            return { needsFile: found?.needsFile, key: String((await upload?.done)?.objectKey) }
          })
          rmSync(folder, { recursive: true })
          assert.isTrue(needsFile)
          assert.includeMembers([...emulator.remainingFaults()], traps)
          assert.strictEqual(await storage.digest(key), patternDigest(blocks))
        })
    )

    it("stores nothing of a file that is written to meanwhile, whether its browser says so or lends the new bytes", () =>
      withDrive(async (emulator, context, storage) => {
        const folder = mkdtempSync(join(tmpdir(), "written-to-"))
        onTestFinished(() => rmSync(folder, { recursive: true }))
        const file = join(folder, "large.bin")
        const write = (first: number) =>
          writeFileSync(file, Buffer.concat(Array.from({ length: blocks }, (_, index) => block(first + index))))
        write(0)
        utimesSync(file, 1_700_000_000, 1_700_000_000)
        const page = await openDrivePage(context, server, emulator)
        await page.setInputFiles("input", file)
        onPart(4, () => write(1))
        const { listed, tag } = await page.evaluate(async (width) => {
          const { drive, picked } = window.client
          const upload = drive.uploads.start({ source: picked(), parallel: width })
          const error: unknown = await upload.done.catch((cause: unknown) => cause)
          await upload.cancel()
          return { tag: String(Reflect.get(Object(error), "_tag")), listed: (await drive.files.list()).items.length }
        }, parallel)
        assert.strictEqual(tag, "SourceChanged")
        assert.strictEqual(listed, 0)
        await vi.waitUntil(async () => (await storage.openUploads()).length === 0, { timeout: waitLimit })
      }))

    it("stores nothing of a file that has become longer since it was picked", () =>
      withDrive(async (emulator, context, storage) => {
        const folder = mkdtempSync(join(tmpdir(), "longer-"))
        onTestFinished(() => rmSync(folder, { recursive: true }))
        const file = join(folder, "picked.bin")
        const page = await openDrivePage(context, server, emulator)
        // read by a worker, in one request, in parts
        for (const size of [1000, 300_000, 12_000_000]) {
          writeFileSync(file, Buffer.alloc(size, "before"))
          utimesSync(file, 1_700_000_000, 1_700_000_000)
          await page.setInputFiles("input", file)
          const picked = await page.evaluateHandle(() => window.client.picked())
          writeFileSync(file, Buffer.alloc(size + 7, "after"))
          const { listed, tag } = await page.evaluate(async (source) => {
            const { drive } = window.client
            const upload = drive.uploads.start({ source })
            const error: unknown = await upload.done.catch((cause: unknown) => cause)
            await upload.cancel()
            return { tag: String(Reflect.get(Object(error), "_tag")), listed: (await drive.files.list()).items.length }
          }, picked)
          assert.deepStrictEqual({ size, tag, listed }, { size, tag: "SourceChanged", listed: 0 })
        }
        await vi.waitUntil(async () => (await storage.openUploads()).length === 0, { timeout: waitLimit })
      }))

    it("stores each of many small files as it is, most of them by a worker", () =>
      withDrive(async (emulator, context, storage) => {
        const page = await openDrivePage(context, server, emulator)
        const contentOf = (index: number) => `file ${index}\n`.repeat(1 + 100 * index)
        const keys = await page.evaluate((count) => {
          const { drive } = window.client
          const uploads = Array.from({ length: count }, (_, index) => {
            const content = `file ${index}\n`.repeat(1 + 100 * index)
            return drive.uploads.start({ source: new File([content], `${index}.txt`, { type: "text/plain" }) })
          })
          return Promise.all(uploads.map(async ({ done }) => String((await done).objectKey)))
        }, smallFiles)
        for (const [index, key] of keys.entries()) {
          const sha1 = createHash("sha1").update(contentOf(index)).digest("hex")
          assert.deepStrictEqual([index, await storage.digest(key)], [index, sha1])
        }
      }))

    it("waits while it is offline, and resumes by itself", () =>
      withDrive(async (emulator, context, storage) => {
        const serving = partsBeingServed()
        onTestFinished(serving.stop)
        // failures that counted would end the upload
        const page = await openDrivePage(context, server, emulator, 1)
        holdParts(emulator, { after: 3, times: parallel })
        const id = await page.evaluate(async ([count, width]) => {
          const { drive, madeFile, until } = window.client
          const upload = drive.uploads.start({ source: madeFile(count), parallel: width })
          await until(upload, ({ bytes }) => bytes.accepted >= 15 * 1_048_576)
          return String(upload.id)
        }, [blocks, parallel] as const)
        await vi.waitUntil(() => serving.count() === parallel, { timeout: waitLimit })
        await context.setOffline(true)
        serving.cut()
        const during = await page.evaluate(async (id) => {
          const { drive, until } = window.client
          const upload = drive.uploads.get(id)
          if (upload === undefined) throw new Error("the upload is gone")
          const { error, progress } = await until(upload, ({ multipart }) => multipart !== "uploading_parts")
          return { error, progress, multipart: upload.snapshot().multipart }
        }, id)
        assert.deepStrictEqual(during, { error: undefined, multipart: "web_offline_to_online", progress: "running" })
        serving.serve()
        await context.setOffline(false)
        const key = await page.evaluate(
          async (id) => String((await window.client.drive.uploads.get(id)?.done)?.objectKey),
          id
        )
        assert.strictEqual(await storage.digest(key), patternDigest(blocks))
      }))

    it("is driven by one of two tabs at a time", () =>
      withDrive(async (emulator, context, storage) => {
        const one = await openDrivePage(context, server, emulator)
        const other = await openDrivePage(context, server, emulator)
        holdParts(emulator, { after: 2, times: parallel })
        const id = await one.evaluate(async ([count, width]) => {
          const { drive, madeFile, until } = window.client
          const upload = drive.uploads.start({ source: madeFile(count), parallel: width })
          await until(upload, ({ bytes }) => bytes.accepted >= 10 * 1_048_576)
          return upload.id
        }, [blocks, parallel] as const)
        await allHeld(emulator)
        const found = () =>
          other.evaluate(async () => (await window.client.drive.uploads.recoverable()).map((one) => one.id))
        assert.deepStrictEqual(await found(), [])
        await one.evaluate((id) => window.client.drive.uploads.stop(id), id)
        await vi.waitUntil(async () => (await found()).includes(id), { timeout: waitLimit })
        holdParts(emulator, { after: 1, times: parallel })
        await other.evaluate(async ([id, count]) => {
          const { drive, madeFile, until } = window.client
          const upload = drive.uploads.get(id)
          if (upload === undefined) throw new Error("the upload is gone")
          await upload.resume(madeFile(count))
          await until(upload, ({ bytes }) => bytes.accepted >= 15 * 1_048_576)
        }, [id, blocks] as const)
        await allHeld(emulator)
        const refused = await one.evaluate(async (id) => {
          const upload = window.client.drive.uploads.get(id)
          await upload?.resume()
          return upload?.done.then(() => "it went on", (error) => String(error._tag))
        }, id)
        assert.strictEqual(refused, "UploadInUse")
        const key = await other.evaluate(async (id) => {
          const upload = window.client.drive.uploads.get(id)
          await upload?.stop()
          await upload?.resume()
          return String((await upload?.done)?.objectKey)
        }, id)
        assert.strictEqual(await storage.digest(key), patternDigest(blocks))
      }))

    it("saves a large file at the speed of its space, stops and continues, and what is saved is whole", async () => {
      const bytes = randomBytes(64 * MiB)
      const emulator = await startEmulator({ downloadSpeed: 24 * MiB })
      const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" } })
      await drive.session.initialise({ accessToken: emulator.accessToken })
      const { fileId } = await drive.uploads.start({ source: bytes, name: "large.bin" }).done
      await drive.dispose()
      const downloads = await servePage({
        script: "downloads",
        bundles: { downloadWorker: "../../src/layers/browser/downloadWorker" }
      })
      const context = await newContextOf(browser, tested)
      try {
        const page = await context.newPage()
        await page.goto(downloads.origin)
        await page.waitForFunction(() => "page" in window)
        await page.evaluate(
          ([host, token]) => window.page.signIn(host, token, { serviceWorker: "/downloadWorker.js" }),
          [emulator.apiHost, emulator.accessToken] as const
        )
        await page.evaluate(() => window.page.withoutDialogue())
        const saving = tested.saved(page, "large.bin", bytes.length)
        await page.evaluate((id) => window.page.start({ fileId: id, target: "large.bin" }), fileId)
        await page.evaluate((size) => window.page.stopAt(size), 8 * MiB)
        await page.evaluate(() => window.page.resume())
        const done = await page.evaluate(() => window.page.done())
        assert.deepInclude(done, { verified: "sha1", received: bytes.length })
        assert.isTrue((await saving).equals(bytes))
      } finally {
        await context.close()
        await downloads.close()
        await emulator.close()
      }
    })
  })
}
