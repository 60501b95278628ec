/** Every way in which a page saves a download, each forced in a real browser. */
import { DeleteBucketCorsCommand, PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { createHash, randomBytes } from "node:crypto"
import { buffer } from "node:stream/consumers"
import type { Browser, Download, Page } from "playwright-core"
import { afterAll, beforeAll, describe, it, vi } from "vitest"
import { waitLimit } from "../limits.js"
import { launchChromium } from "./chromium.js"
import type { PageServer } from "./PageServer.js"
import { servePage } from "./PageServer.js"

const MiB = 1_048_576
const bytes = randomBytes(3 * MiB + 11)
const speed = 2 * MiB

const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex")

const contentOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())

const worker = { serviceWorker: "/downloadWorker.js" }

describe("downloads in Chromium", () => {
  let browser: Browser
  let server: PageServer
  let free: RunningEmulator
  let throttled: RunningEmulator
  const fileIds = new Map<RunningEmulator, string>()
  const smallIds = new Map<RunningEmulator, string>()

  const withFile = async (downloadSpeed: number): Promise<RunningEmulator> => {
    const emulator = await startEmulator({ downloadSpeed })
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" } })
    await drive.session.initialise({ accessToken: emulator.accessToken })
    fileIds.set(emulator, (await drive.uploads.start({ source: bytes, name: "三 & six.bin" }).done).fileId)
    smallIds.set(emulator, (await drive.uploads.start({ source: "small", name: "small.txt" }).done).fileId)
    await drive.dispose()
    return emulator
  }

  beforeAll(async () => {
    browser = await launchChromium()
    server = await servePage({
      script: "downloads",
      bundles: { downloadWorker: "../../src/layers/browser/downloadWorker" }
    })
    free = await withFile(0)
    throttled = await withFile(speed)
  })

  afterAll(async () => {
    await browser.close()
    await server.close()
    await free.close()
    await throttled.close()
  })

  const onPage = async (
    emulator: RunningEmulator,
    options: Parameters<Window["page"]["signIn"]>[2],
    use: (page: Page, fileId: string) => Promise<void>
  ): Promise<void> => {
    const context = await browser.newContext({ acceptDownloads: true })
    try {
      const page = await context.newPage()
      await page.goto(server.origin)
      await page.waitForFunction(() => "page" in window)
      await page.evaluate(
        ([host, token, given]) => window.page.signIn(host, token, given),
        [
          emulator.apiHost,
          emulator.accessToken,
          options
        ] as const
      )
      await use(page, fileIds.get(emulator) ?? "")
    } finally {
      await context.close()
    }
  }

  type Request = Parameters<Window["page"]["start"]>[0]

  const start = (page: Page, request: Request) => page.evaluate((given) => window.page.start(given), request)

  const done = (page: Page) => page.evaluate(() => window.page.done())

  const assertSaved = async (download: Download, name: string) => {
    assert.strictEqual(download.suggestedFilename(), name)
    assert.strictEqual(await download.failure(), null)
    assert.strictEqual(sha256(await contentOf(download)), sha256(bytes))
  }

  it(
    "go to the browser's own download manager, where no speed is to be held",
    () =>
      onPage(free, {}, async (page, fileId) => {
        const saving = page.waitForEvent("download")
        await start(page, { fileId, target: "ignored.bin" })
        assert.deepInclude(await done(page), { via: "link", verified: "none", size: bytes.length })
        // The name is the file's own, in the signed address.
        await assertSaved(await saving, "三 & six.bin")
        assert.strictEqual(new URL(page.url()).origin, server.origin)
      })
  )

  it(
    "ask the user first, in the click, where a speed is to be held; closing the dialogue cancels",
    () =>
      onPage(throttled, {}, async (page, fileId) => {
        await page.evaluate(() => window.page.answerDialogue("file"))
        await page.evaluate((request) => window.page.startOnClick(request), { fileId, target: "six.bin" })
        await page.click("button")
        assert.deepStrictEqual(await page.evaluate(() => window.asked), [{ name: "six.bin", inClick: true }])
        assert.deepInclude(await done(page), { via: "picker", verified: "sha1", size: bytes.length })
        assert.strictEqual(await page.evaluate(() => window.page.chosenFile()), sha256(bytes))
        await page.evaluate(() => window.page.answerDialogue("dismiss"))
        await page.evaluate((request) => window.page.startOnClick(request), { fileId, target: "six.bin" })
        await page.click("button")
        assert.deepInclude((await done(page)).error, { _tag: "DownloadCancelled" })
        assert.strictEqual((await page.evaluate(() => window.page.snapshot())).status, "cancelled")
      })
  )

  it(
    "go through the private file system, and stop and resume there",
    () =>
      onPage(throttled, {}, async (page, fileId) => {
        await page.evaluate(() => window.page.withoutDialogue())
        const saving = page.waitForEvent("download")
        await start(page, { fileId, target: "six.bin" })
        await page.evaluate((size) => window.page.stopAt(size), MiB)
        const { received, status } = await page.evaluate(() => window.page.snapshot())
        assert.strictEqual(status, "stopped")
        assert.isBelow(received, bytes.length)
        await page.evaluate(() => window.page.resume())
        assert.deepInclude(await done(page), { via: "opfs", verified: "sha1", received: bytes.length })
        await assertSaved(await saving, "six.bin")
      })
  )

  it(
    "leave nothing in the private file system when they are cancelled",
    () =>
      onPage(throttled, {}, async (page, fileId) => {
        await start(page, { fileId, target: { name: "six.bin", via: "opfs" } })
        assert.lengthOf(await page.evaluate((size) => window.page.cancelAt(size), MiB), 1)
        assert.deepStrictEqual(await page.evaluate(() => window.page.privateFiles()), [])
      })
  )

  it(
    "stream through the service worker, where there is no room, and stop and resume there",
    () =>
      onPage(throttled, worker, async (page, fileId) => {
        await page.evaluate(() => {
          window.page.withoutDialogue()
          window.page.withoutRoom()
        })
        const saving = page.waitForEvent("download")
        await start(page, { fileId, target: "数据.bin" })
        await page.evaluate((size) => window.page.stopAt(size), MiB)
        await page.evaluate(() => window.page.resume())
        assert.deepInclude(await done(page), { via: "serviceWorker", verified: "sha1", received: bytes.length })
        await assertSaved(await saving, "数据.bin")
        assert.strictEqual(new URL(page.url()).origin, server.origin)
      })
  )

  it(
    "that are cancelled in the service worker end as failed for the browser",
    () =>
      onPage(throttled, worker, async (page, fileId) => {
        const saving = page.waitForEvent("download")
        await start(page, { fileId, target: { name: "six.bin", via: "serviceWorker" } })
        await page.evaluate((size) => window.page.cancelAt(size), MiB)
        assert.isNotNull(await (await saving).failure())
      })
  )

  it(
    "are kept in memory as the last resort, under a limit",
    () =>
      onPage(throttled, { memoryLimit: 4 * MiB }, async (page, fileId) => {
        await page.evaluate(() => {
          window.page.answerDialogue("forbid")
          window.page.withoutRoom()
        })
        const saving = page.waitForEvent("download")
        await page.evaluate((request) => window.page.startOnClick(request), { fileId, target: "six.bin" })
        await page.click("button")
        assert.deepInclude(await done(page), { via: "memory", verified: "sha1" })
        await assertSaved(await saving, "six.bin")
      })
  )

  it(
    "above that limit fail before a byte is asked for",
    () =>
      onPage(throttled, { memoryLimit: MiB }, async (page, fileId) => {
        await start(page, { fileId, target: { name: "six.bin", via: "memory" } })
        assert.deepInclude((await done(page)).error, { _tag: "SaveFailed" })
        assert.strictEqual((await page.evaluate(() => window.page.snapshot())).received, 0)
      })
  )

  it(
    "compare what they can see, where CORS lets no condition through and hides the range",
    () =>
      onPage(free, { tuning: { rangeSize: MiB, ranges: 2 } }, async (page, fileId) => {
        const { s3 } = free
        const client = new S3Client({
          endpoint: s3.endpoint,
          region: s3.region,
          forcePathStyle: true,
          credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey }
        })
        const bucket = { Bucket: s3.bucket }
        const rule = {
          AllowedOrigins: ["*"],
          AllowedMethods: ["GET"],
          AllowedHeaders: ["range"],
          ExposeHeaders: ["ETag"]
        }
        await client.send(new PutBucketCorsCommand({ ...bucket, CORSConfiguration: { CORSRules: [rule] } }))
        const conditions: Array<boolean> = []
        page.on("response", (response) => {
          const request = response.request()
          if (response.url().startsWith(s3.endpoint) && request.method() === "GET") {
            conditions.push("if-match" in request.headers())
          }
        })
        const saving = page.waitForEvent("download")
        await start(page, { fileId, target: { name: "six.bin", via: "opfs" } })
        assert.deepInclude(await done(page), { via: "opfs", verified: "sha1", received: bytes.length })
        await assertSaved(await saving, "six.bin")
        assert.isAtLeast(conditions.length, 4)
        assert.notInclude(conditions, true)
        await client.send(new DeleteBucketCorsCommand(bucket))
        client.destroy()
      })
  )

  it(
    "of several files that are started offline wait for their code and the network, and resume by themselves",
    () =>
      onPage(throttled, {}, async (page, fileId) => {
        const context = page.context()
        const codeAskedFor = page.waitForEvent("requestfailed")
        await context.setOffline(true)
        await start(page, { fileIds: [fileId, smallIds.get(throttled) ?? ""], target: { name: "all", via: "opfs" } })
        await codeAskedFor
        await page.evaluate(() => window.page.reached("offline"))
        const saved: Array<Promise<readonly [string, string]>> = []
        page.on("download", (download) =>
          saved.push(contentOf(download).then((content) => [download.suggestedFilename(), sha256(content)])))
        await context.setOffline(false)
        assert.deepInclude(await done(page), { error: undefined, verified: "sha1", size: bytes.length + 5 })
        // the browser tells of its downloads by itself
        await vi.waitUntil(() =>
          saved.length === 2, { timeout: waitLimit })
        assert.sameDeepMembers(await Promise.all(saved), [
          ["三 & six.bin", sha256(bytes)],
          ["small.txt", sha256(Buffer.from("small"))]
        ])
      })
  )

  it(
    "save a range, and ranges side by side, into the private file system",
    () =>
      onPage(free, { tuning: { rangeSize: MiB / 2, ranges: 3 } }, async (page, fileId) => {
        const saving = page.waitForEvent("download")
        await start(page, { fileId, target: { name: "six.bin", via: "opfs" } })
        assert.deepInclude(await done(page), { via: "opfs", verified: "sha1", received: bytes.length })
        await assertSaved(await saving, "six.bin")
        const part = page.waitForEvent("download")
        await start(page, { fileId, target: { name: "part.bin", via: "opfs" }, range: { start: 100, end: 1100 } })
        assert.deepInclude(await done(page), { verified: "size", size: 1000 })
        const saved = await contentOf(await part)
        assert.isTrue(saved.equals(bytes.subarray(100, 1100)))
      })
  )
})
