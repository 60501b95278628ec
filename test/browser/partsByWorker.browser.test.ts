/** Files in parts from a page: the hash worker sends the parts, and nothing is lost when it or the network fails. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import type { Page } from "playwright-core"
import { describe, it } from "vitest"
import { contentSecurityPolicy } from "../../app/contentSecurityPolicy.js"
import type { Fault } from "../../src/testing/FaultScript.js"
import { allHeld } from "./allHeld.js"
import { holdParts, openDrivePage, partPuts, serveDrivePage } from "./DrivePage.js"
import { setFreshEmulators, setStage } from "./stage.js"
import { patternDigest, storageOf } from "./storedObjects.js"

const blocks = 40

/** Of 5 MiB each. */
const parts = blocks / 5

const begin = (page: Page): Promise<string> =>
  page.evaluate((count) => {
    const { drive, madeFile } = window.client
    return drive.uploads.start({ source: madeFile(count) }).id
  }, blocks)

/** The upload ends well, and the storage has its bytes. */
const assertStored = async (page: Page, emulator: RunningEmulator, id: string): Promise<void> => {
  const key = await page.evaluate(
    async (id) => String((await window.client.drive.uploads.get(id as never)?.done)?.objectKey),
    id
  )
  const storage = storageOf(emulator)
  assert.strictEqual(await storage.digest(key), patternDigest(blocks))
  assert.deepStrictEqual(await storage.openUploads(), [])
  storage.close()
}

const putsOf = (page: Page): Promise<number> => page.evaluate(() => window.client.hashing.requests.put)

/** Requests that the page itself has made to put a part. */
const ownPutsOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").filter(({ name }) => new URL(name).searchParams.has("partNumber")).length
  )

const lostAnswer: Fault = { match: partPuts("5"), times: 1, action: { _tag: "dropReply" } }

/** Met where Chromium itself sends again what a kept connection has lost; else the upload finds the part, and sends nothing. */
const lostAgain: Fault = { ...lostAnswer }

const faults: ReadonlyArray<Fault> = [
  { match: partPuts("2"), times: 1, action: { _tag: "status", status: 503 } },
  { match: partPuts("3"), times: 3, action: { _tag: "reset", afterBytes: 1_000_000 } },
  // an answer that CORS hides is always a failure for who asked
  { match: partPuts("4"), times: 1, action: { _tag: "portal" } },
  lostAnswer,
  lostAgain,
  { match: partPuts("7"), times: 1, action: { _tag: "expire" } }
]

describe("files in parts from a page", () => {
  const stage = setStage()
  const freshEmulator = setFreshEmulators()

  const openPage = async (emulator: RunningEmulator, server = stage().server): Promise<Page> =>
    openDrivePage(await stage().browser.newContext(), server, emulator)

  it("are sent by the hash worker, and none of them by the page", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    await assertStored(page, emulator, await begin(page))
    assert.strictEqual(await putsOf(page), parts)
    assert.strictEqual(await ownPutsOf(page), 0)
  })

  it("show how far they are while they are sent", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    holdParts(emulator, { after: 0, times: parts })
    const bytes = await page.evaluate(async (count) => {
      const { drive, madeFile, until } = window.client
      const upload = drive.uploads.start({ source: madeFile(count) })
      const { bytes } = await until(upload, ({ bytes }) => bytes.sent > 0)
      await upload.cancel()
      return bytes
    }, blocks)
    assert.isAbove(bytes.sent, 0)
    assert.strictEqual(bytes.accepted, 0)
    assert.isAbove(await putsOf(page), 0)
  })

  it("come through every fault; after a request without an answer the page sends the others", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    emulator.faults.add(faults)
    await assertStored(page, emulator, await begin(page))
    assert.deepStrictEqual(emulator.remainingFaults().filter((fault) => fault !== lostAgain), [])
    assert.isAbove(await ownPutsOf(page), 0)
    const before = await putsOf(page)
    await page.evaluate(() => window.client.drive.uploads.start({ source: window.client.madeFile(21) }).done)
    assert.strictEqual(await putsOf(page), before + 5)
  })

  it("are closed by a stop, and continue", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    holdParts(emulator, { after: 3, times: 4 })
    const id = await begin(page)
    await allHeld(emulator)
    const stopped = await page.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id as never)
      await upload?.stop()
      const stopped = upload?.snapshot().multipart
      await upload?.resume()
      return stopped
    }, id)
    assert.strictEqual(stopped, "stopped")
    await assertStored(page, emulator, id)
  })

  it("are looked for and sent again when the worker ends in the middle", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    holdParts(emulator, { after: 2, times: 3 })
    const id = await begin(page)
    await allHeld(emulator)
    assert.isAbove(await putsOf(page), 2)
    await page.evaluate(() => window.client.hashing.endRequests())
    await assertStored(page, emulator, id)
  })

  it("are sent by the page where it may have no worker", async () => {
    const emulator = await freshEmulator()
    const server = await serveDrivePage({
      contentSecurityPolicy: "default-src 'self' 'wasm-unsafe-eval'; connect-src *; worker-src 'none'"
    })
    const page = await openPage(emulator, server)
    await assertStored(page, emulator, await begin(page))
    assert.strictEqual(await putsOf(page), 0)
    assert.strictEqual(await ownPutsOf(page), parts)
    await server.close()
  })

  it("are sent by the page where a policy of the worker's forbids the addresses", async () => {
    const emulator = await freshEmulator()
    const server = await serveDrivePage({
      contentSecurityPolicy: "default-src 'self' 'wasm-unsafe-eval'; connect-src *",
      workerPolicy: "default-src 'self' 'wasm-unsafe-eval'"
    })
    const page = await openPage(emulator, server)
    await assertStored(page, emulator, await begin(page))
    assert.strictEqual(await ownPutsOf(page), parts)
    const before = await putsOf(page)
    await page.evaluate(() => window.client.drive.uploads.start({ source: window.client.madeFile(21) }).done)
    assert.strictEqual(await putsOf(page), before)
    await server.close()
  })

  it("are sent by the worker under the policy of the web drive", async () => {
    const emulator = await freshEmulator()
    const server = await serveDrivePage({
      contentSecurityPolicy: contentSecurityPolicy.replace(/; require-trusted-types-for.*/, "")
    })
    const page = await openPage(emulator, server)
    await assertStored(page, emulator, await begin(page))
    assert.strictEqual(await putsOf(page), parts)
    await server.close()
  })
})
