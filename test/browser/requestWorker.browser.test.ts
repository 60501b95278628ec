/** What a worker that makes requests must not change: a cancel reaches the server, errors are those of the page, and tabs stay apart. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { createHash } from "node:crypto"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { BrowserContext, Page } from "playwright-core"
import { describe, it, vi } from "vitest"
import { waitLimit } from "../limits.js"
import { allHeld } from "./allHeld.js"
import { openDrivePage, partPuts } from "./DrivePage.js"
import { servePage } from "./PageServer.js"
import { setFreshEmulators, setStage } from "./stage.js"
import { storageOf } from "./storedObjects.js"

/** So many small ones in a row, and a worker is made. */
const few = 40

/** What the page makes, too. */
const bytesOf = (mark: string, index: number): string => `${mark} ${index}\n`.repeat(100)

/** Begins them; `window.batch` tells when all have ended, and how. */
const begin = (page: Page, mark: string, count: number, largeBlocks = 0): Promise<void> =>
  page.evaluate(([mark, count, largeBlocks]) => {
    const { drive, madeFile } = window.client
    const large = largeBlocks === 0 ? [] : [drive.uploads.start({ source: madeFile(largeBlocks), name: `${mark}.bin` })]
    const small = Array.from({ length: count }, (_, index) => {
      const source = new File([`${mark} ${index}\n`.repeat(100)], `${mark} ${index}.txt`)
      return drive.uploads.start({ source })
    })
    window.batch = Promise.all(
      [...large, ...small].map(({ done }) => done.then(() => "stored", ({ _tag }) => String(_tag)))
    ).then((ends) => [...new Set(ends)])
  }, [mark, count, largeBlocks] as const)

declare global {
  interface Window {
    batch: Promise<ReadonlyArray<string>>
  }
}

const ended = (page: Page) => page.evaluate(() => window.batch)

const putsOf = (page: Page) => page.evaluate(() => window.client.hashing.requests.put)

/**
 * A worker is made beside the uploads: on a busy machine the page may have sent all of them by itself before it is there. Of bytes that
 * are stored nothing is sent again, so each round of each page has others.
 */
const awaitWorker = (page: Page, mark: string): Promise<true> => {
  let round = 0
  return vi.waitUntil(async () => {
    await begin(page, `${mark} in round ${++round}`, few)
    await ended(page)
    return await putsOf(page) > 0
  }, { timeout: waitLimit })
}

/** The part that is held. */
const heldPart = "3"

/** Bodies whose connection was closed before they were answered. */
const watchClosed = () => {
  let count = 0
  const hear = (message: unknown) => {
    const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse } // what Node publishes on this channel
    if (request.method !== "PUT") return
    // nobody hears of the end of a connection behind bytes that nobody reads
    if (request.url?.includes(`partNumber=${heldPart}&`) === true) request.on("pause", () => request.resume()).resume()
    response.once("close", () => {
      if (!response.writableFinished) count++
    })
  }
  subscribe("http.server.request.start", hear)
  return { count: () => count, stop: () => unsubscribe("http.server.request.start", hear) }
}

