import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import * as node from "effect-drive/promise"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { launchChromium } from "./chromium.js"
import type { PageServer } from "./PageServer.js"
import { servePage } from "./PageServer.js"

describe("the Promise client in Chromium", () => {
  let browser: Browser
  let emulator: RunningEmulator
  let server: PageServer

  beforeAll(async () => {
    browser = await launchChromium()
    emulator = await startEmulator()
    server = await servePage({ script: "drive", bundles: { hashWorker: "../../src/layers/browser/hashWorker" } })
  })

  afterAll(async () => {
    await browser.close()
    await server.close()
    await emulator.close()
  })

  it("brings files up and down again, across origins", async () => {
    const page = await browser.newPage()
    const complaints: Array<string> = []
    // Chromium notes each 404 by itself: a folder that is not there yet is one
    page.on("console", (message) => message.text().startsWith("Failed to load") || complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    await page.goto(server.origin)
    await page.waitForFunction(() => "drive" in window)
    const { apiHost, accessToken } = emulator
    const { exports, large, names, save, small, spaceId } = await page.evaluate(
      ([host, token]) => window.drive.run(host, token),
      [apiHost, accessToken] as const
    )
    const well = { same: true, fetched: true, rises: true }
    assert.strictEqual(spaceId, emulator.spaces[0]?.spaceId)
    assert.deepInclude(small, { ...well, name: "数据 & more.json", size: 7, multipart: undefined })
    assert.deepInclude(large, { ...well, name: "large.bin", size: 12_000_001, multipart: "done" })
    assert.deepStrictEqual([...names].sort(), ["from a page", "stopped.bin"])
    assert.strictEqual(save, "saved")
    assert.deepStrictEqual(exports, Object.keys(node).sort())
    assert.deepStrictEqual(complaints, [])
    await page.close()
  })
})
