/**
 * A large save keeps the tab small. The object is made as it is sent; `DOWNLOAD_MIB` sets its size, 2048 for the figure in
 * docs/downloads.md.
 */
import { assert } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import type { RequestListener, ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { chromium } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { wholeChromium } from "./chromium.js"
import type { PageServer } from "./PageServer.js"
import { servePage } from "./PageServer.js"

const MiB = 1_048_576
const size = Number(process.env["DOWNLOAD_MIB"] ?? 256) * MiB
const speed = 64 * MiB
/** What the tab may hold, and what a test of a smaller file allows for it. */
const allowed = 200 * MiB

const block = Buffer.alloc(MiB, "effect-drive")

/** The object's bytes up to here may go; who waits for more. */
let released = 0
const waiting = new Set<() => void>()

const release = (bytes: number): void => {
  released = bytes
  const all = [...waiting]
  waiting.clear()
  for (const more of all) more()
}

/** The bytes of a range, no faster than they are released and read. */
const sendBytes = (response: ServerResponse, start: number, end: number): void => {
  let at = start
  const more = () => {
    while (at < end && !response.destroyed) {
      if (at >= released) return void waiting.add(more)
      const piece = block.subarray(0, Math.min(end - at, released - at))
      at += piece.length
      if (!response.write(piece)) return void response.once("drain", more)
    }
    response.end()
  }
  more()
}

const answers: Readonly<Record<string, unknown>> = {
  "/api/v2/user/login": { wsid: "u" },
  "/api/v2/drive/space/list": { list: [{ space_id: "s" }], total: 1 },
  "/api/v2/drive/space/s/token": {
    platform: 3,
    bucket_name: "b",
    bucket_endpoint: "http://127.0.0.1:1",
    region: "us-east-1",
    access_key_id: "k",
    access_key_secret: "s",
    expire_time: 4_102_444_800
  },
  "/api/v2/drive/space/s/benefit": { single_file_download_speed: speed, file_size_limit: 0 },
  "/api/v2/user/s/drive/info": { file_size_limit: 0 },
  "/api/v2/file/s/f/info": { name: "large.bin", size, type: 1 }
}

/** As much of the product API as a download needs, and the object. */
const serve: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://page")
  if (pathname === "/object") {
    const [, first = "0", last = `${size - 1}`] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? []
    const [start, end] = [Number(first), Number(last) + 1]
    response.writeHead(206, {
      "etag": "\"large\"",
      "content-length": end - start,
      "content-range": `bytes ${start}-${end - 1}/${size}`
    })
    return sendBytes(response, start, end)
  }
  const origin = `http://${request.headers.host ?? ""}`
  const data = pathname === "/api/v2/file/s/download" ? { download_url: `${origin}/object` } : answers[pathname] ?? {}
  request.resume()
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ code: 0, data }))
}

/** Bytes of the renderers' own memory, without what they share with each other. */
const ownMemory = (pids: ReadonlyArray<number>): number =>
  Math.max(...pids.map((pid) => {
    const lines = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").matchAll(/^Private_\w+:\s+(\d+) kB/gm)
    return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)
  }))

describe.runIf(process.platform === "linux")("a throttled save of a large file", () => {
  // A private window has too little room for a large file.
  const profile = mkdtempSync(join(tmpdir(), "profile-"))
  let context: BrowserContext
  let server: PageServer

  beforeAll(async () => {
    context = await chromium.launchPersistentContext(profile, {
      ...await wholeChromium(),
      headless: true,
      args: ["--no-sandbox"]
    })
    server = await servePage({
      script: "downloads",
      bundles: { downloadWorker: "../../src/layers/browser/downloadWorker" },
      handler: serve
    })
  })

  afterAll(async () => {
    await context.close()
    await server.close()
    rmSync(profile, { recursive: true, force: true })
  })

  it(`of ${size / MiB} MiB keeps the tab under 200 MiB, shows progress, stops and resumes`, async () => {
    const page = await context.newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "page" in window)
    await page.evaluate((origin) => window.page.signIn(origin, "token"), server.origin)
    const session = await context.browser()?.newBrowserCDPSession()
    assert(session !== undefined)
    const memory = async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo")
      return ownMemory(processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id))
    }
    await page.evaluate(() => window.page.answerDialogue("file"))
    await page.evaluate(() => window.page.startOnClick({ fileId: "f", target: "large.bin" }))
    await page.click("button")
    const done = page.evaluate(() => window.page.done())
    let highest = 0
    let last = 0
    const steps = 16
    for (let step = 1; step < steps; step++) {
      // The bytes of one step at a time, so that the save does not run away while the memory is looked at.
      release((size / steps) * step)
      const { received, speed: measured } = await page.evaluate(
        (bytes) => window.page.received(bytes),
        (size / steps) * step
      )
      assert.isAbove(received, last)
      assert.isAbove(measured, 0)
      last = received
      highest = Math.max(highest, await memory())
      if (step !== steps / 2) continue
      await page.evaluate(() => window.page.stop())
      assert.strictEqual((await page.evaluate(() => window.page.snapshot())).status, "stopped")
      await page.evaluate(() => window.page.resume())
    }
    release(size)
    assert.deepInclude(await done, { via: "picker", size, verified: "size" })
    highest = Math.max(highest, await memory())
    if (process.env["DOWNLOAD_MIB"] !== undefined) console.log(`the tab held ${Math.round(highest / MiB)} MiB at most`)
    assert.isBelow(highest, allowed)
  })
})
