/** A space on OSS in a real page: ali-oss is loaded there, and nowhere else. */
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { createHash } from "node:crypto"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "vitest"
import * as AliOss from "../../emulator/test/oss/aliOss.js"
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

const begin = async (platform: "oss" | "s3") => {
  emulator = await startEmulator({ spaces: [{ spaceId: `${platform}-files`, platform }] })
  context = await browser.newContext()
}

afterEach(async () => {
  await context.close()
  await emulator.close()
})

/** Scripts that have the SDK in them. */
const withSdk = (scripts: ReadonlyArray<string>) => scripts.filter((script) => script.includes("aliyun-sdk-"))

describe("the drive of a page", () => {
  let server: PageServer
  let strict: PageServer
  beforeAll(async () => {
    const options = { script: "drive", bundles: { hashWorker: "../../src/layers/browser/hashWorker" } }
    server = await servePage(options)
    strict = await servePage({ ...options, contentSecurityPolicy: "script-src 'self'; worker-src 'self'" })
  })
  afterAll(() => Promise.all([server.close(), strict.close()]))

  const run = async (page: Page, { origin }: PageServer) => {
    await page.goto(origin)
    await page.waitForFunction(() => "drive" in window)
    const { accessToken, apiHost } = emulator
    return page.evaluate(
      ([host, token]) => window.drive.run(host, token),
      [apiHost, accessToken] as const
    )
  }

  const runPage = async () => {
    const page = await context.newPage()
    const complaints: Array<string> = []
    const scripts: Array<Promise<string>> = []
    // Chromium notes each 404 by itself: a folder that is not there yet is one.
    page.on("console", (message) => message.text().startsWith("Failed to load") || complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("response", (response) => {
      if (response.url().startsWith(server.origin) && response.url().endsWith(".js")) scripts.push(response.text())
    })
    const result = await run(page, server)
    return { result, complaints, scripts: await Promise.all(scripts) }
  }

  it(
    "brings files up to OSS and down again, stopped and resumed, across origins, with no word on the console",
    async () => {
      await begin("oss")
      const { complaints, result, scripts } = await runPage()
      const well = { same: true, fetched: true, rises: true }
      assert.strictEqual(result.spaceId, "oss-files")
      assert.deepInclude(result.small, { ...well, name: "数据 & more.json", size: 7 })
      assert.deepInclude(result.large, { ...well, name: "large.bin", size: 12_000_001, multipart: "done" })
      assert.deepStrictEqual([...result.names].sort(), ["from a page", "stopped.bin"])
      assert.deepStrictEqual(complaints, [])
      assert.lengthOf(withSdk(scripts), 1)
    }
  )

  it("loads nothing of ali-oss for a space on S3", async () => {
    await begin("s3")
    const { result, scripts } = await runPage()
    assert.isTrue(result.large.same)
    assert.isAbove(scripts.length, 1)
    assert.deepStrictEqual(withSdk(scripts), [])
  })

  it.each(["oss", "s3"] as const)(
    "uploads in parts to %s and downloads where no WebAssembly is allowed",
    async (platform) => {
      await begin(platform)
      const result = await run(await context.newPage(), strict)
      const well = { same: true, fetched: true, rises: true }
      assert.deepInclude(result.small, well)
      assert.deepInclude(result.large, { ...well, multipart: "done" })
    }
  )
})

describe("a text that goes up to OSS", () => {
  let server: PageServer
  beforeAll(async () => {
    server = await serveDrivePage()
  })
  afterAll(() => server.close())
  beforeEach(() => begin("oss"))

  it(
    "is found by its own page when the answer to its complete was lost, though OSS compresses texts for browsers",
    async () => {
      emulator.faults.add([{
        match: { target: "oss", method: "POST", query: { uploadId: undefined } },
        action: { _tag: "dropReply" }
      }])
      const again = { match: partPuts(undefined, "oss"), skip: 2, action: { _tag: "status", status: 403 } } as const
      emulator.faults.add([again])
      const page = await openDrivePage(context, server, emulator)
      const size = await page.evaluate(async () => {
        const source = new File(["0123456789abcdef".repeat(400_000)], "notes.txt", { type: "text/plain" })
        const upload = window.client.drive.uploads.start({ source })
        const { fileId } = await upload.done
        return (await window.client.drive.downloads.blob({ fileId })).size
      })
      assert.strictEqual(size, 6_400_000)
      assert.deepStrictEqual(emulator.remainingFaults(), [again])
    }
  )
})

describe("an upload to OSS whose page dies", () => {
  let server: PageServer
  beforeAll(async () => {
    server = await serveDrivePage()
  })
  afterAll(() => server.close())
  beforeEach(() => begin("oss"))

  const parallel = 4

  it("continues in the next page, and sends no listed part again", async () => {
    const blocks = 60
    const client = AliOss.make({ ...emulator.oss, authorizationV4: true, sldEnable: true })
    emulator.faults.add([{
      match: partPuts(undefined, "oss"),
      skip: 5,
      times: parallel,
      action: { _tag: "delay", millis: 300_000 }
    }])
    const first = await openDrivePage(context, server, emulator)
    await first.evaluate(async ([count, width]) => {
      const { drive, until, writeFile } = window.client
      const upload = drive.uploads.start({ source: await writeFile(count), parallel: width })
      await until(upload, ({ bytes }) => bytes.accepted >= 25 * 1_048_576)
    }, [blocks, parallel] as const)
    await crash(first)
    const { uploads: [open] } = await client.listUploads({})
    const { parts } = await client.listParts(open?.name ?? "", open?.uploadId ?? "", {})
    const listed = [parts].flat()
    assert.isAtLeast(listed.length, 5)
    const traps = listed.map(({ PartNumber }) => ({
      match: partPuts(String(PartNumber), "oss"),
      action: { _tag: "status", status: 403 } as const
    }))
    emulator.faults.add(traps)

    const second = await openDrivePage(context, server, emulator)
    const objectKey = await second.evaluate(async () => {
      const [found] = await window.client.drive.uploads.recoverable()
      const upload = window.client.drive.uploads.get(found?.id ?? "")
      await upload?.resume()
      return String((await upload?.done)?.objectKey)
    })
    assert.includeMembers([...emulator.remainingFaults()], traps)
    const { content } = await client.get(objectKey)
    assert.strictEqual(createHash("sha1").update(content).digest("hex"), patternDigest(blocks))
    assert.deepStrictEqual((await client.listUploads({})).uploads, [])
  })
})
