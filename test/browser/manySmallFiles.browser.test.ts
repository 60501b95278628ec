/** Many small files from a page: a worker reads, hashes and sends them, and nothing is lost when it or the network fails. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, it } from "vitest"
import { contentSecurityPolicy } from "../../app/contentSecurityPolicy.js"
import type { Fault } from "../../src/testing/FaultScript.js"
import { allHeld } from "./allHeld.js"
import { launchOwnChromium } from "./chromium.js"
import { openDrivePage, serveDrivePage } from "./DrivePage.js"
import { setFreshEmulators, setStage } from "./stage.js"
import { storageOf } from "./storedObjects.js"

const files = 300

/** As many as show where they go. */
const fewFiles = 80

/** What the page makes, too. */
const digestsOf = (count: number): ReadonlyArray<string> =>
  Array.from(
    { length: count },
    (_, index) => createHash("sha1").update(`file ${index}\n`.repeat(100 + index)).digest("hex")
  ).sort()

/** Begins all of them; `window.small` tells how it continues. */
const begin = (page: Page, count = files): Promise<void> =>
  page.evaluate((count) => {
    const { drive } = window.client
    const uploads = Array.from({ length: count }, (_, index) => {
      const source = new File([`file ${index}\n`.repeat(100 + index)], `${index}.txt`, { type: "text/plain" })
      return drive.uploads.start({ source })
    })
    const succeeded = () => uploads.filter((upload) => upload.snapshot().progress === "success").length
    window.small = {
      until: (many) =>
        new Promise((resolve) => {
          const look = () => succeeded() >= many ? resolve() : void setTimeout(look, 10)
          look()
        }),
      whenOffline: () =>
        new Promise((resolve) => {
          const waits = () => uploads.some((upload) => upload.snapshot().multipart === "web_offline_to_online")
          const look = () => waits() ? resolve(succeeded()) : void setTimeout(look, 10)
          look()
        }),
      ended: Promise.all(uploads.map((upload) => upload.done.then(() => "stored", (error) => String(error?.message))))
        .then((ends) => [...new Set(ends)])
    }
  }, count)

declare global {
  interface Window {
    small: {
      readonly until: (many: number) => Promise<void>
      readonly whenOffline: () => Promise<number>
      readonly ended: Promise<ReadonlyArray<string>>
    }
  }
}

const until = (page: Page, many: number): Promise<void> => page.evaluate((many) => window.small.until(many), many)

const requestsOf = (page: Page) => page.evaluate(() => window.client.hashing.requests)

/** All of them have ended well, and the storage has the bytes of each of them for one file that can be opened. */
const assertStored = async (page: Page, emulator: RunningEmulator, count = files): Promise<void> => {
  assert.deepStrictEqual(await page.evaluate(() => window.small.ended), ["stored"])
  const keys = await page.evaluate(async () => {
    const found: Array<string> = []
    for await (const { objectKey, status } of window.client.drive.files.listAll()) {
      // A create call whose answer was lost may leave a file without bytes.
      if (status === "available") found.push(String(objectKey))
    }
    return found
  })
  const storage = storageOf(emulator)
  const stored: Array<string> = []
  for (const key of keys) stored.push(await storage.digest(key))
  storage.close()
  assert.deepStrictEqual(stored.sort(), digestsOf(count))
}

const put = { target: "s3", method: "PUT" } as const
const create = { target: "api", method: "POST", path: /\/file\/[^/]+$/ } as const
const confirm = { target: "api", path: "success-callback" } as const

/** Each hits when the worker is there. */
const script: ReadonlyArray<Fault> = [
  { match: put, skip: 60, times: 2, action: { _tag: "reset" } },
  { match: put, skip: 80, times: 2, action: { _tag: "reset", afterBytes: 100 } },
  { match: put, skip: 100, times: 3, action: { _tag: "dropReply" } },
  { match: put, skip: 120, times: 3, action: { _tag: "status", status: 503 } },
  { match: put, skip: 140, times: 2, action: { _tag: "expire" } },
  { match: put, skip: 160, times: 1, action: { _tag: "portal" } },
  { match: create, skip: 70, times: 2, action: { _tag: "status", status: 503 } },
  { match: create, skip: 90, times: 2, action: { _tag: "reset" } },
  { match: create, skip: 110, times: 2, action: { _tag: "dropReply" } },
  { match: create, skip: 130, times: 1, action: { _tag: "truncate", afterBytes: 10 } },
  { match: confirm, skip: 1, times: 1, action: { _tag: "dropReply" } },
  { match: confirm, skip: 2, times: 1, action: { _tag: "status", status: 503 } }
]

