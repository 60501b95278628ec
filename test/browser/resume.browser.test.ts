/** A page that ends in mid-upload; the next one continues. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "vitest"
import { allHeld } from "./allHeld.js"
import { launchOwnChromium } from "./chromium.js"
import { crash, holdParts, openDrivePage, partPuts, serveDrivePage } from "./DrivePage.js"
import { block } from "./pages/pattern.js"
import type { PageServer } from "./PageServer.js"
import { patternDigest, storageOf } from "./storedObjects.js"

let browser: Browser
let server: PageServer
let emulator: RunningEmulator
let storage: ReturnType<typeof storageOf>
let context: BrowserContext

beforeAll(async () => {
  browser = await launchOwnChromium()
  server = await serveDrivePage()
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

beforeEach(async () => {
  emulator = await startEmulator()
  storage = storageOf(emulator)
  context = await browser.newContext()
})

afterEach(async () => {
  await context.close()
  storage.close()
  await emulator.close()
})

const openPage = (): Promise<Page> => openDrivePage(context, server, emulator)

const parallel = 4

const holdAfter = (after: number) => holdParts(emulator, { after, times: parallel })

/** From now on a listed part that is sent again is refused. */
const refuseListed = async () => {
  const listed = await storage.listedParts()
  const traps = listed.map((number) => ({ match: partPuts(number), action: { _tag: "status", status: 403 } as const }))
  emulator.faults.add(traps)
  return { listed, traps }
}

