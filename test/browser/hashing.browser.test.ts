import { assert } from "@effect/vitest"
import { createHash } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import type { Digests } from "../../src/domain/HashPlan.js"
import { paddedParts } from "../layers/node/paddedParts.js"
import { patterned } from "../layers/node/TestServer.js"
import { launchChromium } from "./chromium.js"
import { type PageServerOptions, servePage } from "./PageServer.js"

const size = 9_000_001
const expected = (bytes: Uint8Array): Digests => {
  const sha1 = (part: Uint8Array) => createHash("sha1").update(part).digest("hex").toUpperCase()
  return { preHash: sha1(bytes.subarray(0, 1_048_576)), contentHash: sha1(bytes), contentHashName: "sha1" }
}

describe("HasherWasm in Chromium", () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })

  afterAll(() => browser.close())

  const onPage = async <A>(
    options: Omit<PageServerOptions, "script">,
    use: (page: Page, workers: ReadonlyArray<string>) => Promise<A>
  ): Promise<A> => {
    const server = await servePage({ script: "hashing", ...options })
    const page = await browser.newPage()
    try {
      const workers: Array<string> = []
      page.on("worker", (worker) => workers.push(worker.url().startsWith("blob:") ? "blob" : worker.url()))
      await page.goto(server.origin)
      await page.waitForFunction(() => "hashing" in window)
      return await use(page, workers)
    } finally {
      await page.close()
      await server.close()
    }
  }

  const workerBundle = { hashWorker: "../../src/layers/browser/hashWorker.ts" }
  const hash = (page: Page, own = false) =>
    page.evaluate(([bytes, ownWorker]) => window.hashing.hash(bytes, ownWorker), [size, own] as const)

  it("in the worker file beside the script", () =>
    onPage({ bundles: workerBundle }, async (page, workers) => {
      const { value } = await hash(page)
      assert.deepStrictEqual(value, { digests: expected(patterned(size)), hashed: size })
      assert.strictEqual(workers.length, 1)
      assert.match(workers[0] ?? "", /\/hashWorker\.js$/)
    }))

  it("in the worker that the application makes", () =>
    onPage({ bundles: { own: workerBundle.hashWorker } }, async (page, workers) => {
      const { value } = await hash(page, true)
      assert.deepStrictEqual(value.digests, expected(patterned(size)))
      assert.match(workers.join(), /\/own\.js$/)
    }))

  it("a worker file that is missing: a worker made of text", () =>
    onPage({}, async (page, workers) => {
      const { value } = await hash(page)
      assert.deepStrictEqual(value, { digests: expected(patterned(size)), hashed: size })
      assert.strictEqual(workers.at(-1), "blob")
    }))

  it("no worker allowed: in the page, which stays responsive", () =>
    onPage({
      contentSecurityPolicy: "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'"
    }, async (page, workers) => {
      const { turns, value } = await hash(page)
      assert.deepStrictEqual(value, { digests: expected(patterned(size)), hashed: size })
      assert.deepStrictEqual(workers.filter((url) => url === "blob"), [])
      assert.isAtLeast(turns, Math.floor(size / 1_048_576))
    }))

  it("no WebAssembly allowed: in the page without it", () =>
    onPage({
      bundles: workerBundle,
      contentSecurityPolicy: "script-src 'self'; worker-src 'self'"
    }, async (page) => {
      const { value } = await hash(page)
      assert.deepStrictEqual(value, { digests: expected(patterned(size)), hashed: size })
    }))

  it("small files without a worker, larger ones with it", () =>
    onPage({ bundles: workerBundle }, async (page, workers) => {
      const sizes = [0, 1, 65_536, 65_537]
      for (const bytes of sizes) {
        assert.strictEqual(workers.length, 0)
        const { digests, hashed } = await page.evaluate((length) => window.hashing.hashWhole(length), bytes)
        const { contentHash } = expected(patterned(bytes))
        assert.deepStrictEqual(digests, { contentHash, contentHashName: "sha1" })
        assert.strictEqual(hashed, bytes)
      }
      assert.strictEqual(workers.length, 1)
    }))

  it("small files in the worker where the page has no Web Crypto", () =>
    onPage({ bundles: workerBundle }, async (page, workers) => {
      await page.evaluate(() => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined }))
      const { digests, hashed } = await page.evaluate(() => window.hashing.hashWhole(1000))
      const { contentHash } = expected(patterned(1000))
      assert.deepStrictEqual({ digests, hashed }, { digests: { contentHash, contentHashName: "sha1" }, hashed: 1000 })
      assert.strictEqual(workers.length, 1)
    }))

  it("interruption ends a long hash; the next one is right", () =>
    onPage({ bundles: workerBundle }, async (page) => {
      const { afterwards, atInterrupt, next } = await page.evaluate(() => window.hashing.interrupt())
      assert.isBelow(atInterrupt, 200_000_000)
      assert.strictEqual(afterwards, atInterrupt)
      assert.deepStrictEqual(next, expected(patterned(2_000_000)))
    }))

  it("continues from a saved state", () =>
    onPage({ bundles: workerBundle }, async (page) => {
      const total = 70_000_000
      const { first, positions, second } = await page.evaluate((bytes) => window.hashing.resume(bytes), total)
      const digests = expected(patterned(total))
      assert.deepStrictEqual(first, { digests, hashed: total })
      assert.deepStrictEqual(positions, [67_108_864])
      assert.deepStrictEqual(second.digests, digests)
    }))

  const { bytes: padded, words } = paddedParts(9, 320 * 1024, 17)
  const sha1States = async (page: Page, inWorker: boolean) => {
    const base64 = padded.toString("base64")
    return page.evaluate(
      ([text, worker]) => window.hashing.sha1States(text, 320 * 1024, worker),
      [base64, inWorker] as const
    )
  }

  it("SHA-1 states between parts, in the worker", () =>
    onPage({ bundles: workerBundle }, async (page, workers) => {
      const { value } = await sha1States(page, true)
      assert.deepStrictEqual(value, { words: [...words], hashed: padded.length })
      assert.strictEqual(workers.length, 1)
    }))

  it("SHA-1 states in the page where no worker is allowed; it stays responsive", () =>
    onPage({
      contentSecurityPolicy: "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'"
    }, async (page) => {
      const { turns, value } = await sha1States(page, false)
      assert.deepStrictEqual(value, { words: [...words], hashed: padded.length })
      assert.isAtLeast(turns, Math.floor(padded.length / 1_048_576))
    }))

  it("no SHA-1 states where no WebAssembly is allowed", () =>
    onPage({
      bundles: workerBundle,
      contentSecurityPolicy: "script-src 'self'; worker-src 'self'"
    }, async (page) => {
      const { value } = await sha1States(page, false)
      assert.deepStrictEqual(value, { words: undefined, hashed: 0 })
    }))

  const checksums = async (page: Page) => {
    const length = 3_000_000
    const { blob, bytes } = await page.evaluate((given) => window.hashing.digest(given), length)
    assert.deepStrictEqual(blob, bytes)
    assert.strictEqual(blob.md5, createHash("md5").update(patterned(length)).digest("hex"))
    assert.match(blob.crc32 ?? "", /^[A-Za-z0-9+/]{6}==$/)
    assert.match(blob.crc64 ?? "", /^\d{1,20}$/)
    return blob
  }

  it("checksums of parts, as the storages write them; without WebAssembly the same", async () => {
    const inWorker = await onPage({ bundles: workerBundle }, checksums)
    const plainly = await onPage({
      bundles: workerBundle,
      contentSecurityPolicy: "script-src 'self'; worker-src 'self'"
    }, checksums)
    assert.deepStrictEqual(plainly, inWorker)
  })
})
