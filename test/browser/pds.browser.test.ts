/** A space on pds in a real page: across origins, with parts in order, a kill and a resume in between. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { createHash } from "node:crypto"
import type { Browser, BrowserContext, Request } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "vitest"
import { launchChromium } from "./chromium.js"
import { crash, openDrivePage, partPuts, serveDrivePage } from "./DrivePage.js"
import type { PageServer } from "./PageServer.js"
import { servePage } from "./PageServer.js"
import { patternDigest } from "./storedObjects.js"

let browser: Browser
let context: BrowserContext
let emulator: RunningEmulator

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

beforeEach(async () => {
  emulator = await startEmulator({ spaces: [{ spaceId: "pds-files", platform: "pds" }] })
  context = await browser.newContext()
})

afterEach(async () => {
  await context.close()
  await emulator.close()
})

describe("the drive of a page", () => {
  let server: PageServer
  beforeAll(async () => {
    server = await servePage({ script: "drive", bundles: { hashWorker: "../../src/layers/browser/hashWorker" } })
  })
  afterAll(() => server.close())

  it(
    "brings files up to pds and down again, stopped and resumed, across origins, with no word on the console",
    async () => {
      const page = await context.newPage()
      const complaints: Array<string> = []
      // Chromium notes each 404 by itself: a folder that is not there yet is one.
      page.on("console", (message) => message.text().startsWith("Failed to load") || complaints.push(message.text()))
      page.on("pageerror", (error) => complaints.push(error.message))
      await page.goto(server.origin)
      await page.waitForFunction(() => "drive" in window)
      const { accessToken, apiHost } = emulator
      const result = await page.evaluate(
        ([host, token]) => window.drive.run(host, token),
        [apiHost, accessToken] as const
      )
      const well = { same: true, fetched: true, rises: true }
      assert.strictEqual(result.spaceId, "pds-files")
      assert.deepInclude(result.small, { ...well, name: "数据 & more.json", size: 7 })
      assert.deepInclude(result.large, { ...well, name: "large.bin", size: 12_000_001, multipart: "done" })
      assert.deepStrictEqual([...result.names].sort(), ["from a page", "stopped.bin"])
      assert.deepStrictEqual(complaints, [])
    }
  )
})

describe("parallel parts of a page", () => {
  let server: PageServer
  beforeAll(async () => {
    server = await servePage({ script: "drive", bundles: { hashWorker: "../../src/layers/browser/hashWorker" } })
  })
  afterAll(() => server.close())

  for (const parallelUpload of [true, false]) {
    it(`go ${parallelUpload ? "side by side" : "in order where the domain does not have them"}`, async () => {
      await emulator.close()
      emulator = await startEmulator({ spaces: [{ spaceId: "pds-files", platform: "pds" }], parallelUpload })
      const page = await context.newPage()
      const puts = new Set<Request>()
      let most = 0
      page.on("request", (request) => {
        if (request.method() === "PUT") most = Math.max(most, puts.add(request).size)
      })
      page.on("requestfinished", (request) => puts.delete(request))
      await page.goto(server.origin)
      await page.waitForFunction(() => "drive" in window)
      const { accessToken, apiHost } = emulator
      const same = await page.evaluate(
        ([host, token]) => window.drive.runParallel(host, token),
        [apiHost, accessToken] as const
      )
      assert.isTrue(same)
      if (parallelUpload) assert.isAbove(most, 1)
      else assert.strictEqual(most, 1)
    })
  }
})

describe("an upload to pds whose page dies", () => {
  let server: PageServer
  beforeAll(async () => {
    server = await serveDrivePage()
  })
  afterAll(() => server.close())

  const storedDigest = async (fileId: string) => {
    const { accessToken, driveId, endpoint } = emulator.pds
    const answer = await fetch(`${endpoint}/v2/file/get_download_url`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ drive_id: driveId, file_id: fileId })
    })
    const { url } = await answer.json()
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
    return createHash("sha1").update(bytes).digest("hex")
  }

  it("continues in the next page, and sends no stored part again", async () => {
    const blocks = 60
    emulator.faults.add([{ match: partPuts(undefined, "pds"), skip: 5, action: { _tag: "delay", millis: 300_000 } }])
    const first = await openDrivePage(context, server, emulator)
    await first.evaluate(async (count) => {
      const { drive, until, writeFile } = window.client
      const upload = drive.uploads.start({ source: await writeFile(count) })
      await until(upload, ({ bytes }) => bytes.accepted >= 25 * 1_048_576)
    }, blocks)
    await crash(first)
    const traps = ["1", "2", "3", "4", "5"].map((part) => ({
      match: partPuts(part, "pds"),
      action: { _tag: "status", status: 403 } as const
    }))
    emulator.faults.add(traps)

    const second = await openDrivePage(context, server, emulator)
    const fileId = await second.evaluate(async () => {
      const [found] = await window.client.drive.uploads.recoverable()
      const upload = window.client.drive.uploads.get(found?.id ?? "")
      await upload?.resume()
      return String((await upload?.done)?.fileId)
    })
    assert.includeMembers([...emulator.remainingFaults()], traps)
    assert.strictEqual(await storedDigest(fileId), patternDigest(blocks))
  })
})