describe("a worker that makes requests", () => {
  const stage = setStage()
  const freshEmulator = setFreshEmulators()

  const openPage = (context: BrowserContext, emulator: RunningEmulator) =>
    openDrivePage(context, stage().server, emulator)

  it("closes the connections of what is cancelled in the middle, of small files and of parts", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(await stage().browser.newContext(), emulator)
    await awaitWorker(page, "first")
    const first = await putsOf(page)
    const closed = watchClosed()
    const held = { match: { target: "s3", method: "PUT" }, skip: 30, times: 3 } as const
    emulator.faults.add([{ ...held, action: { _tag: "delay", millis: 300_000 } }])
    await begin(page, "small", few)
    await allHeld(emulator)
    assert.isAbove(await putsOf(page), first)
    assert.strictEqual(closed.count(), 0)
    await page.evaluate(() => window.client.drive.uploads.cancelAll())
    await vi.waitUntil(() => closed.count() >= held.times, { timeout: waitLimit })
    assert.include(await ended(page), "UploadCancelled")

    const before = { puts: await putsOf(page), closed: closed.count() }
    const action = { _tag: "delay", millis: 300_000 } as const
    emulator.faults.add([{ match: partPuts(heldPart), times: 1, action }])
    await begin(page, "parts", 0, 20)
    await allHeld(emulator)
    assert.isAbove(await putsOf(page), before.puts)
    assert.strictEqual(closed.count(), before.closed)
    await page.evaluate(() => window.client.drive.uploads.cancelAll())
    await vi.waitUntil(() => closed.count() > before.closed, { timeout: waitLimit })
    assert.deepStrictEqual(await ended(page), ["UploadCancelled"])
    closed.stop()
    await page.context().close()
  })

  it("gives what the page gets: an answer, and where CORS hides one the same typed error", async () => {
    const emulator = await freshEmulator()
    const server = await servePage({
      script: "requests",
      bundles: { hashWorker: "../../src/layers/browser/hashWorker" }
    })
    const page = await (await stage().browser.newContext()).newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "compareOn" in window)
    const url = `${emulator.s3.endpoint}/${emulator.s3.bucket}/nothing.txt?secret=1`
    const compare = () => page.evaluate((url) => window.compareOn(url), url)
    const seen = await compare()
    assert.include(seen.byPage.put, "\"status\":403")
    assert.strictEqual(seen.byPage.call, "403")
    assert.deepStrictEqual(seen.byWorker, seen.byPage)

    // it has no headers of CORS
    emulator.faults.add([{ match: { target: "s3" }, times: 4, action: { _tag: "portal" } }])
    const hidden = await compare()
    assert.deepStrictEqual(emulator.remainingFaults(), [])
    assert.include(hidden.byPage.put, "\"_tag\":\"TransportError\"")
    assert.include(hidden.byPage.put, "\"reason\":\"Network\"")
    assert.notInclude(hidden.byPage.put, "secret")
    assert.strictEqual(hidden.byPage.call, "TypeError")
    assert.deepStrictEqual(hidden.byWorker, hidden.byPage)
    await page.context().close()
    await server.close()
  })

  it("is one for each of two tabs, and all of both is stored though they end in the middle", async () => {
    const emulator = await freshEmulator()
    const context = await stage().browser.newContext()
    const one = await openPage(context, emulator)
    const other = await openPage(context, emulator)
    await Promise.all([awaitWorker(one, "first"), awaitWorker(other, "of the other")])
    const first = { one: await putsOf(one), other: await putsOf(other) }
    emulator.faults.add([{
      match: { target: "s3", method: "PUT" },
      skip: 2 * few,
      times: 2,
      action: { _tag: "delay", millis: 300_000 }
    }])
    await Promise.all([begin(one, "one", 2 * few, 11), begin(other, "other", 2 * few, 12)])
    await allHeld(emulator)
    assert.isAbove(await putsOf(one), first.one)
    assert.isAbove(await putsOf(other), first.other)
    // what is held is in either of them, and nothing ends it but this
    for (const page of [one, other]) await page.evaluate(() => window.client.hashing.endRequests())
    assert.deepStrictEqual(await ended(one), ["stored"])
    assert.deepStrictEqual(await ended(other), ["stored"])
    const keys = await one.evaluate(async () => {
      const found: Array<string> = []
      for await (const { name, objectKey, status } of window.client.drive.files.listAll()) {
        if (status === "available" && /^(one|other) .*txt$/.test(name)) found.push(String(objectKey))
      }
      return found
    })
    const storage = storageOf(emulator)
    const stored: Array<string> = []
    for (const key of keys) stored.push(await storage.digest(key))
    assert.deepStrictEqual(await storage.openUploads(), [])
    storage.close()
    const digests = ["one", "other"].flatMap((mark) =>
      Array.from({ length: 2 * few }, (_, index) => createHash("sha1").update(bytesOf(mark, index)).digest("hex"))
    )
    assert.deepStrictEqual(stored.toSorted(), digests.toSorted())
    await context.close()
  })
})
