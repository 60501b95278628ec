/** Small files of a real page that are damaged on the line itself. */
import { assert } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import type { Platform } from "../faults/DamagedWire.js"
import { withDamagedWire } from "../faults/DamagedWire.js"
import { launchChromium } from "./chromium.js"
import { openDrivePage, serveDrivePage } from "./DrivePage.js"
import type { PageServer } from "./PageServer.js"

let browser: Browser
let server: PageServer

beforeAll(async () => {
  browser = await launchChromium()
  server = await serveDrivePage()
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

const platforms: ReadonlyArray<readonly [Platform, verified: string]> = [
  ["s3", "md5"],
  ["oss", "checksum"],
  ["pds", "checksum"]
]

/** What becomes of a small file, and whether the same bytes come back. */
const uploadInPage = async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const { drive } = window.client
  const upload = drive.uploads.start({ source: new File([bytes], "a"), name: "a" })
  const end = await upload.done.then(
    ({ verified }) => verified ?? "nothing said",
    (error: { readonly _tag: string }) => error._tag
  )
  const { result } = upload.snapshot()
  if (result === undefined) return { end, isSame: false }
  const stored: Array<number> = []
  for await (const chunk of drive.downloads.stream({ fileId: result.fileId })) stored.push(...chunk)
  return { end, isSame: stored.length === bytes.length && stored.every((byte, index) => byte === bytes[index]) }
}

for (const [platform, verified] of platforms) {
  describe(`a small file of a page, in one PUT to ${platform}`, () => {
    for (
      const [what, damages, end, isSame] of [
        ["is sent again where a bit of it was flipped", (body: number) => body === 1, verified, true],
        ["is never taken for stored where it is damaged each time", () => true, "IntegrityError", false]
      ] as const
    ) {
      it(what, () =>
        withDamagedWire(platform, damages, async (wire) => {
          const context = await browser.newContext()
          try {
            const page = await openDrivePage(context, server, wire)
            assert.deepStrictEqual(await page.evaluate(uploadInPage), { end, isSame })
            assert.isAtLeast(wire.bodies(), 2)
          } finally {
            await context.close()
          }
        }))
    }
  })
}