describe("many small files from a page", () => {
  const stage = setStage()
  const freshEmulator = setFreshEmulators()

  const openPage = async (emulator: RunningEmulator, server = stage().server): Promise<Page> =>
    openDrivePage(await stage().browser.newContext(), server, emulator)

  it("are sent by a worker, with the calls before and behind them", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    await begin(page)
    await assertStored(page, emulator)
    const { call, digest, put } = await requestsOf(page)
    assert.isAbove(put, files / 2)
    // before the bytes the file is created, behind them its asset is made to be seen
    assert.isAbove(call, files * 1.5)
    assert.isAbove(digest, files / 2)
    const { accepted, received } = emulator.traffic()
    assert.strictEqual(accepted, received)
  })

  it.each([false, true])("come through every fault, where announced files are listed: %s", async (listAnnounced) => {
    const emulator = await freshEmulator({ listAnnounced })
    const page = await openPage(emulator)
    emulator.faults.add(script)
    await begin(page)
    await assertStored(page, emulator)
    assert.deepStrictEqual(emulator.remainingFaults(), [])
    assert.isAbove((await requestsOf(page)).put, 50)
  })

  it("are looked for and sent by the page when the worker ends in the middle", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    emulator.faults.add([{ match: put, skip: 100, times: 4, action: { _tag: "delay", millis: 300_000 } }])
    await begin(page)
    await allHeld(emulator)
    const before = (await requestsOf(page)).put
    assert.isAbove(before, 50)
    await page.evaluate(() => window.client.hashing.endRequests())
    await assertStored(page, emulator)
  })

  it("wait while the machine is offline, and resume by themselves", async () => {
    const emulator = await freshEmulator()
    const page = await openPage(emulator)
    await begin(page)
    await until(page, 100)
    assert.isAbove((await requestsOf(page)).put, 50)
    await page.context().setOffline(true)
    const stored = await page.evaluate(() => window.small.whenOffline())
    assert.isBelow(stored, files)
    await page.context().setOffline(false)
    await assertStored(page, emulator)
  })

  it("of which one has changed and one is gone since it was picked: these fail, another one is stored", async () => {
    const emulator = await freshEmulator()
    // One that is shared by tests gets copies of files.
    const browser = await launchOwnChromium()
    const page = await openDrivePage(await browser.newContext(), stage().server, emulator)
    const folder = mkdtempSync(join(tmpdir(), "small-"))
    const paths = ["changed.txt", "gone.txt", "same.txt"].map((name) => join(folder, name))
    for (const path of paths) writeFileSync(path, "as it was picked")
    await page.evaluate(() => document.querySelector("input")?.toggleAttribute("multiple"))
    await page.setInputFiles("input", paths)
    // A slice makes a browser remember what the file is.
    await page.evaluate(() => Array.from(document.querySelector("input")?.files ?? [], (file) => file.slice(0, 1).size))
    writeFileSync(join(folder, "changed.txt"), "it is longer by now")
    rmSync(join(folder, "gone.txt"))
    await begin(page, 2 * fewFiles)
    await until(page, fewFiles)
    const digests = (await requestsOf(page)).digest
    const ends = await page.evaluate(() => {
      const picked = Array.from(document.querySelector("input")?.files ?? [])
      return Promise.all(
        picked.map((source) =>
          window.client.drive.uploads.start({ source, priority: 10 }).done.then(() => "stored", ({ _tag }) => _tag)
        )
      )
    })
    assert.deepStrictEqual(ends, ["SourceChanged", "SourceChanged", "stored"])
    assert.isAbove((await requestsOf(page)).digest, digests)
    rmSync(folder, { recursive: true })
    await browser.close()
  })

  it("are sent by the page where it may have no worker", async () => {
    const emulator = await freshEmulator()
    const server = await serveDrivePage({
      contentSecurityPolicy: "default-src 'self' 'wasm-unsafe-eval'; connect-src *; worker-src 'none'"
    })
    const page = await openPage(emulator, server)
    await begin(page, fewFiles)
    await assertStored(page, emulator, fewFiles)
    assert.deepStrictEqual(await requestsOf(page), { put: 0, call: 0, digest: 0 })
    await server.close()
  })

  it("are sent by the page where a policy of the worker's forbids the addresses", async () => {
    const emulator = await freshEmulator()
    const server = await serveDrivePage({
      contentSecurityPolicy: "default-src 'self' 'wasm-unsafe-eval'; connect-src *",
      workerPolicy: "default-src 'self' 'wasm-unsafe-eval'"
    })
    const page = await openPage(emulator, server)
    await begin(page, fewFiles)
    await assertStored(page, emulator, fewFiles)
    const { call, put } = await requestsOf(page)
    assert.isAbove(call + put, 0)
    assert.isBelow(call + put, 60)
    await server.close()
  })

  it("are sent by a worker under the policy of the web drive", async () => {
    const emulator = await freshEmulator()
    const server = await serveDrivePage({
      contentSecurityPolicy: contentSecurityPolicy.replace(/; require-trusted-types-for.*/, "")
    })
    const page = await openPage(emulator, server)
    await begin(page, fewFiles)
    await assertStored(page, emulator, fewFiles)
    assert.isAbove((await requestsOf(page)).put, fewFiles / 2)
    await server.close()
  })
})