describe("an upload whose page ends", () => {
  it("continues from a file handle in the next page: nothing is picked, no listed part is sent again", async () => {
    const blocks = 200
    holdAfter(12)
    const first = await openPage()
    await first.evaluate(async ([count, width]) => {
      const { drive, until, writeFile } = window.client
      const source = await writeFile(count)
      const upload = drive.uploads.start({ source, parallel: width })
      await until(upload, ({ bytes }) => bytes.accepted >= 60 * 1_048_576)
    }, [blocks, parallel] as const)
    await allHeld(emulator)
    await crash(first)
    const { listed, traps } = await refuseListed()
    assert.isAtLeast(listed.length, 12)

    const second = await openPage()
    const found = await second.evaluate(async () => {
      const { drive } = window.client
      const [{ id, multipart, name, needsFile } = { id: "" }, ...others] = await drive.uploads.recoverable()
      return { id, name, multipart, needsFile, others: others.length }
    })
    assert.deepInclude(found, { name: "large.bin", multipart: "stopped", needsFile: false, others: 0 })
    const { objectKey, rises } = await second.evaluate(async (id) => {
      const upload = window.client.drive.uploads.get(id)
      const accepted: Array<number> = []
      upload?.subscribe(({ bytes }) => accepted.push(bytes.accepted))
      await upload?.resume()
      const result = await upload?.done
      const rises = accepted.every((count, index) => count >= (accepted[index - 1] ?? 0))
      return { objectKey: String(result?.objectKey), rises }
    }, found.id)
    assert.isTrue(rises)
    assert.includeMembers([...emulator.remainingFaults()], traps)
    assert.strictEqual(await storage.digest(objectKey), patternDigest(blocks))
    assert.deepStrictEqual(await storage.openUploads(), [])
    assert.deepStrictEqual(await second.evaluate(() => window.client.drive.uploads.recoverable()), [])
  })

  it("while the file is hashed continues from the hash's last state: few bytes are read again", async () => {
    const blocks = 200
    const first = await openPage()
    await first.evaluate(async (count) => {
      const { drive, hashing, until, writeFile } = window.client
      const source = await writeFile(count)
      // The worker is not heard of any more after its second state, 64 MiB each.
      hashing.silentFrom = 140 * 1_048_576
      const upload = drive.uploads.start({ source, name: "renamed.bin", path: "films/new" })
      await until(upload, ({ bytes }) => bytes.hashed >= 130 * 1_048_576)
      // The session with that state is on its way to the database.
      const stored = async (): Promise<number> => {
        const opening = indexedDB.open("effect-drive")
        const db = await new Promise<IDBDatabase>((resolve) => opening.onsuccess = () => resolve(opening.result))
        const all = db.transaction("sessions").objectStore("sessions").getAll()
        await new Promise((resolve) => all.onsuccess = resolve)
        db.close()
        return all.result[0]?.hash?.position ?? 0
      }
      while (await stored() < 128 * 1_048_576) await new Promise(requestAnimationFrame)
    }, blocks)
    await crash(first)
    assert.deepStrictEqual(await storage.openUploads(), [])

    const second = await openPage()
    const found = await second.evaluate(async () => {
      const { drive, hashing } = window.client
      const [{ bytes, id, multipart, name, needsFile } = { id: "" }] = await drive.uploads.recoverable()
      const upload = drive.uploads.get(id)
      await upload?.resume()
      const { fileId, objectKey } = await upload?.done ?? { fileId: "", objectKey: undefined }
      const folder = await drive.files.resolve("films/new")
      const { items } = await drive.files.list({ parentFileId: folder })
      return {
        name,
        multipart,
        needsFile,
        known: bytes?.hashed,
        from: hashing.from,
        hashed: hashing.hashed,
        objectKey: String(objectKey),
        stored: items.map((file) => [file.name, file.fileId === fileId])
      }
    })
    const total = blocks * 1_048_576
    assert.deepInclude(found, { name: "renamed.bin", multipart: "stopped", needsFile: false })
    assert.deepStrictEqual([found.known, found.from], [134_217_728, 134_217_728])
    // The leading MiB proves that it is the same file; the rest is what no state had.
    assert.strictEqual(found.hashed, 1_048_576 + total - 134_217_728)
    assert.deepStrictEqual(found.stored, [["renamed.bin", true]])
    assert.strictEqual(await storage.digest(found.objectKey), patternDigest(blocks))
    assert.deepStrictEqual(await second.evaluate(() => window.client.drive.uploads.recoverable()), [])
  })

  it("continues with the file picked again, if it is the same", async () => {
    const folder = mkdtempSync(join(tmpdir(), "picked-again-"))
    const file = join(folder, "large.bin")
    const blocks = 64
    writeFileSync(file, Buffer.concat(Array.from({ length: blocks }, (_, index) => block(index))))
    utimesSync(file, 1_700_000_000, 1_700_000_000)
    try {
      holdAfter(5)
      const first = await openPage()
      await first.setInputFiles("input", file)
      await first.evaluate(async (width) => {
        const { drive, picked, until } = window.client
        const upload = drive.uploads.start({ source: picked(), parallel: width })
        await until(upload, ({ bytes }) => bytes.accepted >= 25 * 1_048_576)
      }, parallel)
      await allHeld(emulator)
      await first.close()
      const { listed, traps } = await refuseListed()
      assert.isAtLeast(listed.length, 5)

      const second = await openPage()
      const id = await second.evaluate(async () => {
        const [found] = await window.client.drive.uploads.recoverable()
        return found?.needsFile === true ? found.id : "no upload needs its file"
      })
      const resume = () =>
        second.evaluate(async (id) => {
          const { drive, picked } = window.client
          const upload = drive.uploads.get(id)
          await upload?.resume(picked())
          return upload?.done.then(({ objectKey }) => String(objectKey), (error) => `${error._tag}: ${error.what}`)
        }, id)

      utimesSync(file, 1_700_000_001, 1_700_000_001)
      await second.setInputFiles("input", file)
      assert.strictEqual(await resume(), "SourceChanged: modified")
      utimesSync(file, 1_700_000_000, 1_700_000_000)
      await second.setInputFiles("input", file)
      const objectKey = await resume()
      assert.includeMembers([...emulator.remainingFaults()], traps)
      assert.strictEqual(await storage.digest(objectKey ?? ""), patternDigest(blocks))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
