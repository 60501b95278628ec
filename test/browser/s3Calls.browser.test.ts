/** Calls to s3 that a page makes without the SDK, over a bucket whose CORS rules allow what docs/bundlers.md advises. */
import { PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { launchChromium } from "./chromium.js"
import type { PageServer } from "./PageServer.js"
import { servePage } from "./PageServer.js"

const keys = ["plain", "a b/ü &<>\"'%+#?.bin", "//x/", "ключ/鍵/🗝"]

describe("calls to s3 in Chromium", () => {
  let browser: Browser
  let emulator: RunningEmulator
  let server: PageServer

  beforeAll(async () => {
    browser = await launchChromium()
    emulator = await startEmulator()
    server = await servePage({ script: "s3Calls" })
    const { bucket, endpoint, region, ...credentials } = emulator.s3
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
    await client.send(
      new PutBucketCorsCommand({
        Bucket: bucket,
        CORSConfiguration: {
          CORSRules: [{
            AllowedOrigins: [server.origin],
            AllowedMethods: ["GET", "HEAD", "PUT", "POST", "DELETE"],
            AllowedHeaders: ["*"],
            ExposeHeaders: ["ETag", "x-amz-meta-effect-drive"]
          }]
        }
      })
    )
    client.destroy()
  })

  afterAll(async () => {
    await browser.close()
    await server.close()
    await emulator.close()
  })

  it("answer without the SDK what they answer by it, whatever the key", async () => {
    const page = await browser.newPage()
    await page.goto(server.origin)
    await page.waitForFunction(() => "s3Calls" in window)
    for (const key of keys) {
      const answers = await page.evaluate(
        async ([place, name]) => [
          await window.s3Calls.roundTrip(place, true, name),
          await window.s3Calls.roundTrip(place, false, name)
        ],
        [emulator.s3, key] as const
      )
      const [own, bySdk] = answers
      assert.deepNestedInclude(own, {
        "found.mark": "mark",
        "found.size": 5_242_887,
        gone: "NoSuchUpload",
        absent: true,
        open: 1
      })
      assert.deepStrictEqual(own, bySdk)
    }
    await page.close()
  })
})
